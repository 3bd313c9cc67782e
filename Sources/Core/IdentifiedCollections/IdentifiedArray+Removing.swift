public import Foundation
public import OrderedCollections

extension IdentifiedArray {
  /// Removes and returns the element with the same id as `element`.
  @discardableResult
  @inlinable
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: elementID(element))
  }

  /// Removes the elements at the given positions.
  public mutating func remove(atOffsets offsets: IndexSet) {
    guard !offsets.isEmpty else { return }
    var position = -1
    removeAll { _ in
      position += 1
      return offsets.contains(position)
    }
  }

  /// Removes the elements for which `shouldBeRemoved` is true.
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    let count = count
    defer { if self.count != count { restamp() } }
    try storage.removeAll { try shouldBeRemoved($0.value) }
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    if !isEmpty { restamp() }
    storage.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes the elements at the given positions.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    let bounds = bounds.relative(to: self)
    if !bounds.isEmpty { restamp() }
    storage.removeSubrange(bounds)
  }

  /// Removes and returns the first element. Traps if there is none.
  @discardableResult
  @inlinable
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes the first elements. Traps if there are fewer than `count`.
  @inlinable
  public mutating func removeFirst(_ count: Int) {
    if count > 0 { restamp() }
    storage.removeFirst(count)
  }

  /// Removes and returns the last element. Traps if there is none.
  @discardableResult
  @inlinable
  public mutating func removeLast() -> Element {
    remove(at: count - 1)
  }

  /// Removes the last elements. Traps if there are fewer than `count`.
  @inlinable
  public mutating func removeLast(_ count: Int) {
    if count > 0 { restamp() }
    storage.removeLast(count)
  }

  /// The elements for which `isIncluded` is true, as a collection of the same kind.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(storage: try storage.filter { try isIncluded($0.value) }, id: elementID)
  }
}
