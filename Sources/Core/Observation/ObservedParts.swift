/// What observers have seen of a value: enough to tell whether it is another now, and nothing that
/// would keep a collection from being changed in place.
public struct _ObservedStamp: Hashable, Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  @inlinable
  init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }

  /// The stamp of nothing, such as an optional without a value.
  @inlinable
  static var nothing: Self { Self(0, 0) }
}

/// A value that consists of states which are observed by themselves: an ``ObservableState``, or a
/// collection of them.
///
/// Who reads such a value observes which states it consists of. What changes within them is observed
/// by those who read that.
public protocol _ObservedParts {
  /// What tells the states in the value, and their order, from others.
  var _$stamp: _ObservedStamp { get }

  /// Whether ``_$stamp`` takes constant time.
  static var _$isStampCheap: Bool { get }

  /// Whether another value means other states: not in a collection, where most stay when one comes.
  static var _$isReplacedAsWhole: Bool { get }

  /// Whether both consist of the same states in the same order, whatever these contain.
  func _$isSame(as other: Self) -> Bool

  /// Prepares for a change in place.
  ///
  /// - Returns: What ``_$mayBeReplaced(since:)`` is to be given afterwards.
  mutating func _$beginAccess() -> UInt64

  /// Whether states may have been replaced as a whole since the access began: by a copy of themselves,
  /// for example, that was made earlier.
  func _$mayBeReplaced(since access: UInt64) -> Bool

  /// Notes the fields, at every level, that are not what their observers have seen.
  static func _$noteDifferences(at value: UnsafePointer<Self>)

  /// Makes the states other states than those they are copies of.
  static func _$separate(at value: UnsafeMutablePointer<Self>)

  /// Makes the states the ones that were there before where something else than an id tells that they
  /// are: an id of an element, for example. Makes all others states of their own.
  mutating func _$succeed(_ old: Self)

  /// Makes the value, which takes the place of another with the same id, the one with that stamp.
  mutating func _$keep(_ stamp: _ObservedStamp)
}

extension _ObservedParts {
  /// It does.
  public static var _$isStampCheap: Bool { true }

  /// It does.
  public static var _$isReplacedAsWhole: Bool { true }

  /// Nothing is known.
  public mutating func _$beginAccess() -> UInt64 { 0 }

  /// Nothing is known.
  public func _$mayBeReplaced(since access: UInt64) -> Bool { true }

  /// Leaves the states as they are.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {}

  /// Leaves the value the one that it is.
  public mutating func _$keep(_ stamp: _ObservedStamp) {}

  /// Makes the states others than those they are copies of.
  public mutating func _$succeed(_ old: Self) {
    withUnsafeMutablePointer(to: &self) { Self._$separate(at: $0) }
  }
}

extension Optional: _ObservedParts where Wrapped: _ObservedParts {
  /// The stamp of the wrapped value.
  public var _$stamp: _ObservedStamp { self?._$stamp ?? .nothing }

  /// That of the wrapped value.
  public static var _$isStampCheap: Bool { Wrapped._$isStampCheap }

  /// Whether both are `nil`, or the wrapped values are the same.
  public func _$isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (let wrapped?, let other?): wrapped._$isSame(as: other)
    case (nil, nil): true
    default: false
    }
  }

  /// Whether those of the wrapped value are.
  public static var _$isReplacedAsWhole: Bool { Wrapped._$isReplacedAsWhole }

  /// Prepares the wrapped value. Without one, returns what no value has: a new state has the mark 0.
  public mutating func _$beginAccess() -> UInt64 { self?._$beginAccess() ?? .max }

  /// Whether the wrapped value came, or may have been replaced.
  public func _$mayBeReplaced(since access: UInt64) -> Bool {
    self?._$mayBeReplaced(since: access) ?? true
  }

  /// Notes the differences in the wrapped value.
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

  /// Makes the wrapped value the one that was there before.
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

  /// That of the presented state.
  public static var _$isStampCheap: Bool { State._$isStampCheap }

  /// Whether both present the same state, or nothing.
  public func _$isSame(as other: Self) -> Bool { wrappedValue._$isSame(as: other.wrappedValue) }

  /// Whether those of the presented state are.
  public static var _$isReplacedAsWhole: Bool { State._$isReplacedAsWhole }

  /// Prepares the presented state.
  public mutating func _$beginAccess() -> UInt64 {
    isPresented ? uniqueBox().value._$beginAccess() : .max
  }

  /// Whether the presented state came, or may have been replaced.
  public func _$mayBeReplaced(since access: UInt64) -> Bool {
    wrappedValue._$mayBeReplaced(since: access)
  }

  /// Notes the differences in the presented state.
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

  /// Notes where the elements are.
  public mutating func _$beginAccess() -> UInt64 { placeOfElements }

  /// Whether the elements are elsewhere. Those that are changed where they are, are looked at there.
  public func _$mayBeReplaced(since access: UInt64) -> Bool { placeOfElements != access }

  private var placeOfElements: UInt64 {
    storage.values.withUnsafeBufferPointer {
      UInt64(UInt(bitPattern: $0.baseAddress)) &+ structure &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// Notes the differences in the elements.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    value.pointee.storage.values.withUnsafeBufferPointer { ObservedLayout.noteDifferences(in: $0) }
  }

  /// They stay.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard !value.pointee.isEmpty,
      let separate = ObservedLayout.separateElements(of: Element.self)
    else { return }
    value.pointee.storage.values.withUnsafeMutableBufferPointer { separate($0) }
  }

  /// Makes the elements those that were there before, by their ids, and all others states of their own.
  public mutating func _$succeed(_ old: Self) {
    // Otherwise the next look at the array would find a change that there has not been.
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

  /// Notes where the elements are.
  public mutating func _$beginAccess() -> UInt64 { storage._$beginAccess() }

  /// Whether the elements are elsewhere.
  public func _$mayBeReplaced(since access: UInt64) -> Bool {
    storage._$mayBeReplaced(since: access)
  }

  /// Notes the differences in the elements.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    value.pointee.storage.storage.values.withUnsafeBufferPointer {
      ObservedLayout.noteDifferences(in: $0)
    }
  }

  /// They stay.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    IdentifiedArray._$separate(at: &value.pointee.storage)
  }

  /// Makes the elements those that were there before, by their ids, and all others states of their own.
  public mutating func _$succeed(_ old: Self) { storage._$succeed(old.storage) }
}

extension Array: _ObservedParts where Element: _ObservedParts {
  /// The stamp of the elements.
  public var _$stamp: _ObservedStamp {
    var hasher = Hasher()
    for element in self { hasher.combine(element._$stamp) }
    return _ObservedStamp(UInt64(bitPattern: Int64(hasher.finalize())), UInt64(count) &+ 1)
  }

  /// It takes a look at each element.
  public static var _$isStampCheap: Bool { false }

  /// Whether the elements are the same in the same order.
  public func _$isSame(as other: Self) -> Bool {
    elementsEqual(other) { $0._$isSame(as: $1) }
  }

  /// Notes the differences in the elements.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    value.pointee.withUnsafeBufferPointer { ObservedLayout.noteDifferences(in: $0) }
  }

  /// They stay.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard let separate = ObservedLayout.separateElements(of: Element.self) else { return }
    value.pointee.withUnsafeMutableBufferPointer { separate($0) }
  }

  /// Makes elements that come from elsewhere states of their own, unless they are all the same.
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
      // Whatever their order.
      stamp &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return _ObservedStamp(stamp, UInt64(count) &+ 1)
  }

  /// It takes a look at each value.
  public static var _$isStampCheap: Bool { false }

  /// Whether the values are the same for the same keys.
  public func _$isSame(as other: Self) -> Bool {
    count == other.count
      && allSatisfy { key, value in other[key].map { value._$isSame(as: $0) } ?? false }
  }

  /// Notes the differences in the values.
  public static func _$noteDifferences(at value: UnsafePointer<Self>) {
    for value in value.pointee.values {
      withUnsafePointer(to: value) { Value._$noteDifferences(at: $0) }
    }
  }

  /// They stay.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Separates the values.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard ObservedLayout.separateElements(of: Value.self) != nil else { return }
    for index in value.pointee.values.indices {
      Value._$separate(at: &value.pointee.values[index])
    }
  }

  /// Makes values that come from elsewhere states of their own.
  public mutating func _$succeed(_ old: Self) {
    let known = Set(old.values.map(\._$stamp))
    guard ObservedLayout.separateElements(of: Value.self) != nil else { return }
    for index in values.indices where !known.contains(values[index]._$stamp) {
      Value._$separate(at: &values[index])
    }
  }
}
