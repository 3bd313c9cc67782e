/// Elements with numbers, in an order: the rows of a list, or the screens of a stack.
public struct ReferenceList<Element> {
  private var pairs: [(id: Int, element: Element)] = []

  /// A list without elements.
  public init() {}

  /// The numbers, in the order of the elements.
  public var ids: [Int] { pairs.map(\.id) }
  /// The elements, in their order.
  public var elements: [Element] { pairs.map(\.element) }

  /// The element with a number. A number that is not there yet comes last.
  public subscript(id: Int) -> Element? {
    get { pairs.first { $0.id == id }?.element }
    set {
      let index = pairs.firstIndex { $0.id == id }
      switch (index, newValue) {
      case (let index?, let element?): pairs[index].element = element
      case (let index?, nil): pairs.remove(at: index)
      case (nil, let element?): pairs.append((id, element))
      case (nil, nil): break
      }
    }
  }

  /// Gives an element another number. An element that has it already is removed.
  public mutating func rename(_ id: Int, to newID: Int) {
    pairs.removeAll { $0.id == newID }
    for index in pairs.indices where pairs[index].id == id { pairs[index].id = newID }
  }

  /// Turns the order around.
  public mutating func reverse() { pairs.reverse() }

  /// Keeps the elements before a number only.
  public mutating func removeAll(from id: Int) {
    guard let index = ids.firstIndex(of: id) else { return }
    pairs.removeSubrange(index...)
  }
}

extension ReferenceList: Equatable where Element: Equatable {
  /// Whether the numbers and elements are the same, in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.pairs.elementsEqual(rhs.pairs) { $0.id == $1.id && $0.element == $1.element }
  }
}

extension ReferenceList: Sendable where Element: Sendable {}

extension ReferenceList: CustomStringConvertible {
  /// The numbers with their elements.
  public var description: String {
    "[\(pairs.map { "\($0.id): \($0.element)" }.joined(separator: ", "))]"
  }
}
