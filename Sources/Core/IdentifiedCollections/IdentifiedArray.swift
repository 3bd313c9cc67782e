public import CCore
public import OrderedCollections
import Synchronization

/// An ordered collection whose elements are found by their ids in constant time.
///
/// Positions behave as in an array, ids as the keys of a dictionary, and no two elements have the
/// same id. An element may be changed in place, by position or by id, and replaced by another one
/// at its position. Access by id must keep the id: setting `rows[id: 1]` to an element with another
/// id traps.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var storage: OrderedDictionary<ID, Element>
  @usableFromInline let elementID: (Element) -> ID

  /// A stamp that changes whenever the ids may have changed: it is renewed each time an element is
  /// inserted, removed or moved. Comparing two stamps answers "same elements?" without reading
  /// them.
  @usableFromInline private(set) var structure: UInt64 = 0
  /// Set while the collection is changed in place and observed: see ``_ObservedAccess``.
  var accessMark: UInt64 = 0

  @usableFromInline
  init(storage: OrderedDictionary<ID, Element>, id: @escaping (Element) -> ID) {
    self.storage = storage
    self.elementID = id
    restamp()
  }

  @usableFromInline
  mutating func restamp() {
    structure = identifiedArrayStamps.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Adopts the stamp of an array that has the same ids in the same order.
  mutating func keepStructure(of other: Self) {
    structure = other.structure
  }
}

private let identifiedArrayStamps = Atomic<UInt64>(0)

/// An identified array of elements that know their own id.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray {
  /// The ids in the order of their elements.
  @inlinable
  public var ids: OrderedSet<ID> { storage.keys }

  /// The elements in their order, as an array.
  @inlinable
  public var elements: [Element] { storage.values.elements }

  /// The position of the element with the given id.
  @inlinable
  public func index(id: ID) -> Int? {
    storage.index(forKey: id)
  }

  /// The element with the given id. Setting `nil` removes it; setting an element with a new id
  /// appends it. Traps if the new element has a different id.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { storage[id] }
    set {
      if let newValue {
        precondition(
          elementID(newValue) == id, "The element's id differs from the id it is set for.")
        updateOrAppend(newValue)
      } else {
        remove(id: id)
      }
    }
    _modify {
      let count = count
      let access = willChange(at: composable_observes() ? storage.index(forKey: id) : nil)
      // Also after an access that throws.
      defer {
        if self.count != count { restamp() }
        if access != nil {
          let index = storage.index(forKey: id)
          didChange(at: index, access)
        }
      }
      yield &storage[id]
      if let element = storage[id] {
        precondition(
          elementID(element) == id, "The element's id differs from the id it is set for.")
      }
    }
  }

  /// The element with the given id, or `defaultValue` if there is none.
  ///
  /// Changing a missing element appends the changed default, which must have the given id:
  /// `rows[id: id, default: Row(id: id)].count += 1`.
  @inlinable
  public subscript(id id: ID, default defaultValue: @autoclosure () -> Element) -> Element {
    get { self[id: id] ?? defaultValue() }
    set { self[id: id] = newValue }
  }

  /// Appends `element` unless its id is there already.
  ///
  /// - Returns: Whether it was inserted, and the position of the element with this id.
  @discardableResult
  @inlinable
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Inserts `element` at `index` unless its id is there already.
  ///
  /// - Returns: Whether it was inserted, and the position of the element with this id.
  @discardableResult
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = elementID(element)
    if let existing = storage.index(forKey: id) { return (false, existing) }
    storage.updateValue(
      composable_observes() ? separated(element) : element, forKey: id, insertingAt: index)
    restamp()
    return (true, index)
  }

  /// Replaces the element with the same id, or appends `element` if there is none.
  ///
  /// - Returns: The replaced element, if any.
  @discardableResult
  @inlinable
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let index = index(id: elementID(element)) else {
      append(element)
      return nil
    }
    let old = storage.values[index]
    replace(at: index, by: element)
    return old
  }

  /// Removes and returns the element with the given id.
  @discardableResult
  @inlinable
  public mutating func remove(id: ID) -> Element? {
    let removed = storage.removeValue(forKey: id)
    if removed != nil { restamp() }
    return removed
  }

  /// Removes and returns the element at `index`.
  @discardableResult
  @inlinable
  public mutating func remove(at index: Int) -> Element {
    restamp()
    return storage.remove(at: index).value
  }

  /// The position of the element with the given id, looked for at `guess` first.
  @inlinable
  func index(id: ID, near guess: Int) -> Int? {
    guess < storage.count && storage.keys[guess] == id ? guess : storage.index(forKey: id)
  }

  /// A collection without elements, to which none can be added.
  @usableFromInline
  static var nothing: Self {
    Self(storage: [:]) { _ in
      preconditionFailure("This collection does not know how to identify its elements.")
    }
  }

  /// The element at a valid position, in place and without a check of its id.
  @inlinable
  subscript(unchecked index: Int) -> Element {
    get { storage.values[index] }
    @inline(__always)
    _modify { yield &storage.values[index] }
  }
}

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element: 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of elements.
  @inlinable
  public var endIndex: Int { storage.count }
}
