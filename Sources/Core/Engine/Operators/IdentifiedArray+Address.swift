extension IdentifiedArray {
  /// Returns the address of an element, valid until the collection is next used. Its elements are
  /// not shared with another collection then.
  ///
  /// - Parameter place: Where to look first; the place of the element from then on.
  @inlinable
  mutating func mutableAddress(
    ofElement id: ID, _ place: ElementPlace
  ) -> UnsafeMutablePointer<Element>? {
    guard let index = index(id: id, near: place.position) else { return nil }
    place.position = index
    return storage.values.withUnsafeMutableBufferPointer { elements in
      elements.baseAddress.map { $0 + index }
    }
  }

  /// Where the element at a position known to be valid is, until the collection changes.
  func address(ofElementAt index: Int) -> UnsafeMutablePointer<Element>? {
    storage.values.withUnsafeBufferPointer { elements in
      elements.baseAddress.map { UnsafeMutablePointer(mutating: $0 + index) }
    }
  }
}
