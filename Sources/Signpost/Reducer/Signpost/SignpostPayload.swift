/// The part of an action that `.signpost()` records besides its name.
///
/// ```swift
/// Search().signpost("search", payload: .full)
/// Login().signpost("login", payload: .text { action in
///   if case .failed(let reason) = action { reason } else { nil }
/// })
/// ```
///
/// The default records nothing: everyone who can read a trace can read its payloads.
public struct SignpostPayload<Action>: Sendable {
  let text: (@Sendable (Action) -> String?)?
  let limit: Int

  /// The default limit of a payload, in bytes of UTF-8.
  public static var defaultLimit: Int { 256 }

  /// Nothing.
  public static var none: Self { Self(text: nil, limit: 0) }

  /// The action with all of its values, as `print` shows it.
  public static var full: Self { full(limit: defaultLimit) }

  /// The action with all of its values, as `print` shows it.
  ///
  /// - Parameter limit: The limit in bytes of UTF-8, at most 4096; a longer text is truncated.
  public static func full(limit: Int) -> Self {
    text(limit: limit) { "\($0)" }
  }

  /// The text that a closure returns for an action.
  ///
  /// - Parameters:
  ///   - limit: The limit in bytes of UTF-8, at most 4096; a longer text is truncated.
  ///   - text: Describes an action, or returns `nil` to record nothing. Called only while a
  ///     listener is attached.
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
