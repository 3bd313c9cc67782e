/// The location of a store's state: an address, or functions if it has none.
@usableFromInline
enum StateLocation<State> {
  /// A stored part of the root's state, found in one step however deeply the store is scoped.
  case memory(UnsafeMutablePointer<State>)
  /// The state of a child that may be removed or moved, or a part of such a state.
  case child(ChildLocator<State>)
  /// A computed part of some store's state.
  case computed(() -> State)

  @inlinable
  func read() -> State {
    switch self {
    case .memory(let pointer): pointer.pointee
    case .child(let locator): locator.read()
    case .computed(let read): read()
    }
  }

  @inlinable
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    switch self {
    case .memory(let pointer): pointer.pointee[keyPath: keyPath]
    case .child(let locator): locator.read(keyPath)
    case .computed(let read): read()[keyPath: keyPath]
    }
  }

  /// The address of the state, while it has one.
  @inlinable
  func address() -> UnsafeMutablePointer<State>? {
    switch self {
    case .memory(let pointer): pointer
    case .child(let locator): locator.address()
    case .computed: nil
    }
  }

  /// The state, or `nil` if the child it belongs to was removed.
  @inlinable
  var current: State? {
    switch self {
    case .memory(let pointer): pointer.pointee
    case .child(let locator): locator.current
    case .computed(let read): read()
    }
  }

  /// The whole state, to be watched for changes.
  @inlinable
  func watch() -> ObservedValue {
    if let type = State.self as? any ObservableState.Type {
      return watchIdentity(of: type).asWhole(State.self)
    }
    return watchValue(isCheapToCompare: isCheapToCompare).asWhole(State.self)
  }

  /// The value of the state, to be watched for changes.
  @inlinable
  func watchValue(isCheapToCompare: Bool) -> ObservedValue {
    switch self {
    case .memory(let pointer):
      .watching(isCheapToCompare: isCheapToCompare) { pointer.pointee }
    case .child(let locator):
      .watching(isCheapToCompare: isCheapToCompare, whileThere: { locator.current })
    case .computed(let read): .watching(isCheapToCompare: isCheapToCompare, read)
    }
  }

  /// The identity of this state, to be watched for changes: its parts are observed separately.
  @usableFromInline
  func watchIdentity<Known: ObservableState>(of _: Known.Type) -> ObservedValue {
    if case .memory(let pointer) = self, let offset = Known._$idOffset {
      return ObservedValue(
        id: (UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: UInt64.self))
    }
    // The same type, known to be observable.
    func id(at state: UnsafePointer<State>) -> ObservableStateID {
      UnsafeRawPointer(state).assumingMemoryBound(to: Known.self).pointee._$id
    }
    let read = { () -> ObservableStateID? in
      if let address = address() { return id(at: address) }
      return current.map { withUnsafePointer(to: $0, id) }
    }
    return ObservedValue(isCheapToCompare: isCheapToCompare) {
      let seen = read()
      return { read().map { $0 != seen } }
    }
  }

  /// A part of this state, to be watched for changes.
  @inlinable
  func watch<Value>(_ keyPath: KeyPath<State, Value>) -> ObservedValue {
    if State.self is any ObservableState.Type { return watch() }
    let isStored = StateLayout.offset(of: keyPath) != nil
    return appending(keyPath).watchValue(isCheapToCompare: isCheapToCompare && isStored)
      .at(keyPath)
  }

  /// The location of a part of this state.
  @inlinable
  func appending<Child>(_ keyPath: KeyPath<State, Child>) -> StateLocation<Child> {
    switch self {
    case .memory(let pointer):
      guard let offset = StateLayout.offset(of: keyPath) else { break }
      return .memory(
        UnsafeMutableRawPointer(pointer).advanced(by: offset).assumingMemoryBound(to: Child.self))
    case .child(let locator):
      guard let offset = StateLayout.offset(of: keyPath) else {
        return .child(ComputedPartLocator(of: locator, keyPath))
      }
      return .child(PartLocator(of: locator, offset: offset))
    case .computed: break
    }
    return .computed { read(keyPath) }
  }
}
