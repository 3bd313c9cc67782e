/// The part of a state difference that `.signpost()` records.
///
/// ```swift
/// Search().signpost("search", stateDiff: .full(limit: 2048))
/// ```
///
/// States are copied and compared only while a session enables the event
/// `composable_values:state_diff` by name, as `signpost record --state-diffs` does, or a
/// ``SignpostRecorder`` with ``SignpostRecorder/Details/stateDiffs`` records.
public struct SignpostStateDiff: Sendable, Equatable {
  enum Content: Equatable {
    case none, properties, full
  }

  let content: Content
  let limit: Int

  /// The default limit of a difference, in bytes of UTF-8.
  public static var defaultLimit: Int { 1024 }

  /// No differences.
  public static var none: Self { Self(content: .none, limit: 0) }

  /// The changed properties, without their values: `count, todos[2].isDone`.
  ///
  /// Shared values, and the contents of objects, are not compared.
  public static var properties: Self { Self(content: .properties, limit: defaultLimit) }

  /// The lines that differ, with all values, in the form of a failed test.
  public static var full: Self { full(limit: defaultLimit) }

  /// The lines that differ, with all values, in the form of a failed test.
  ///
  /// - Parameter limit: The limit in bytes of UTF-8, at most 4096; a longer text is truncated.
  public static func full(limit: Int) -> Self {
    Self(content: .full, limit: min(max(limit, 0), RecordedText.maximumLength))
  }
}
