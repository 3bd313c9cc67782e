/// What `.signpost()` records of an action besides its name.
///
/// ```swift
/// Search().signpost("search", payload: .full)
/// Login().signpost("login", payload: .text { action in
///   if case .failed(let reason) = action { reason } else { nil }
/// })
/// ```
///
/// Nothing is recorded by default: whoever can read a trace reads its payloads.
public struct SignpostPayload<Action>: Sendable {
  let text: (@Sendable (Action) -> String?)?
  let limit: Int

  /// How many bytes of UTF-8 are recorded of a payload where nothing else is said.
  public static var defaultLimit: Int { 256 }

  /// Nothing.
  public static var none: Self { Self(text: nil, limit: 0) }

  /// The action with all values in it, as `print` shows it.
  public static var full: Self { full(limit: defaultLimit) }

  /// The action with all values in it, as `print` shows it.
  ///
  /// - Parameter limit: The most bytes of UTF-8 to record; the rest is cut off. No more than 4096.
  public static func full(limit: Int) -> Self {
    text(limit: limit) { "\($0)" }
  }

  /// What a closure says of an action.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of UTF-8 to record; the rest is cut off. No more than 4096.
  ///   - text: Describes an action, or returns `nil` where there is nothing to record. Called while
  ///     somebody listens.
  public static func text(
    limit: Int = defaultLimit, _ text: @escaping @Sendable (Action) -> String?
  ) -> Self {
    Self(text: text, limit: min(max(limit, 0), RecordedText.maximumLength))
  }

  /// The same for the action at an address; `nil` if nothing is to be recorded.
  var erased: ((UnsafeRawPointer) -> String?)? {
    guard let text else { return nil }
    return { [limit] action in
      text(action.assumingMemoryBound(to: Action.self).pointee)
        .map { RecordedText.limited($0, to: limit) }
    }
  }
}
