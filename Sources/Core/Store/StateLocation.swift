/// Where a store finds its state: at an address, or through functions where it has none.
@usableFromInline
enum StateLocation<State> {
  /// A stored part of the root's state, found in one step however deeply the store is scoped.
  case memory(UnsafeMutablePointer<State>)
  /// A computed part of some store's state.
  case computed(() -> State)

  @inlinable
  func read() -> State {
    switch self {
    case .memory(let pointer): pointer.pointee
    case .computed(let read): read()
    }
  }

  @inlinable
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    switch self {
    case .memory(let pointer): pointer.pointee[keyPath: keyPath]
    case .computed(let read): read()[keyPath: keyPath]
    }
  }

  /// All of this state, to be watched for changes.
  @inlinable
  func watch() -> ObservedValue {
    if case .memory(let pointer) = self { return .watching(isAtHand: true) { pointer.pointee } }
    return .watching(isAtHand: false) { read() }
  }

  /// A part of this state, to be watched for changes.
  @inlinable
  func watch<Value>(_ keyPath: KeyPath<State, Value>) -> ObservedValue {
    if case .memory(let pointer) = appending(keyPath) {
      return .watching(isAtHand: true) { pointer.pointee }
    }
    return .watching(isAtHand: false) { read(keyPath) }
  }

  /// The location of a part of this state.
  @inlinable
  func appending<Child>(_ keyPath: KeyPath<State, Child>) -> StateLocation<Child> {
    if case .memory(let pointer) = self, let offset = MemoryLayout<State>.offset(of: keyPath) {
      return .memory(
        UnsafeMutableRawPointer(pointer).advanced(by: offset).assumingMemoryBound(to: Child.self))
    }
    return .computed { read(keyPath) }
  }
}
