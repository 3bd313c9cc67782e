public import CCore
import IssueReporting
public import OrderedCollections

extension IdentifiedArray: MutableCollection {
  /// The element at `position`.
  ///
  /// Assigning an element with another id replaces the element at the position. If its id is in the
  /// collection already, at another position, the two elements swap places, so that generic code
  /// that reorders elements one by one loses none.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.values[position] }
    set { replace(at: position, with: newValue) }
    _modify {
      let id = storage.keys[position]
      let access = willChange(at: position)
      defer {
        let newID = elementID(storage.values[position])
        if newID != id {
          rename(elementAt: position, to: newID)
        } else {
          didChange(at: position, access)
        }
      }
      yield &storage.values[position]
    }
  }

  /// Puts an element in the place of another one.
  @usableFromInline
  mutating func replace(at position: Int, with element: Element) {
    let id = elementID(element)
    if storage.keys[position] == id {
      replace(at: position, by: element)
    } else if let other = storage.index(forKey: id) {
      restamp()
      storage.swapAt(position, other)
      replace(at: position, by: element)
    } else {
      exchange(at: position, with: composable_observes() ? separated(element) : element, id)
    }
  }

  /// Stores an element whose id was changed in place under its new id.
  @usableFromInline
  mutating func rename(elementAt position: Int, to id: ID) {
    guard move(elementAt: position, to: id) else { return }
    reportIssue(
      """
      The id of an element was changed in place to that of another element.

        ID: \(id)

      The other element is removed, as there is one of each id only. To exchange two elements, assign \
      one to the position of the other, or use 'swapAt'.
      """)
  }

  /// Stores an element whose id was changed in place under its new id. It keeps its place among the
  /// others.
  ///
  /// - Returns: Whether another element had this id. It is removed.
  mutating func move(elementAt position: Int, to id: ID) -> Bool {
    let element = storage.values[position]
    guard let other = storage.index(forKey: id) else {
      exchange(at: position, with: element, id)
      return false
    }
    storage.remove(at: other)
    exchange(at: other < position ? position - 1 : position, with: element, id)
    return true
  }

  /// Replaces an element by one whose id is new, without moving the others.
  private mutating func exchange(at position: Int, with element: Element, _ id: ID) {
    restamp()
    storage.updateValue(element, forKey: id)
    storage.swapAt(position, count - 1)
    storage.removeLast()
  }
}

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at some positions by others.
  ///
  /// An element whose id is at another position already replaces the one there. Of two new elements
  /// with the same id the first one is kept.
  @inlinable
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    restamp()
    storage.removeSubrange(subrange)
    let keptCount = count
    for element in newElements {
      let id = elementID(element)
      guard let index = storage.index(forKey: id) else {
        storage[id] = composable_observes() ? separated(element) : element
        continue
      }
      // Elements behind the kept ones are new.
      if index < keptCount { replace(at: index, by: element) }
    }
    move(from: subrange.lowerBound, behind: keptCount)
  }

  /// Rotates the elements between two positions past those behind, keeping their order.
  @usableFromInline
  mutating func move(from start: Int, behind end: Int) {
    guard start < end, end < count else { return }
    let elements = storage.elements
    let order = [elements[..<start], elements[end...], elements[start..<end]].joined()
    storage = OrderedDictionary(
      uncheckedUniqueKeysWithValues: order.lazy.map { ($0.key, $0.value) })
  }
}
