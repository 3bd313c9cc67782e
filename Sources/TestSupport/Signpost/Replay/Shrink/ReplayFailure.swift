/// A failure of a recorded session, which `Replay.shrink` reduces to the actions that matter.
public struct ReplayFailure<State> {
  enum Kind {
    case any, difference, issue, crash
    case invariant((State) -> Bool)
    case end((State) -> Bool)
  }

  let kind: Kind

  /// A crash, or else an issue, or else a difference from the recording.
  public static var any: Self { Self(kind: .any) }

  /// An action behaves differently from the recording: the first difference of a replay.
  ///
  /// Fewer actions lead to other states, so that the recorded states do not apply to them. The
  /// shrunk session therefore ends with the same action, whose reducer returns the same kind of
  /// effect and changes the same properties as in the failing replay. If only the values differ
  /// from the recording, it makes the same changes.
  public static var difference: Self { Self(kind: .difference) }

  /// The feature reports an issue, with `reportIssue` or by a mistake in the use of the
  /// architecture. The shrunk session reports one from the same line.
  public static var issue: Self { Self(kind: .issue) }

  /// The reducer crashes. Each attempt runs in a child process. The shrunk session ends by the same
  /// signal within an action of the same name.
  public static var crash: Self { Self(kind: .crash) }

  /// A state after some action is not as expected.
  ///
  /// ```swift
  /// try await Replay("session.jsonl").shrink(.invariant { $0.count >= 0 }) { Counter() }
  /// ```
  public static func invariant(_ holds: @escaping (State) -> Bool) -> Self {
    Self(kind: .invariant(holds))
  }

  /// The state after the last action is not as expected.
  public static func end(_ holds: @escaping (State) -> Bool) -> Self {
    Self(kind: .end(holds))
  }
}
