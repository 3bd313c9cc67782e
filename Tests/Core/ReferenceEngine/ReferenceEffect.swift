/// A description of an effect, which ``ReferenceStore`` runs in virtual time.
public indirect enum ReferenceEffect<Action> {
  case none
  case send(Action)
  case run(ReferenceWork<Action>)
  case merge([Self])
  case concatenate([Self])
  case cancellable(Self, id: Int, cancelInFlight: Bool)
  case cancel(Int)
  case debounce(Self, id: Int, for: Int)
  case throttle(Self, id: Int, for: Int, latest: Bool)

  // Nodes that operators add; programs do not contain them.

  /// The effect of a child.
  case of(ReferenceChild, Self)
  /// The effect of a presented child, which may send `dismissal` to go away.
  case presented(ReferenceChild, Self, dismissal: Action)
  /// The effect of a feature that `Scope` embeds.
  case scoped(Self)
  /// The children that an operator has found when the action reached it. All earlier children have
  /// ended, even if they are back by now.
  case found(slot: String, [ReferenceChild])
  /// The child has gone away.
  case removed(ReferenceChild)
  /// The child has another identity, and is still the same one.
  case renamed(ReferenceChild, ReferenceChild)

  /// Whether the effect does nothing, not even cancel another.
  public var isNone: Bool {
    switch self {
    case .none, .found: true
    case .send, .run, .cancel, .removed, .renamed: false
    case .merge(let effects), .concatenate(let effects): effects.allSatisfy(\.isNone)
    case .cancellable(let base, _, _), .debounce(let base, _, _), .throttle(let base, _, _, _),
      .of(_, let base), .presented(_, let base, _), .scoped(let base):
      base.isNone
    }
  }

  /// The same with other actions.
  public func map<T>(_ transform: (Action) -> T) -> ReferenceEffect<T> {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let work):
      .run(
        ReferenceWork(
          work.operations.map { $0.map(transform) },
          catch: work.handler?.map { $0.map(transform) }, serial: work.serial))
    case .merge(let effects): .merge(effects.map { $0.map(transform) })
    case .concatenate(let effects): .concatenate(effects.map { $0.map(transform) })
    case .cancellable(let base, let id, let cancelInFlight):
      .cancellable(base.map(transform), id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id)
    case .debounce(let base, let id, let duration):
      .debounce(base.map(transform), id: id, for: duration)
    case .throttle(let base, let id, let duration, let latest):
      .throttle(base.map(transform), id: id, for: duration, latest: latest)
    case .of(let child, let base): .of(child, base.map(transform))
    case .presented(let child, let base, let dismissal):
      .presented(child, base.map(transform), dismissal: transform(dismissal))
    case .scoped(let base): .scoped(base.map(transform))
    case .found(let slot, let children): .found(slot: slot, children)
    case .removed(let child): .removed(child)
    case .renamed(let child, let newName): .renamed(child, newName)
    }
  }

  /// The same with a number for each piece of work, by which a test recognises it.
  public func numbered(_ next: () -> Int) -> Self {
    switch self {
    case .none, .send, .cancel, .found, .removed, .renamed: self
    case .run(let work):
      .run(ReferenceWork(work.operations, catch: work.handler, serial: next()))
    case .merge(let effects): .merge(effects.map { $0.numbered(next) })
    case .concatenate(let effects): .concatenate(effects.map { $0.numbered(next) })
    case .cancellable(let base, let id, let cancelInFlight):
      .cancellable(base.numbered(next), id: id, cancelInFlight: cancelInFlight)
    case .debounce(let base, let id, let duration):
      .debounce(base.numbered(next), id: id, for: duration)
    case .throttle(let base, let id, let duration, let latest):
      .throttle(base.numbered(next), id: id, for: duration, latest: latest)
    case .of(let child, let base): .of(child, base.numbered(next))
    case .presented(let child, let base, let dismissal):
      .presented(child, base.numbered(next), dismissal: dismissal)
    case .scoped(let base): .scoped(base.numbered(next))
    }
  }
}

extension ReferenceEffect: Equatable where Action: Equatable {}
extension ReferenceEffect: Sendable where Action: Sendable {}

/// The code of an effect, as data.
public struct ReferenceWork<Action> {
  /// The operations of the code, in order.
  public var operations: [ReferenceOperation<Action>]
  /// The code of `catch:`, if there is any.
  public var handler: [ReferenceOperation<Action>]?
  /// The number by which a test recognises the work.
  public var serial: Int

  /// Code with a handler for its errors, or none.
  public init(
    _ operations: [ReferenceOperation<Action>], catch handler: [ReferenceOperation<Action>]? = nil,
    serial: Int = 0
  ) {
    self.operations = operations
    self.handler = handler
    self.serial = serial
  }
}

extension ReferenceWork: Equatable where Action: Equatable {}
extension ReferenceWork: Sendable where Action: Sendable {}
