import Observation

/// A part of a store's state that was read while it was observed.
@usableFromInline
class ObservedValue: Observable {
  /// Whether it costs next to nothing to look at the value.
  final let isCheapToCompare: Bool
  /// Where the id is that the value is known by, if that is all there is to look at.
  final let id: UnsafePointer<UInt64>?
  /// Looks at the value and returns a function that says whether it has changed since: `nil` while
  /// there is nothing to look at.
  private final let watch: () -> (() -> Bool?)
  private final let registrar = ObservationRegistrar()
  // Touched in the store's isolation only, like all of the store.
  @exclusivity(unchecked) private final var isWatched = false
  @exclusivity(unchecked) private final var hasChanged: (() -> Bool?)?

  @usableFromInline
  init(isCheapToCompare: Bool, watch: @escaping () -> (() -> Bool?)) {
    self.isCheapToCompare = isCheapToCompare
    self.watch = watch
    id = nil
  }

  /// Watches an id through a pointer.
  init(id: UnsafePointer<UInt64>) {
    isCheapToCompare = true
    self.id = id
    watch = {
      let seen = id.pointee
      return { id.pointee != seen }
    }
  }

  /// The property that observers register for.
  private subscript(mark: ObservationMark) -> Void { () }
  /// Evaluated once, as a key path literal costs as much as the rest of a read.
  private static let valuePath = UncheckedSendable(\ObservedValue[ObservationMark(0)])

  /// Records that the value is being read.
  ///
  /// - Returns: Whether the read is observed.
  final func access() -> Bool {
    ObservationMark.isTracked { registrar.access(self, keyPath: Self.valuePath.value) }
  }

  /// Records that the value is watched from now on.
  ///
  /// - Returns: Whether it was not watched so far.
  final func willBeWatched() -> Bool {
    guard !isWatched else { return false }
    isWatched = true
    return true
  }

  /// Starts watching for changes.
  func startLooking() {
    hasChanged = watch()
  }

  /// Whether the value has changed since it was read; `nil` while there is no value.
  var isChanged: Bool? { hasChanged.flatMap { $0() } }

  /// Ceases to look for changes.
  func stopLooking() {
    hasChanged = nil
  }

  /// Notifies observers of the change, and stops watching the value.
  final func notifyObservers() {
    isWatched = false
    stopLooking()
    registrar.willSet(self, keyPath: Self.valuePath.value)
    registrar.didSet(self, keyPath: Self.valuePath.value)
  }
}

extension ObservedValue {
  /// Watches the result of `read`.
  ///
  /// Values without references, and strings, are stored and compared. Others are assumed to change:
  /// storing one would make the next reducer that changes a collection in it copy the whole
  /// collection.
  ///
  /// - Parameters:
  ///   - isCheapToCompare: Whether `read` only reads through a pointer.
  ///   - read: Returns the current value.
  @inlinable
  static func watching<Value>(
    isCheapToCompare: Bool, _ read: @escaping () -> Value
  ) -> ObservedValue {
    guard
      _isPOD(Value.self) || Value.self == String.self,
      let type = Value.self as? any Equatable.Type
    else { return ObservedValue(isCheapToCompare: isCheapToCompare) { { true } } }
    return ComparedObservedValue(
      isCheapToCompare: isCheapToCompare, areEqual: equality(of: type), read)
  }

  /// Watches the result of `read` while there is a value.
  ///
  /// When the value is removed, observers are not notified: the removal of a child concerns
  /// observers of its parent, and a read would return its last state. They are notified if there is
  /// another value later.
  @inlinable
  static func watching<Value>(
    isCheapToCompare: Bool, whileThere read: @escaping () -> Value?
  ) -> ObservedValue {
    guard
      _isPOD(Value.self) || Value.self == String.self,
      let type = Value.self as? any Equatable.Type
    else {
      return ObservedValue(isCheapToCompare: isCheapToCompare) { { read() == nil ? nil : true } }
    }
    let areEqual: (Value, Value) -> Bool = equality(of: type)
    return ObservedValue(isCheapToCompare: isCheapToCompare) {
      let seen = read()
      return { read().map { now in seen.map { !areEqual($0, now) } ?? true } }
    }
  }

  @usableFromInline
  static func equality<Value, Known: Equatable>(of _: Known.Type) -> (Value, Value) -> Bool {
    // Both are the same type: the static one, and the same one known to be equatable.
    { unsafeBitCast($0, to: Known.self) == unsafeBitCast($1, to: Known.self) }
  }
}

/// A part of a store's state whose value is kept and compared.
@usableFromInline
final class ComparedObservedValue<Value>: ObservedValue {
  private let areEqual: (Value, Value) -> Bool
  private let read: () -> Value
  /// The value that was read. In the object: observers that read again and again allocate nothing.
  @exclusivity(unchecked) private var seen: Value?

  @usableFromInline
  init(
    isCheapToCompare: Bool, areEqual: @escaping (Value, Value) -> Bool,
    _ read: @escaping () -> Value
  ) {
    self.areEqual = areEqual
    self.read = read
    super.init(isCheapToCompare: isCheapToCompare) { { nil } }
  }

  override func startLooking() {
    seen = read()
  }

  override var isChanged: Bool? {
    seen.map { !areEqual($0, read()) }
  }

  override func stopLooking() {
    seen = nil
  }
}
