import CCore
import Observation

/// A part of a store's state that was read while it was observed.
@usableFromInline
final class ObservedValue: Observable {
  /// Whether it costs next to nothing to look at the value.
  let isCheapToCompare: Bool
  // Here, as there is room beside the other one.
  @exclusivity(unchecked) private var isWatched = false
  /// Where the id is that the value is known by, if that is all there is to look at.
  let id: UnsafePointer<UInt64>?
  /// Looks at the value and returns a function that says whether it has changed since: `nil` while
  /// there is nothing to look at.
  private let watch: () -> (() -> Bool?)
  private let registrar = ObservationRegistrar()
  // Touched in the store's isolation only, like all of the store.
  @exclusivity(unchecked) private var hasChanged: (() -> Bool?)?
  /// The generation of the state in which an observer has read the value last.
  @exclusivity(unchecked) private var lookedIn: UInt64 = 0
  /// The type of the state whose part is read, if it is read as a whole.
  private var type: Any.Type?
  /// The property that is read.
  private var path: AnyKeyPath?

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

  /// Names the value for instruments as a state of a type.
  @usableFromInline
  func asWhole(_ type: Any.Type) -> Self {
    self.type = type
    return self
  }

  /// Names the value for instruments as a property.
  @usableFromInline
  func at(_ path: AnyKeyPath) -> Self {
    self.path = path
    return self
  }

  /// The property that the value is.
  var place: ObservedPlace? {
    path.map { ObservedPlace($0) } ?? type.map { ObservedPlace(type: $0, key: .whole) }
  }

  /// The property that observers register for.
  private subscript(mark: ObservationMark) -> Void { () }
  /// Evaluated once, as a key path literal costs as much as the rest of a read.
  private static let valuePath = UncheckedSendable(\ObservedValue[ObservationMark(0)])

  /// Records that the value is being read.
  ///
  /// - Returns: Whether the read is observed.
  func access() -> Bool {
    ObservationMark.isTracked { registrar.access(self, keyPath: Self.valuePath.value) }
  }

  /// Records that the value is watched from now on.
  ///
  /// - Returns: Whether it was not watched so far.
  func willBeWatched() -> Bool {
    guard !isWatched else { return false }
    isWatched = true
    return true
  }

  /// Starts watching for changes.
  ///
  /// - Parameter generation: The generation of the state.
  func startLooking(in generation: UInt64) {
    hasChanged = watch()
    lookedIn = generation
  }

  /// Whether the value may differ from the one that its observers have read.
  func mayDiffer(in generation: UInt64) -> Bool { hasChanged != nil && lookedIn != generation }

  /// Another observer reads the value. If it has changed since others have read it, it counts as
  /// changed from now on, also once it is again as they have seen it.
  func lookAgain(in generation: UInt64) {
    lookedIn = generation
    if isChanged != false { hasChanged = { true } }
  }

  /// Whether the value has changed since it was read; `nil` while there is no value.
  var isChanged: Bool? { hasChanged.flatMap { $0() } }

  /// Ceases to look for changes.
  func stopLooking() {
    hasChanged = nil
  }

  /// Notifies observers of the change, and stops watching the value.
  ///
  /// - Parameters:
  ///   - frame: The frame of the root store.
  ///   - generation: The generation of the state when the value was last compared.
  func notifyObservers(
    in frame: UnsafeMutablePointer<composable_frame>, since generation: UInt64
  ) {
    isWatched = false
    stopLooking()
    guard composable_instruments_observers() else { return notifyObservers() }
    ObservedChange(
      store: frame.pointee.store,
      action: ObservedChange.onlyAction(of: frame, since: generation),
      place: place
    )
    .notifying(.value(ObjectIdentifier(self))) { notifyObservers() }
  }

  private func notifyObservers() {
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
    guard equality(of: Value.self) != nil else {
      return ObservedValue(isCheapToCompare: isCheapToCompare) { { true } }
    }
    let value: () -> Value? = { .some(read()) }
    return watching(isCheapToCompare: isCheapToCompare, whileThere: value)
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
    guard let areEqual = equality(of: Value.self) else {
      return ObservedValue(isCheapToCompare: isCheapToCompare) { { read() == nil ? nil : true } }
    }
    return ObservedValue(isCheapToCompare: isCheapToCompare) {
      let seen = read()
      return {
        guard let now = read() else { return nil }
        guard let seen else { return true }
        return withUnsafePointer(to: seen) { seen in
          withUnsafePointer(to: now) { !areEqual(seen, $0) }
        }
      }
    }
  }

  /// Watches whether an optional child is there, and which one. Observers are notified when it is
  /// added, removed or replaced.
  ///
  /// - Parameter identity: Returns the identity of the child, `nil` if there is no child.
  static func watching(
    isCheapToCompare: Bool, identity: @escaping () -> ChildID??
  ) -> ObservedValue {
    ObservedValue(isCheapToCompare: isCheapToCompare) {
      let seen = identity()
      return { identity() != seen }
    }
  }

  @usableFromInline typealias Equality = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// The equality of two values in memory; `nil` for a type whose values are not kept.
  @inlinable
  static func equality<Value>(of _: Value.Type) -> Equality? {
    guard
      _isPOD(Value.self) || Value.self == String.self,
      let type = Value.self as? any Equatable.Type
    else { return nil }
    return equality(ofKnown: type)
  }

  @usableFromInline
  static func equality<Known: Equatable>(ofKnown _: Known.Type) -> Equality {
    { lhs, rhs in
      lhs.assumingMemoryBound(to: Known.self).pointee
        == rhs.assumingMemoryBound(to: Known.self).pointee
    }
  }
}
