/// An id that groups intervals and events, such as the intervals of one request.
///
/// Intervals do not need one to be distinguished, even if they have the same name and overlap. An
/// id groups several of them.
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

  /// The id that a disabled signposter makes. Events with it are not recorded.
  @inlinable
  public static var null: Self { Self(rawValue: 0) }

  /// An invalid id. Events with it are not recorded.
  @inlinable
  public static var invalid: Self { Self(rawValue: .max) }

  var isRecorded: Bool { self != .null && self != .invalid }

  /// The number in a trace.
  var recordedValue: UInt64 { self == .exclusive ? 0 : rawValue }
}
