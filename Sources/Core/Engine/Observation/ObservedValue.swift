import CCore
import Observation

/// A part of a store's state that was read while it was observed.
@usableFromInline
class ObservedValue: Observable {
  /// Whether it costs next to nothing to look at the value.
  final let isCheapToCompare: Bool
  // Here, as there is room beside the other one.
  @exclusivity(unchecked) private final var isWatched = false
  /// Where the id is that the value is known by, if that is all there is to look at.
  final let id: UnsafePointer<UInt64>?
  /// Looks at the value and returns a function that says whether it has changed since: `nil` while
  /// there is nothing to look at.
  private final let watch: () -> (() -> Bool?)
  private final let registrar = ObservationRegistrar()
  // Touched in the store's isolation only, like all of the store.
  @exclusivity(unchecked) private final var hasChanged: (() -> Bool?)?
  /// The type of the state whose part is read, if it is read as a whole.
  private final var type: Any.Type?
  /// The property that is read.
  private final var path: AnyKeyPath?

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
  final func asWhole(_ type: Any.Type) -> Self {
    self.type = type
    return self
  }

  /// Names the value for instruments as a property.
  @usableFromInline
  final func at(_ path: AnyKeyPath) -> Self {
    self.path = path
    return self
  }

  /// The property that the value is.
  final var place: ObservedPlace? {
    path.map { ObservedPlace($0) } ?? type.map { ObservedPlace(type: $0, key: .whole) }
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
  ///
  /// - Parameters:
  ///   - frame: The frame of the root store.
  ///   - generation: The generation of the state when the value was last compared.
  final func notifyObservers(
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

  private final func notifyObservers() {
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
    let areEqual = equality(of: type)
    return ComparedObservedValue(
      isCheapToCompare: isCheapToCompare,
      layout: ComparedLayout(
        size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment,
        isString: Value.self == String.self),
      read: { $0.assumingMemoryBound(to: Value.self).initialize(to: read()) },
      isDifferent: { seen in
        withUnsafePointer(to: read()) { !areEqual(seen, $0) }
      })
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
    let areEqual = equality(of: type)
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

  @usableFromInline typealias Equality = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// The equality of two values in memory, of a type that is known to be equatable.
  @usableFromInline
  static func equality<Known: Equatable>(of _: Known.Type) -> Equality {
    { lhs, rhs in
      lhs.assumingMemoryBound(to: Known.self).pointee
        == rhs.assumingMemoryBound(to: Known.self).pointee
    }
  }
}

/// The memory that a kept value needs.
@usableFromInline
struct ComparedLayout {
  let size: Int
  let alignment: Int
  /// Whether it is a string, and plain bytes otherwise.
  let isString: Bool

  @usableFromInline
  init(size: Int, alignment: Int, isString: Bool) {
    self.size = size
    self.alignment = alignment
    self.isString = isString
  }
}

/// A part of a store's state whose value is kept and compared.
///
/// Without the type of the value, which only the functions know that are compiled where it is
/// known: a generic class would look up the metadata of an optional value several times per action.
@usableFromInline
final class ComparedObservedValue: ObservedValue {
  private let layout: ComparedLayout
  private let read: (UnsafeMutableRawPointer) -> Void
  private let isDifferent: (UnsafeRawPointer) -> Bool
  // The value that was read. In the object: observers that read again and again allocate nothing.
  @exclusivity(unchecked) private var small: (UInt64, UInt64) = (0, 0)
  /// The memory of a value that is larger.
  private let large: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var hasValue = false

  /// - Parameters:
  ///   - read: Initializes memory with the current value.
  ///   - isDifferent: Whether the current value is another than the one in memory.
  @usableFromInline
  init(
    isCheapToCompare: Bool, layout: ComparedLayout,
    read: @escaping (UnsafeMutableRawPointer) -> Void,
    isDifferent: @escaping (UnsafeRawPointer) -> Bool
  ) {
    self.layout = layout
    self.read = read
    self.isDifferent = isDifferent
    let isSmall = layout.size <= 16 && layout.alignment <= MemoryLayout<UInt64>.alignment
    large = isSmall ? nil : .allocate(byteCount: layout.size, alignment: layout.alignment)
    super.init(isCheapToCompare: isCheapToCompare) { { nil } }
  }

  deinit {
    stopLooking()
    large?.deallocate()
  }

  /// Runs `body` with the address of the kept value.
  @inline(__always)
  private func withValue<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    if let large { return body(large) }
    return withUnsafeMutablePointer(to: &small) { body($0) }
  }

  override func startLooking() {
    stopLooking()
    withValue(read)
    hasValue = true
  }

  override var isChanged: Bool? {
    hasValue ? withValue { isDifferent($0) } : nil
  }

  override func stopLooking() {
    guard hasValue else { return }
    hasValue = false
    guard layout.isString else { return }
    withValue { _ = $0.assumingMemoryBound(to: String.self).deinitialize(count: 1) }
  }
}
