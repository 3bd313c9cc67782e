/// An operation in the code of an effect.
public indirect enum ReferenceOperation<Action> {
  /// Waits until the test says that it is this effect's turn.
  case wait(ReferenceReaction)
  /// Waits on the clock.
  case sleep(Int)
  case send(Action)
  case dismiss
  /// Throws an error.
  case fail
  /// `Task.cancel(id:)`.
  case cancel(Int)
  /// `withTaskCancellation`; `recovers` says whether its errors are caught around it.
  case part(id: Int, cancelInFlight: Bool, recovers: Bool, [Self])
  /// A task of the effect's own, which is waited for and not cancelled with the effect.
  case shielded([Self])

  /// The same with other actions.
  public func map<T>(_ transform: (Action) -> T) -> ReferenceOperation<T> {
    switch self {
    case .wait(let reaction): .wait(reaction)
    case .sleep(let duration): .sleep(duration)
    case .send(let action): .send(transform(action))
    case .dismiss: .dismiss
    case .fail: .fail
    case .cancel(let id): .cancel(id)
    case .part(let id, let cancelInFlight, let recovers, let operations):
      .part(
        id: id, cancelInFlight: cancelInFlight, recovers: recovers,
        operations.map { $0.map(transform) })
    case .shielded(let operations): .shielded(operations.map { $0.map(transform) })
    }
  }
}

extension ReferenceOperation: Equatable where Action: Equatable {}
extension ReferenceOperation: Sendable where Action: Sendable {}

/// The reaction of waiting code to its cancellation.
public enum ReferenceReaction: Equatable, Sendable, CaseIterable {
  /// Throws `CancellationError`.
  case stop
  /// Throws another error.
  case fail
  /// Goes on as if nothing had happened.
  case goOn
}
