import Observation

/// A part of a store's state that was read while it was observed.
@usableFromInline
class ObservedValue: Observable {
  /// Whether it costs next to nothing to look at the value.
  final let isAtHand: Bool
  /// Where the id is that the value is known by, if that is all there is to look at.
  final let id: UnsafePointer<UInt64>?
  /// Looks at the value and returns a function that tells whether it has changed since: `nil` while
  /// there is nothing to look at.
  private final let watch: () -> (() -> Bool?)
  private final let registrar = ObservationRegistrar()
  // Touched in the store's isolation only, like all of the store.
  @exclusivity(unchecked) private final var isWatched = false
  @exclusivity(unchecked) private final var hasChanged: (() -> Bool?)?

  @usableFromInline
  init(isAtHand: Bool, watch: @escaping () -> (() -> Bool?)) {
    self.isAtHand = isAtHand
    self.watch = watch
    id = nil
  }

  /// Watches an id that is kept at an address.
  init(id: UnsafePointer<UInt64>) {
    isAtHand = true
    self.id = id
    watch = {
      let seen = id.pointee
      return { id.pointee != seen }
    }
  }

  /// What observers register for.
  private subscript(mark: ObservationMark) -> Void { () }
  /// Evaluated once, as a key path literal costs as much as the rest of a read.
  private static let valuePath = UncheckedSendable(\ObservedValue[ObservationMark(0)])

  /// Notes that the value is being read.
  ///
  /// - Returns: Whether the read is observed.
  final func access() -> Bool {
    ObservationMark.isTracked { registrar.access(self, keyPath: Self.valuePath.value) }
  }

  /// Notes that the value is watched from now on.
  ///
  /// - Returns: Whether it was not watched so far.
  final func willBeWatched() -> Bool {
    guard !isWatched else { return false }
    isWatched = true
    return true
  }

  /// Begins to look for changes.
  func startLooking() {
    hasChanged = watch()
  }

  /// Whether the value has changed since it was read; `nil` while there is nothing to look at.
  var isChanged: Bool? { hasChanged.flatMap { $0() } }

  /// Ceases to look for changes.
  func stopLooking() {
    hasChanged = nil
  }

  /// Tells observers that the value has changed, and stops watching it.
  final func tellObservers() {
    isWatched = false
    stopLooking()
    registrar.willSet(self, keyPath: Self.valuePath.value)
    registrar.didSet(self, keyPath: Self.valuePath.value)
  }
}

extension ObservedValue {
  /// Watches what `read` returns.
  ///
  /// Values without references, and strings, are kept and compared. Of others it is assumed that
  /// they changed: to keep one would make the next reducer that changes a collection in it copy the
  /// whole collection.
  ///
  /// - Parameters:
  ///   - isAtHand: Whether `read` only looks at an address.
  ///   - read: Returns the value as it is now.
  @inlinable
  static func watching<Value>(
    isAtHand: Bool, _ read: @escaping () -> Value
  ) -> ObservedValue {
    guard
      _isPOD(Value.self) || Value.self == String.self,
      let type = Value.self as? any Equatable.Type
    else { return ObservedValue(isAtHand: isAtHand) { { true } } }
    return ComparedObservedValue(isAtHand: isAtHand, areEqual: equality(of: type), read)
  }

  /// Watches what `read` returns while there is something to read.
  ///
  /// When there is nothing any more, observers are not told: a child's end concerns those who observe
  /// its parent, and what they would read is no more than a memory. They are told if there is
  /// something else later.
  @inlinable
  static func watching<Value>(
    isAtHand: Bool, whileThere read: @escaping () -> Value?
  ) -> ObservedValue {
    guard
      _isPOD(Value.self) || Value.self == String.self,
      let type = Value.self as? any Equatable.Type
    else { return ObservedValue(isAtHand: isAtHand) { { read() == nil ? nil : true } } }
    let areEqual: (Value, Value) -> Bool = equality(of: type)
    return ObservedValue(isAtHand: isAtHand) {
      let seen = read()
      return { read().map { now in seen.map { !areEqual($0, now) } ?? true } }
    }
  }

  @usableFromInline
  static func equality<Value, Known: Equatable>(of _: Known.Type) -> (Value, Value) -> Bool {
    // Both are the same type: one as the caller knows it, the other known to be equatable.
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
    isAtHand: Bool, areEqual: @escaping (Value, Value) -> Bool, _ read: @escaping () -> Value
  ) {
    self.areEqual = areEqual
    self.read = read
    super.init(isAtHand: isAtHand) { { nil } }
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
