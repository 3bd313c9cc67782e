/// Says which intervals and events belong together, such as those of one request.
///
/// Intervals are told apart without one, also those of the same name that overlap: an id is for what
/// several of them have in common.
public struct SignpostID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt64

  /// Creates an id from a number that means something to the program.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Belongs to nothing else. This is what a signposter takes where no id is given; 0 in a trace.
  @inlinable
  public static var exclusive: Self { Self(rawValue: .max - 1) }

  /// What a disabled signposter makes. Nothing is recorded under it.
  @inlinable
  public static var null: Self { Self(rawValue: 0) }

  /// Not an id: for places that need to have none. Nothing is recorded under it.
  @inlinable
  public static var invalid: Self { Self(rawValue: .max) }

  var isRecorded: Bool { self != .null && self != .invalid }

  /// What stands in a trace.
  var recordedValue: UInt64 { self == .exclusive ? 0 : rawValue }
}
