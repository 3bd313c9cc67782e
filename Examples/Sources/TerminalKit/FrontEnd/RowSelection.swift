import ComposableCore

/// The row of a list that keys act on. It concerns one front end alone, and is no part of a store.
@MainActor
@Observable
package final class RowSelection<ID: Hashable & Sendable> {
  private var id: ID?
  private var row = 0

  package init() {}

  /// The row that is selected, which follows its element; where that is gone, another takes its
  /// place.
  package func row<Element>(in elements: IdentifiedArray<ID, Element>) -> Int? {
    guard !elements.isEmpty else { return nil }
    return id.flatMap { elements.index(id: $0) } ?? min(row, elements.count - 1)
  }

  package func selected<Element>(in elements: IdentifiedArray<ID, Element>) -> Element? {
    row(in: elements).map { elements[$0] }
  }

  package func select<Element>(_ row: Int, in elements: IdentifiedArray<ID, Element>) {
    guard !elements.isEmpty else { return }
    self.row = min(max(row, 0), elements.count - 1)
    id = elements.ids[self.row]
  }

  package func move<Element>(by offset: Int, in elements: IdentifiedArray<ID, Element>) {
    guard let row = row(in: elements) else { return }
    select(row + offset, in: elements)
  }

  /// Moves the selection with the keys that do so in every list.
  ///
  /// - Returns: Whether the key is one of them.
  package func move<Element>(with key: Key, in elements: IdentifiedArray<ID, Element>) -> Bool {
    switch key {
    case .up: move(by: -1, in: elements)
    case .down: move(by: 1, in: elements)
    case .pageUp: move(by: -10, in: elements)
    case .pageDown: move(by: 10, in: elements)
    case .home: select(0, in: elements)
    case .end: select(elements.count - 1, in: elements)
    default: return false
    }
    return true
  }

  /// The rows to show where there is room for so many of them, the selected one among them.
  package func rows<Element>(
    of elements: IdentifiedArray<ID, Element>, room: Int
  ) -> Range<Int> {
    elements.window(of: room, around: row(in: elements) ?? 0)
  }
}
