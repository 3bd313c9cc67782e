/// The part of states that `.signpost()` records if its payload is ``SignpostPayload/replayable``.
///
/// ```swift
/// Search().signpost("search", payload: .replayable)                    // actions and states
/// Search().signpost("search", payload: .replayable, states: .digest)   // no values of states
/// ```
///
/// It takes effect for states that are `Encodable`, while a session records the events `state_data`
/// and `state_digest`.
public struct SignpostStates: Sendable, Equatable {
  /// Whether digests are recorded.
  let hasDigests: Bool
  /// The limit for the state before the first action, in bytes; 0 to record none of it.
  let limit: Int

  /// The default limit for the state before the first action, in bytes.
  public static var defaultLimit: Int { 1 << 20 }

  /// No states.
  public static var none: Self { Self(hasDigests: false, limit: 0) }

  /// After each action a digest of the state: a number that distinguishes states, and contains no
  /// value. If a state has few possible values, trying all of them finds the one of a digest.
  public static var digest: Self { Self(hasDigests: true, limit: 0) }

  /// After each action a digest of the state; and once per session, before the first action, the
  /// complete state, as the start of a replay.
  public static var replayable: Self { replayable(limit: defaultLimit) }

  /// After each action a digest of the state; and once per session, before the first action, the
  /// complete state, as the start of a replay.
  ///
  /// - Parameter limit: The maximum size of the state in bytes. A larger one is not recorded at
  ///   all.
  public static func replayable(limit: Int) -> Self {
    Self(hasDigests: true, limit: max(limit, 0))
  }
}
