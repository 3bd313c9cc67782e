/// What `.signpost()` records of states where its payload is ``SignpostPayload/replayable``.
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
  /// The most bytes of the state before the first action; 0 to record none of it.
  let limit: Int

  /// How many bytes of the state before the first action are recorded where nothing else is said.
  public static var defaultLimit: Int { 1 << 20 }

  /// Nothing.
  public static var none: Self { Self(hasDigests: false, limit: 0) }

  /// After each action a digest of the state: a number that tells states apart and says nothing of
  /// what is in them.
  public static var digest: Self { Self(hasDigests: true, limit: 0) }

  /// After each action a digest of the state; and once for each session that records, before the
  /// first action, the state with all values, from which a replay begins.
  public static var replayable: Self { replayable(limit: defaultLimit) }

  /// After each action a digest of the state; and once for each session that records, before the
  /// first action, the state with all values, from which a replay begins.
  ///
  /// - Parameter limit: The most bytes of the state. One that takes more is not recorded at all.
  public static func replayable(limit: Int) -> Self {
    Self(hasDigests: true, limit: max(limit, 0))
  }
}
