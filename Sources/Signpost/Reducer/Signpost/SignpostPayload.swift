import ComposableCore

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
  // Unchecked, as it captures a conformance of `Action` to `Codable`, which could be isolated: it
  // is called where the action is reduced.
  let data: UncheckedSendable<(Action) -> RecordedData>?
  let limit: Int

  private init(
    text: (@Sendable (Action) -> String?)? = nil,
    data: UncheckedSendable<(Action) -> RecordedData>? = nil, limit: Int = 0
  ) {
    self.text = text
    self.data = data
    self.limit = limit
  }

  /// The default limit of a payload, in bytes of UTF-8.
  public static var defaultLimit: Int { 256 }

  /// No payload.
  public static var none: Self { Self() }

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

  /// Whether actions can be replayed.
  var isReplayable: Bool { data != nil }

  /// The same for an action in memory; `nil` if nothing is to be recorded.
  var erased: ErasedPayload? {
    if let data = data?.value {
      return .data { data($0.assumingMemoryBound(to: Action.self).pointee) }
    }
    guard let text else { return nil }
    return .text { [limit] action in
      text(action.assumingMemoryBound(to: Action.self).pointee)
        .map { RecordedText.limited($0, to: limit) }
    }
  }
}

extension SignpostPayload where Action: Codable {
  /// The default limit of a replayable action, in bytes.
  public static var defaultReplayableLimit: Int { 1 << 16 }

  /// The action as data, with all values in it: `signpost extract` turns it into a session, which a
  /// test replays.
  ///
  /// If the state is `Codable` as well, `states:` selects the part of it to record.
  public static var replayable: Self { replayable(limit: defaultReplayableLimit) }

  /// The action as data, with all values in it: `signpost extract` turns it into a session, which a
  /// test replays.
  ///
  /// - Parameter limit: The maximum number of bytes. For a larger action, only its size is
  ///   recorded, and the session ends before it.
  public static func replayable(limit: Int) -> Self {
    Self(data: UncheckedSendable({ RecordedData($0, limit: limit) }))
  }
}

/// The payload of an action in memory.
enum ErasedPayload {
  case text((UnsafeRawPointer) -> String?)
  case data((UnsafeRawPointer) -> RecordedData)
}
