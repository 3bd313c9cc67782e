public import OrderedCollections

// To assign an element tells those who observe it: it may have the id of the one it replaces. To
// change one in place tells those who observe the fields that are written.

extension IdentifiedArray where Element: ObservableState {
  /// The element with the given id. Setting `nil` removes it; setting an element whose id is new
  /// appends it. Traps if the element set has another id.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { storage[id] }
    set {
      storage[id]?._$willModify()
      if let newValue {
        precondition(
          elementID(newValue) == id, "The element's id differs from the id it is set for.")
      }
      storage[id] = newValue
      restamp()
    }
    _modify {
      let before = storage[id]?._$id
      yield &storage[id]
      let element = storage[id]
      if element?._$id != before { restamp() }
      if let element {
        precondition(
          elementID(element) == id, "The element's id differs from the id it is set for.")
      }
    }
  }

  /// The element at `position`. Traps if an element with another id is assigned.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.values[position] }
    set {
      precondition(
        elementID(newValue) == storage.keys[position],
        "The id of an element can't be changed in place: remove it and insert another.")
      storage.values[position]._$willModify()
      storage.values[position] = newValue
      restamp()
    }
    _modify {
      let id = storage.keys[position]
      let before = storage.values[position]._$id
      yield &storage.values[position]
      precondition(
        elementID(storage.values[position]) == id,
        "The id of an element can't be changed in place: remove it and insert another.")
      if storage.values[position]._$id != before { restamp() }
    }
  }
}

extension StackState where Element: ObservableState {
  /// The element with the given id.
  ///
  /// To set `nil` removes this element alone; ``pop(from:fileID:filePath:line:column:)`` removes those
  /// above it too. To set an element for an id that is not there appends it.
  @inlinable
  public subscript(id id: StackElementID) -> Element? {
    get { storage.storage[id] }
    set {
      storage.storage[id]?._$willModify()
      storage.storage[id] = newValue
      storage.restamp()
    }
    _modify {
      let before = storage.storage[id]?._$id
      yield &storage.storage[id]
      if storage.storage[id]?._$id != before { storage.restamp() }
    }
  }
}
