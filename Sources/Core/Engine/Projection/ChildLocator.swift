public import CCore
import CompanionSupport

/// Finds the state of a child that may be removed, or that moves within its parent's: the wrapped
/// value of an optional, or an element of a collection.
///
/// It is located once after each action. Only actions change the state, so it stays at its address
/// until the next one.
@usableFromInline
class ChildLocator<State> {
  /// The frame of the root store, which lives as long as the store that uses the locator.
  fileprivate let frame: UnsafeMutablePointer<composable_frame>
  /// The address of the state when it was last located, if it has one.
  // Like all of this, accessed in the isolation of the store only.
  @exclusivity(unchecked) private final var known: UnsafeMutablePointer<State>?
  /// The generation of the state at that time.
  @exclusivity(unchecked) private final var generation: UInt64 = 0

  init(in frame: UnsafeMutablePointer<composable_frame>) {
    self.frame = frame
  }

  /// The state to read once the child is removed.
  @usableFromInline var last: State { isAbstract() }

  /// The state was located, or found to have no address.
  func didRead(_ state: borrowing State) {}

  /// Locates the address of the state, while the child exists and its state has one.
  fileprivate func find() -> UnsafeMutablePointer<State>? { nil }

  /// Copies the state if it has no address, while the child exists.
  fileprivate func copyState() -> State? { nil }

  /// The state if it has no address, while the child exists.
  @usableFromInline
  final func value() -> State? {
    guard let state = copyState() else { return nil }
    didRead(state)
    return state
  }

  /// The address of the state, while the child exists and its state has one.
  @usableFromInline
  final func address() -> UnsafeMutablePointer<State>? {
    let generation = frame.pointee.generation
    if self.generation == generation { return known }
    // Locating an element may run the code of an id.
    let address = find()
    known = address
    self.generation = generation
    if let address { didRead(address.pointee) }
    return address
  }

  @inlinable
  final var current: State? { address()?.pointee ?? value() }

  @inlinable
  final func read() -> State {
    address()?.pointee ?? readValue()
  }

  @inlinable
  final func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    if let address = address() { return address.pointee[keyPath: keyPath] }
    return readValue()[keyPath: keyPath]
  }

  @usableFromInline
  final func readValue() -> State {
    value() ?? last
  }
}

/// Locates the wrapped value of an optional.
@usableFromInline
final class OptionalLocator<State>: KeepingLocator<State> {
  private let optional: StateLocation<State?>
  /// Locates the address of the wrapped value if the optional itself has none.
  private let findPayload: (() -> UnsafeMutablePointer<State>?)?

  @usableFromInline
  init(
    _ optional: StateLocation<State?>, findPayload: (() -> UnsafeMutablePointer<State>?)?,
    last: State, in frame: UnsafeMutablePointer<composable_frame>
  ) {
    self.optional = optional
    self.findPayload = findPayload
    super.init(last: last, in: frame)
  }

  override fileprivate func find() -> UnsafeMutablePointer<State>? {
    guard let optional = optional.address() else { return findPayload?() }
    // If the payload does not lie at the start of the optional, it is read as a copy.
    return Optional.address(ofPayloadAt: optional)
  }

  override fileprivate func copyState() -> State? {
    optional.current ?? nil
  }
}

/// Locates an element of a collection by its id. Its last position is checked first.
@usableFromInline
final class ElementLocator<ID: Hashable, State>: KeepingLocator<State> {
  private let elements: StateLocation<IdentifiedArray<ID, State>>
  private let id: ID
  private var position: Int

  @usableFromInline
  init(
    _ elements: StateLocation<IdentifiedArray<ID, State>>, id: ID, position: Int, last: State,
    in frame: UnsafeMutablePointer<composable_frame>
  ) {
    self.elements = elements
    self.id = id
    self.position = position
    super.init(last: last, in: frame)
  }

  override fileprivate func find() -> UnsafeMutablePointer<State>? {
    guard let elements = elements.address() else { return nil }
    guard let position = elements.pointee.index(id: id, near: position) else { return nil }
    self.position = position
    return elements.pointee.address(ofElementAt: position)
  }

  override fileprivate func copyState() -> State? {
    elements.current?[id: id]
  }
}

/// Locates a stored part of a child's state.
@usableFromInline
final class PartLocator<Child, State>: ChildLocator<State> {
  private let child: ChildLocator<Child>
  private let offset: Int

  @usableFromInline
  init(of child: ChildLocator<Child>, offset: Int) {
    self.child = child
    self.offset = offset
    super.init(in: child.frame)
  }

  @usableFromInline
  override var last: State { part(of: child.last) }

  override fileprivate func find() -> UnsafeMutablePointer<State>? {
    guard let child = child.address() else { return nil }
    return UnsafeMutableRawPointer(child).advanced(by: offset).assumingMemoryBound(to: State.self)
  }

  override fileprivate func copyState() -> State? {
    child.value().map { part(of: $0) }
  }

  private func part(of child: Child) -> State {
    withUnsafePointer(to: child) {
      UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: State.self).pointee
    }
  }
}

/// Locates a computed part of a child's state.
@usableFromInline
final class ComputedPartLocator<Child, State>: ChildLocator<State> {
  private let child: ChildLocator<Child>
  private let keyPath: KeyPath<Child, State>

  @usableFromInline
  init(of child: ChildLocator<Child>, _ keyPath: KeyPath<Child, State>) {
    self.child = child
    self.keyPath = keyPath
    super.init(in: child.frame)
  }

  @usableFromInline
  override var last: State { child.last[keyPath: keyPath] }

  override fileprivate func copyState() -> State? {
    if let child = child.address() { return child.pointee[keyPath: keyPath] }
    return child.value()?[keyPath: keyPath]
  }
}
