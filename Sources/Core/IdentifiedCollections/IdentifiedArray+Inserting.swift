public import OrderedCollections

extension IdentifiedArray {
  /// Reserves room for `capacity` elements.
  @inlinable
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
  }

  /// Appends the elements whose ids are new.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Replaces the element at a position, as an assignment to the position does: an element with
  /// another id is found by its own id from then on.
  ///
  /// - Returns: The replaced element.
  @discardableResult
  @inlinable
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let old = storage.values[index]
    self[index] = element
    return old
  }

  /// Replaces the element with the same id, at whatever position, or inserts `element` at `index`
  /// if there is none.
  ///
  /// - Returns: The replaced element, if any, and the position of the new one.
  @discardableResult
  @inlinable
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (inserted, position) = insert(element, at: index)
    guard !inserted else { return (nil, position) }
    return (update(element, at: position), position)
  }
}
