public import Foundation
public import OrderedCollections

extension IdentifiedArray {
  /// Moves the elements at `source`, in their order, in front of the element that is at
  /// `destination` before the move.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    guard !source.isEmpty else { return }
    let ids = storage.keys
    var order: [Int] = []
    order.reserveCapacity(count)
    order.append(contentsOf: (0..<destination).lazy.filter { !source.contains($0) })
    order.append(contentsOf: source)
    order.append(contentsOf: (destination..<count).lazy.filter { !source.contains($0) })
    storage = OrderedDictionary(
      uncheckedUniqueKeysWithValues: order.lazy.map { [storage] in (ids[$0], storage.values[$0]) })
    restamp()
  }

  /// Exchanges the elements at two positions.
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    if first != second { restamp() }
    storage.swapAt(first, second)
  }

  /// Moves the elements for which `belongsInSecondPartition` is true behind the others. The order
  /// within each part is unspecified.
  ///
  /// - Returns: The position of the first of them.
  @discardableResult
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    restamp()
    return try storage.partition { try belongsInSecondPartition($0.value) }
  }

  /// Sorts the elements.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    let ids = storage.keys
    defer { if storage.keys != ids { restamp() } }
    try storage.sort { try areInIncreasingOrder($0.value, $1.value) }
  }

  /// Reverses the order of the elements.
  @inlinable
  public mutating func reverse() {
    if count > 1 { restamp() }
    storage.reverse()
  }

  /// Shuffles the elements.
  @inlinable
  public mutating func shuffle() {
    restamp()
    storage.shuffle()
  }

  /// Shuffles the elements with `generator`.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    restamp()
    storage.shuffle(using: &generator)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
