import CCore

/// An action to be delivered to its store. Unchecked: its sender has transferred it (`sending`),
/// and only the store accesses it from then on.
struct Delivery<Action>: @unchecked Sendable {
  let action: Action
}

/// Where a ``Send`` sends to.
enum SendTarget<Action>: @unchecked Sendable {
  case closure(ClosureTarget<Action>)
  case effect(SendingEffect<Action>)

  var isolation: any Actor {
    switch self {
    case .closure: MainActor.shared
    case .effect(let effect): effect.isolation
    }
  }

  /// Whether the sending code was cancelled; called in ``isolation``.
  var isCancelled: Bool {
    switch self {
    case .closure: false
    case .effect(let effect): effect.task?.isCancelled ?? false
    }
  }

  /// Called in ``isolation``, for an action that its sender asked for before.
  func deliver(_ action: Action, _ request: _SendRequest) {
    guard request.time != 0, case .effect(let effect) = self else { return deliver(action) }
    effect.runtime?.frame.pointee.requested = request.time
    deliver(action)
    effect.runtime?.frame.pointee.requested = 0
  }

  /// Called in ``isolation``.
  func deliver(_ action: Action) {
    switch self {
    case .closure(let target): target.deliver(action)
    case .effect(let effect): effect.deliver(action)
    }
  }

  /// Delivers an action from another isolation.
  func deliverLater(_ delivery: Delivery<Action>, _ request: _SendRequest) {
    if case .effect(let effect) = self { effect.pending.add() }
    // Starting a task touches nothing of the actor's, so it need not be done in its isolation.
    let start: (isolated any Actor, Delivery<Action>) -> Void = { isolation, delivery in
      Task {
        _ = isolation
        if !isCancelled { deliver(delivery.action, request) }
        if case .effect(let effect) = self { effect.pending.remove() }
      }
    }
    unsafeBitCast(start, to: ((any Actor, Delivery<Action>) -> Void).self)(isolation, delivery)
  }
}

final class ClosureTarget<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void

  init(_ send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
  }

  func deliver(_ action: Action) {
    let delivery = Delivery(action: action)
    MainActor.assumeIsolated { send(delivery.action) }
  }
}
