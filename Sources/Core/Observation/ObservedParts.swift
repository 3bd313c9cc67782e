/// The identity of a value as its observers have seen it: it suffices to detect that the value was
/// replaced, and does not hold a reference that would prevent changes of a collection in place.
public struct _ObservedStamp: Hashable, Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  @inlinable
  init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }

  /// The stamp of an absent value, such as that of an optional that is `nil`.
  @inlinable
  static var nothing: Self { Self(0, 0) }
}

/// A value that consists of states with observers of their own: an ``ObservableState``, or a
/// collection of them.
///
/// A reader of such a value observes the identities and order of its states. Changes within them
/// notify only readers of the changed fields.
public protocol _ObservedParts {
  /// Identifies the states in the value and their order.
  var _$stamp: _ObservedStamp { get }

  /// Whether ``_$stamp`` takes constant time.
  static var _$isStampCheap: Bool { get }

  /// Whether a new value consists of new states: not in a collection, most of whose states stay
  /// when one is added.
  static var _$isReplacedAsWhole: Bool { get }

  /// Whether both consist of the same states in the same order, whatever these contain.
  func _$isSame(as other: Self) -> Bool

  /// Prepares for a change in place.
  ///
  /// - Returns: The argument for ``_$mayBeReplaced(since:)`` after the change.
  mutating func _$beginAccess() -> UInt64

  /// Whether states may have been replaced as a whole since the access began: for example by an
  /// earlier copy of themselves.
  func _$mayBeReplaced(since access: UInt64) -> Bool

  /// Records the fields, at every level, that differ from the values their observers have seen.
  static func _$noteDifferences(at value: UnsafePointer<Self>)

  /// Gives the states new identities, different from those of the states they are copies of.
  static func _$separate(at value: UnsafeMutablePointer<Self>)

  /// Lets the states keep the identities of the previous ones if they are the same by another
  /// criterion, such as the id of an element. Gives all others new identities.
  mutating func _$succeed(_ old: Self)

  /// Gives the value, which replaces another with the same id, the stamp of that one.
  mutating func _$keep(_ stamp: _ObservedStamp)
}

extension _ObservedParts {
  /// `true`.
  public static var _$isStampCheap: Bool { true }

  /// `true`.
  public static var _$isReplacedAsWhole: Bool { true }

  /// No access is known.
  public mutating func _$beginAccess() -> UInt64 { 0 }

  /// No access is known.
  public func _$mayBeReplaced(since access: UInt64) -> Bool { true }

  /// Leaves the states as they are.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {}

  /// Leaves the value unchanged.
  public mutating func _$keep(_ stamp: _ObservedStamp) {}

  /// Gives the states new identities.
  public mutating func _$succeed(_ old: Self) {
    withUnsafeMutablePointer(to: &self) { Self._$separate(at: $0) }
  }
}

extension Optional: _ObservedParts where Wrapped: _ObservedParts {
  /// The stamp of the wrapped value.
  public var _$stamp: _ObservedStamp { self?._$stamp ?? .nothing }

  /// The same as of the wrapped value.
  public static var _$isStampCheap: Bool { Wrapped._$isStampCheap }

  /// Whether both are `nil`, or the wrapped values are the same.
  public func _$isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (let wrapped?, let other?): wrapped._$isSame(as: other)
    case (nil, nil): true
    default: false
    }
  }

  /// The same as of the wrapped value.
  public static var _$isReplacedAsWhole: Bool { Wrapped._$isReplacedAsWhole }

  /// Prepares the wrapped value. Without one, returns a number that no value has: the mark of a new
  /// state is 0.
  public mutating func _$beginAccess() -> UInt64 { self?._$beginAccess() ?? .max }

  /// Whether the wrapped value was added, or may have been replaced.
  public func _$mayBeReplaced(since access: UInt64) -> Bool {
    self?._$mayBeReplaced(since: access) ?? true
  }

  /// Records the differences in the wrapped value.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    guard value.pointee != nil else { return }
    // The payload of an optional lies at its beginning.
    Wrapped._$noteDifferences(
      at: UnsafeRawPointer(value).assumingMemoryBound(to: Wrapped.self))
  }

  /// Separates the wrapped value.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard value.pointee != nil else { return }
    Wrapped._$separate(at: UnsafeMutableRawPointer(value).assumingMemoryBound(to: Wrapped.self))
  }

  /// Lets the wrapped value keep the identity of the previous one.
  public mutating func _$succeed(_ old: Self) {
    if let old {
      self?._$succeed(old)
    } else {
      withUnsafeMutablePointer(to: &self) { Self._$separate(at: $0) }
    }
  }
}

extension PresentationState: _ObservedParts where State: _ObservedParts {
  /// The stamp of the presented state.
  public var _$stamp: _ObservedStamp { wrappedValue._$stamp }

  /// The same as of the presented state.
  public static var _$isStampCheap: Bool { State._$isStampCheap }

  /// Whether both present the same state, or nothing.
  public func _$isSame(as other: Self) -> Bool { wrappedValue._$isSame(as: other.wrappedValue) }

  /// The same as of the presented state.
  public static var _$isReplacedAsWhole: Bool { State._$isReplacedAsWhole }

  /// Prepares the presented state.
  public mutating func _$beginAccess() -> UInt64 {
    isPresented ? uniqueBox().value._$beginAccess() : .max
  }

  /// Whether the presented state was added, or may have been replaced.
  public func _$mayBeReplaced(since access: UInt64) -> Bool {
    wrappedValue._$mayBeReplaced(since: access)
  }

  /// Records the differences in the presented state.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    guard let box = value.pointee.box, !box.isEmpty else { return }
    withUnsafePointer(to: &box.value) { Optional._$noteDifferences(at: $0) }
  }

  /// Separates the presented state.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard value.pointee.isPresented else { return }
    let box = value.pointee.uniqueBox()
    withUnsafeMutablePointer(to: &box.value) { Optional._$separate(at: $0) }
  }
}

extension IdentifiedArray: _ObservedParts where Element: _ObservedParts {
  /// The stamp of the ids.
  public var _$stamp: _ObservedStamp { _ObservedStamp(structure, 1) }

  /// Whether both have the same ids in the same order.
  public func _$isSame(as other: Self) -> Bool {
    structure == other.structure || storage.keys == other.storage.keys
  }

  /// The address of the elements.
  public mutating func _$beginAccess() -> UInt64 { placeOfElements }

  /// Whether the elements have moved to another address. Changes in place are recorded in place.
  public func _$mayBeReplaced(since access: UInt64) -> Bool { placeOfElements != access }

  private var placeOfElements: UInt64 {
    storage.values.withUnsafeBufferPointer {
      UInt64(UInt(bitPattern: $0.baseAddress)) &+ structure &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// Records the differences in the elements.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    value.pointee.storage.values.withUnsafeBufferPointer { ObservedLayout.noteDifferences(in: $0) }
  }

  /// Does nothing: elements keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    // Its own count would be reached through the conformance to `Collection`.
    guard value.pointee.storage.count > 0,
      let separate = ObservedLayout.separateElements(of: Element.self)
    else { return }
    value.pointee.storage.values.withUnsafeMutableBufferPointer { separate($0) }
  }

  /// Lets elements with the ids of previous ones keep their identities, and gives all others new
  /// ones.
  public mutating func _$succeed(_ old: Self) {
    // Otherwise the next comparison of the array would find a change that did not happen.
    if structure != old.structure, _$isSame(as: old) { keepStructure(of: old) }
    for index in 0..<storage.count {
      guard let known = old.storage.index(forKey: storage.keys[index]) else {
        Element._$separate(at: &storage.values[index])
        continue
      }
      guard !old.storage.values[known]._$isSame(as: storage.values[index]) else { continue }
      storage.values[index]._$keep(old.storage.values[known]._$stamp)
    }
  }
}

extension StackState: _ObservedParts where Element: _ObservedParts {
  /// The stamp of the ids.
  public var _$stamp: _ObservedStamp { storage._$stamp }

  /// Whether both have the same ids in the same order.
  public func _$isSame(as other: Self) -> Bool { storage._$isSame(as: other.storage) }

  /// The address of the elements.
  public mutating func _$beginAccess() -> UInt64 { storage._$beginAccess() }

  /// Whether the elements have moved to another address.
  public func _$mayBeReplaced(since access: UInt64) -> Bool {
    storage._$mayBeReplaced(since: access)
  }

  /// Records the differences in the elements.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    value.pointee.storage.storage.values.withUnsafeBufferPointer {
      ObservedLayout.noteDifferences(in: $0)
    }
  }

  /// Does nothing: elements keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    IdentifiedArray._$separate(at: &value.pointee.storage)
  }

  /// Lets elements with the ids of previous ones keep their identities, and gives all others new
  /// ones.
  public mutating func _$succeed(_ old: Self) { storage._$succeed(old.storage) }
}

extension Array: _ObservedParts where Element: _ObservedParts {
  /// The stamp of the elements.
  public var _$stamp: _ObservedStamp {
    var hasher = Hasher()
    for element in self { hasher.combine(element._$stamp) }
    return _ObservedStamp(UInt64(bitPattern: Int64(hasher.finalize())), UInt64(count) &+ 1)
  }

  /// `false`: it reads each element.
  public static var _$isStampCheap: Bool { false }

  /// Whether the elements are the same in the same order.
  public func _$isSame(as other: Self) -> Bool {
    elementsEqual(other) { $0._$isSame(as: $1) }
  }

  /// Records the differences in the elements.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    value.pointee.withUnsafeBufferPointer { ObservedLayout.noteDifferences(in: $0) }
  }

  /// Does nothing: elements keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard let separate = ObservedLayout.separateElements(of: Element.self) else { return }
    value.pointee.withUnsafeMutableBufferPointer { separate($0) }
  }

  /// Gives new identities to elements from elsewhere, unless all elements are the same.
  public mutating func _$succeed(_ old: Self) {
    let known = Set(old.map(\._$stamp))
    guard let separate = ObservedLayout.of(Element.self).separate else { return }
    for index in indices where !known.contains(self[index]._$stamp) {
      withUnsafeMutablePointer(to: &self[index]) { separate($0) }
    }
  }
}

extension Dictionary: _ObservedParts where Value: _ObservedParts {
  /// The stamp of the keys and values.
  public var _$stamp: _ObservedStamp {
    var stamp: UInt64 = 0
    for (key, value) in self {
      var hasher = Hasher()
      hasher.combine(key)
      hasher.combine(value._$stamp)
      // Independent of their order.
      stamp &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return _ObservedStamp(stamp, UInt64(count) &+ 1)
  }

  /// `false`: it reads each value.
  public static var _$isStampCheap: Bool { false }

  /// Whether the values are the same for the same keys.
  public func _$isSame(as other: Self) -> Bool {
    count == other.count
      && allSatisfy { key, value in other[key].map { value._$isSame(as: $0) } ?? false }
  }

  /// Records the differences in the values.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    for value in value.pointee.values {
      withUnsafePointer(to: value) { Value._$noteDifferences(at: $0) }
    }
  }

  /// Does nothing: values keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the values.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard ObservedLayout.separateElements(of: Value.self) != nil else { return }
    for index in value.pointee.values.indices {
      Value._$separate(at: &value.pointee.values[index])
    }
  }

  /// Gives new identities to values from elsewhere.
  public mutating func _$succeed(_ old: Self) {
    let known = Set(old.values.map(\._$stamp))
    guard ObservedLayout.separateElements(of: Value.self) != nil else { return }
    for index in values.indices where !known.contains(values[index]._$stamp) {
      Value._$separate(at: &values[index])
    }
  }
}
