/// An id that groups intervals and events, such as those of one request.
///
/// Intervals do not need one to be distinguished, even if they have the same name and overlap. An
/// id expresses what several of them have in common.
public struct SignpostID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt64

  /// Creates an id from a number of the program.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The id of an interval or event without a group, and the default. It is 0 in a trace.
  @inlinable
  public static var exclusive: Self { Self(rawValue: .max - 1) }

  /// The id that a disabled signposter makes. Nothing is recorded with it.
  @inlinable
  public static var null: Self { Self(rawValue: 0) }

  /// An invalid id. Nothing is recorded with it.
  @inlinable
  public static var invalid: Self { Self(rawValue: .max) }

  var isRecorded: Bool { self != .null && self != .invalid }

  /// What stands in a trace.
  var recordedValue: UInt64 { self == .exclusive ? 0 : rawValue }
}
