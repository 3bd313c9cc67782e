/// What `.signpost()` records of the difference that an action makes to the state.
///
/// ```swift
/// Search().signpost("search", stateDiff: .full(limit: 2048))
/// ```
///
/// Nothing is looked at unless a session records the event `composable_values:state_diff`, which it has
/// to ask for by name (`signpost record --state-diffs` does), or a ``SignpostRecorder`` that was asked to
/// (``SignpostRecorder/Details/stateDiffs``) listens. The state is copied then, and compared after each action.
public struct SignpostStateDiff: Sendable, Equatable {
  enum Content: Equatable {
    case none, properties, full
  }

  let content: Content
  let limit: Int

  /// How many bytes of UTF-8 are recorded of a difference where nothing else is said.
  public static var defaultLimit: Int { 1024 }

  /// Nothing.
  public static var none: Self { Self(content: .none, limit: 0) }

  /// Which properties are not what they were, without their values: `count, todos[2].isDone`.
  ///
  /// Shared values, and the contents of objects, are not compared.
  public static var properties: Self { Self(content: .properties, limit: defaultLimit) }

  /// The lines that differ, with all values in them, as a test would show them.
  public static var full: Self { full(limit: defaultLimit) }

  /// The lines that differ, with all values in them, as a test would show them.
  ///
  /// - Parameter limit: The most bytes of UTF-8 to record; the rest is cut off. No more than 4096.
  public static func full(limit: Int) -> Self {
    Self(content: .full, limit: min(max(limit, 0), RecordedText.maximumLength))
  }
}
