public import OrderedCollections

extension IdentifiedArray {
  /// Makes room for so many elements at once.
  @inlinable
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
  }

  /// Appends the elements whose ids are not there already.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Replaces the element of the same id at a position. Traps if the element there has another id.
  ///
  /// - Returns: The element replaced.
  @discardableResult
  @inlinable
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let old = storage.values[index]
    self[index] = element
    return old
  }

  /// Replaces the element of the same id, wherever it is, or inserts `element` at `index` where
  /// there is none.
  ///
  /// - Returns: The element replaced, if any, and the position of the new one.
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
