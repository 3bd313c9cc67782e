internal import CCore

extension IdentifiedArray: _ObservedParts where Element: _ObservedParts {
  /// The identity of the ids and their order.
  public var _$identity: _ObservedIdentity? { _ObservedIdentity(structure, 1) }

  /// `false`: elements keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Whether both have the same ids in the same order, and no element was replaced by one that
  /// differs in a property without observers, such as a constant.
  public func _$isSame(as other: Self) -> Bool {
    (structure == other.structure || storage.keys == other.storage.keys)
      && !hasUnobservedDifference(from: other)
  }

  /// Whether an element differs from the one in the same place in a property without observers.
  private func hasUnobservedDifference(from other: Self) -> Bool {
    guard let unobserved = ObservedLayout.of(Element.self).unobserved else { return false }
    return storage.values.withUnsafeBufferPointer { elements in
      other.storage.values.withUnsafeBufferPointer { others in
        guard elements.baseAddress != others.baseAddress else { return false }
        return elements.indices.contains { index in
          let element = elements.baseAddress.unsafelyUnwrapped + index
          let other = others.baseAddress.unsafelyUnwrapped + index
          return !element.pointee._$isSame(as: other.pointee)
            && unobserved.areDifferent(other, element)
        }
      }
    }
  }

  /// Marks the collection. Its methods record the changes and replacements of elements.
  public mutating func _$beginAccess() -> _ObservedAccess { _ObservedAccess(&accessMark) }

  /// Whether it is another collection.
  public mutating func _$endAccess(_ access: _ObservedAccess) -> Bool { access.end(&accessMark) }

  /// Records the differences in the elements that were there before.
  public static func _$noteDifferences(
    from old: UnsafePointer<Self>, to new: UnsafePointer<Self>
  ) {
    let old = old.pointee.storage
    let new = new.pointee.storage
    old.values.withUnsafeBufferPointer { oldElements in
      new.values.withUnsafeBufferPointer { newElements in
        for index in newElements.indices {
          let id = new.keys[index]
          let isInPlace = index < oldElements.count && old.keys[index] == id
          guard let known = isInPlace ? index : old.index(forKey: id) else { continue }
          let oldElement = oldElements.baseAddress.unsafelyUnwrapped + known
          let newElement = newElements.baseAddress.unsafelyUnwrapped + index
          if oldElement.pointee._$isSame(as: newElement.pointee) {
            Element._$noteDifferences(from: oldElement, to: newElement)
          } else {
            // An element that is replaced while nothing is observed gets a new identity; an earlier
            // copy of the array has the old one. The ids are the same, so that readers of the
            // array are not notified, and readers of the element have to be.
            Element._$noteReplacement(at: oldElement)
            ObservedFields.noteCase(of: Element.self)
          }
        }
      }
    }
  }

  /// Records the fields of the elements.
  public static func _$noteReplacement(at value: UnsafePointer<Self>) {
    value.pointee.storage.values.withUnsafeBufferPointer { noteReplacements(in: $0) }
  }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    // Its own count would be reached through the conformance to `Collection`.
    guard value.pointee.storage.count > 0, let separate = separateElements(of: Element.self) else {
      return
    }
    value.pointee.storage.values.withUnsafeMutableBufferPointer { separate($0) }
  }

  /// Lets elements with the ids of previous ones keep their identities, and gives all others new
  /// ones.
  public mutating func _$succeed(_ old: Self) {
    // Otherwise the next comparison of the array would find a change that did not happen.
    if structure != old.structure, _$isSame(as: old) { keepStructure(of: old) }
    let unobserved = ObservedLayout.of(Element.self).unobserved
    for index in 0..<storage.count {
      guard let known = old.storage.index(forKey: storage.keys[index]) else {
        Element._$separate(at: &storage.values[index])
        continue
      }
      guard !old.storage.values[known]._$isSame(as: storage.values[index]),
        let identity = old.storage.values[known]._$identity
      else { continue }
      let isOther =
        unobserved.map { unobserved in
          withUnsafePointer(to: old.storage.values[known]) { old in
            withUnsafePointer(to: storage.values[index]) { unobserved.areDifferent(old, $0) }
          }
        } ?? false
      if isOther {
        Element._$separate(at: &storage.values[index])
      } else {
        storage.values[index]._$keep(identity)
      }
    }
  }
}

extension StackState: _ObservedParts where Element: _ObservedParts {
  /// The identity of the ids and their order.
  public var _$identity: _ObservedIdentity? { storage._$identity }

  /// `false`: elements keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Whether both have the same ids in the same order.
  public func _$isSame(as other: Self) -> Bool { storage._$isSame(as: other.storage) }

  /// Marks the stack. Its methods record the changes and replacements of elements.
  public mutating func _$beginAccess() -> _ObservedAccess { storage._$beginAccess() }

  /// Whether it is another stack.
  public mutating func _$endAccess(_ access: _ObservedAccess) -> Bool {
    storage._$endAccess(access)
  }

  /// Records the differences in the elements that were there before.
  public static func _$noteDifferences(
    from old: UnsafePointer<Self>, to new: UnsafePointer<Self>
  ) {
    withUnsafePointer(to: old.pointee.storage) { old in
      withUnsafePointer(to: new.pointee.storage) {
        IdentifiedArray._$noteDifferences(from: old, to: $0)
      }
    }
  }

  /// Records the fields of the elements.
  public static func _$noteReplacement(at value: UnsafePointer<Self>) {
    withUnsafePointer(to: value.pointee.storage) { IdentifiedArray._$noteReplacement(at: $0) }
  }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    IdentifiedArray._$separate(at: &value.pointee.storage)
  }

  /// Lets elements with the ids of previous ones keep their identities, and gives all others new
  /// ones.
  public mutating func _$succeed(_ old: Self) { storage._$succeed(old.storage) }
}

extension Array: _ObservedParts where Element: _ObservedParts {
  /// `true`.
  public static var _$isKept: Bool { true }

  /// `false`: elements keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Whether the elements are the same in the same order.
  public func _$isSame(as other: Self) -> Bool {
    elementsEqual(other) { $0._$isSame(as: $1) }
  }

  /// Records the differences in the elements that were there before.
  public static func _$noteDifferences(
    from old: UnsafePointer<Self>, to new: UnsafePointer<Self>
  ) {
    // Made for the first element that is in another place.
    var places: [_ObservedIdentity: Int]?
    old.pointee.withUnsafeBufferPointer { old in
      func place(of element: Element, _ index: Int) -> Int? {
        if index < old.count, old[index]._$isSame(as: element) { return index }
        let known =
          places
          ?? Dictionary(
            old.enumerated().compactMap { index, element in
              element._$identity.map { ($0, index) }
            }, uniquingKeysWith: { first, _ in first })
        places = known
        return element._$identity.flatMap { known[$0] }
      }
      new.pointee.withUnsafeBufferPointer { new in
        for index in new.indices {
          let element = new.baseAddress.unsafelyUnwrapped + index
          if let place = place(of: element.pointee, index) {
            Element._$noteDifferences(
              from: old.baseAddress.unsafelyUnwrapped + place, to: element)
          } else {
            Element._$noteReplacement(at: element)
          }
        }
      }
    }
  }

  /// Records the fields of the elements.
  public static func _$noteReplacement(at value: UnsafePointer<Self>) {
    value.pointee.withUnsafeBufferPointer { noteReplacements(in: $0) }
  }

  /// Separates the elements.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard let separate = separateElements(of: Element.self) else { return }
    value.pointee.withUnsafeMutableBufferPointer { separate($0) }
  }

  /// Gives new identities to elements from elsewhere.
  public mutating func _$succeed(_ old: Self) {
    let known: Set<_ObservedIdentity?> = Set(old.compactMap(\._$identity))
    guard let separate = ObservedLayout.of(Element.self).states?.separate else { return }
    for index in indices where !known.contains(self[index]._$identity) {
      withUnsafeMutablePointer(to: &self[index]) { separate($0) }
    }
  }
}

extension Dictionary: _ObservedParts where Value: _ObservedParts {
  /// `true`.
  public static var _$isKept: Bool { true }

  /// `false`: values keep their identities.
  public static var _$isReplacedAsWhole: Bool { false }

  /// Whether the values are the same for the same keys.
  public func _$isSame(as other: Self) -> Bool {
    count == other.count
      && allSatisfy { key, value in other[key].map { value._$isSame(as: $0) } ?? false }
  }

  /// Records the differences in the values that were there before.
  public static func _$noteDifferences(
    from old: UnsafePointer<Self>, to new: UnsafePointer<Self>
  ) {
    for (key, value) in new.pointee {
      withUnsafePointer(to: value) { value in
        guard let known = old.pointee[key] else { return Value._$noteReplacement(at: value) }
        withUnsafePointer(to: known) { Value._$noteDifferences(from: $0, to: value) }
      }
    }
  }

  /// Records the fields of the values.
  public static func _$noteReplacement(at value: UnsafePointer<Self>) {
    for value in value.pointee.values {
      withUnsafePointer(to: value) { Value._$noteReplacement(at: $0) }
    }
  }

  /// Separates the values.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard separateElements(of: Value.self) != nil else { return }
    for index in value.pointee.values.indices {
      Value._$separate(at: &value.pointee.values[index])
    }
  }

  /// Gives new identities to values from elsewhere.
  public mutating func _$succeed(_ old: Self) {
    let known: Set<_ObservedIdentity?> = Set(old.values.compactMap(\._$identity))
    guard separateElements(of: Value.self) != nil else { return }
    for index in values.indices where !known.contains(values[index]._$identity) {
      Value._$separate(at: &values[index])
    }
  }
}

/// Records the fields of elements.
private func noteReplacements<Element: _ObservedParts>(in elements: UnsafeBufferPointer<Element>) {
  for index in elements.indices {
    Element._$noteReplacement(at: elements.baseAddress.unsafelyUnwrapped + index)
  }
}

/// Gives the states in a collection new identities, which their originals do not have. Not while
/// nothing is observed, as it copies all elements.
private func separateElements<Element>(
  of _: Element.Type
) -> ((UnsafeMutableBufferPointer<Element>) -> Void)? {
  guard composable_observes() || composable_get_frame() == nil,
    let separate = ObservedLayout.of(Element.self).states?.separate
  else { return nil }
  return { for index in $0.indices { separate($0.baseAddress.unsafelyUnwrapped + index) } }
}
