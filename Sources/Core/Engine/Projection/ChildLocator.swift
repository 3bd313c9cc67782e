/// Finds the state of a child that comes and goes, or that moves within its parent's: what an
/// optional holds, or an element of a collection.
@usableFromInline
class ChildLocator<State> {
  /// What is read once the child is gone: the state it had when its store was made. It is kept up to
  /// date only where that copies nothing but bytes; anything else would be shared with the reducer's
  /// state, and copied when that changes.
  final var last: State

  @usableFromInline
  init(last: State) {
    self.last = last
  }

  /// The address of the state, while the child is there and its state has one.
  @usableFromInline
  func address() -> UnsafeMutablePointer<State>? { nil }

  /// The state where it has no address, while the child is there.
  @usableFromInline
  func value() -> State? { nil }

  @usableFromInline
  final var current: State? { address()?.pointee ?? value() }

  @usableFromInline
  final func read() -> State {
    guard let state = current else { return last }
    if _isPOD(State.self) { last = state }
    return state
  }

  @usableFromInline
  final func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    if let address = address() {
      if _isPOD(State.self) { last = address.pointee }
      return address.pointee[keyPath: keyPath]
    }
    return (value() ?? last)[keyPath: keyPath]
  }
}

/// Finds what an optional holds.
@usableFromInline
final class OptionalLocator<State>: ChildLocator<State> {
  private let optional: StateLocation<State?>

  @usableFromInline
  init(_ optional: StateLocation<State?>, last: State) {
    self.optional = optional
    super.init(last: last)
  }

  @usableFromInline
  override func address() -> UnsafeMutablePointer<State>? {
    guard let optional = optional.address() else { return nil }
    // The payload of an optional lies at its beginning. Where it does not, it is read as a copy.
    return Optional.withPayload(at: optional) { payload in
      UnsafeRawPointer(payload) == UnsafeRawPointer(optional) ? payload : nil
    } ?? nil
  }

  @usableFromInline
  override func value() -> State? {
    optional.current ?? nil
  }
}

/// Finds an element of a collection by its id. Where it was last is looked at first.
@usableFromInline
final class ElementLocator<ID: Hashable, State>: ChildLocator<State> {
  private let elements: StateLocation<IdentifiedArray<ID, State>>
  private let id: ID
  private var position: Int

  init(_ elements: StateLocation<IdentifiedArray<ID, State>>, id: ID, position: Int, last: State) {
    self.elements = elements
    self.id = id
    self.position = position
    super.init(last: last)
  }

  @usableFromInline
  override func address() -> UnsafeMutablePointer<State>? {
    guard let elements = elements.address() else { return nil }
    guard let position = elements.pointee.index(id: id, near: position) else { return nil }
    self.position = position
    return elements.pointee.address(ofElementAt: position)
  }

  @usableFromInline
  override func value() -> State? {
    elements.current?[id: id]
  }
}

/// Finds a stored part of a child's state.
@usableFromInline
final class PartLocator<Child, State>: ChildLocator<State> {
  private let child: ChildLocator<Child>
  private let offset: Int

  @usableFromInline
  init(of child: ChildLocator<Child>, offset: Int, last: State) {
    self.child = child
    self.offset = offset
    super.init(last: last)
  }

  @usableFromInline
  override func address() -> UnsafeMutablePointer<State>? {
    guard let child = child.address() else { return nil }
    return UnsafeMutableRawPointer(child).advanced(by: offset).assumingMemoryBound(to: State.self)
  }

  @usableFromInline
  override func value() -> State? {
    guard let child = child.value() else { return nil }
    return withUnsafePointer(to: child) {
      UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: State.self).pointee
    }
  }
}

/// Finds a computed part of a child's state.
@usableFromInline
final class ComputedPartLocator<Child, State>: ChildLocator<State> {
  private let child: ChildLocator<Child>
  private let keyPath: KeyPath<Child, State>

  @usableFromInline
  init(of child: ChildLocator<Child>, _ keyPath: KeyPath<Child, State>, last: State) {
    self.child = child
    self.keyPath = keyPath
    super.init(last: last)
  }

  @usableFromInline
  override func value() -> State? {
    if let child = child.address() { return child.pointee[keyPath: keyPath] }
    return child.value()?[keyPath: keyPath]
  }
}
