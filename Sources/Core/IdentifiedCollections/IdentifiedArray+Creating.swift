public import OrderedCollections

extension IdentifiedArray {
  /// An empty collection whose elements are identified by one of their properties.
  @inlinable
  public init(id: KeyPath<Element, ID>) {
    self.init(storage: [:], id: { $0[keyPath: id] })
  }

  /// A collection of `elements` in their order, identified by one of their properties.
  ///
  /// Traps if two elements have the same id; where that may happen, use
  /// ``init(_:id:uniquingIDsWith:)``.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(
      storage: OrderedDictionary(
        uniqueKeysWithValues: elements.lazy.map { ($0[keyPath: id], $0) }),
      id: { $0[keyPath: id] })
  }

  /// A collection of elements that are known to have different ids, which is checked in debug
  /// builds only.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(
      storage: OrderedDictionary(
        uncheckedUniqueKeysWithValues: elements.lazy.map { ($0[keyPath: id], $0) }),
      id: { $0[keyPath: id] })
  }

  /// A collection of `elements` in their order, where `combine` merges two elements with the same
  /// id.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: KeyPath<Element, ID>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(
      storage: try OrderedDictionary(
        elements.lazy.map { ($0[keyPath: id], $0) }, uniquingKeysWith: combine),
      id: { $0[keyPath: id] })
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// An empty collection.
  @inlinable
  public init() {
    self.init(storage: [:], id: { $0.id })
  }

  /// A collection of `elements` in their order.
  ///
  /// Traps if two elements have the same id; where that may happen, use
  /// ``init(_:uniquingIDsWith:)``.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(
      storage: OrderedDictionary(uniqueKeysWithValues: elements.lazy.map { ($0.id, $0) }),
      id: { $0.id })
  }

  /// A collection of elements that are known to have different ids, which is checked in debug
  /// builds only.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(
      storage: OrderedDictionary(uncheckedUniqueKeysWithValues: elements.lazy.map { ($0.id, $0) }),
      id: { $0.id })
  }

  /// A collection of `elements` in their order, where `combine` merges two elements with the same
  /// id.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(
      storage: try OrderedDictionary(
        elements.lazy.map { ($0.id, $0) }, uniquingKeysWith: combine),
      id: { $0.id })
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// A collection of the listed elements. Traps if two have the same id.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
