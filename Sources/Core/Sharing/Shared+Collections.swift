public import OrderedCollections

/// A collection whose elements are found by their ids.
public protocol _IdentifiedCollection<ID, Element>: Collection {
  /// The type of the ids.
  associatedtype ID: Hashable
  /// The type of the collection of ids.
  associatedtype IDs: Collection where IDs.Element == ID

  /// The ids in the order of their elements.
  var ids: IDs { get }

  /// The element with an id.
  subscript(id id: ID) -> Element? { get }
}

/// A collection whose elements are found by their ids and can be changed.
public protocol _MutableIdentifiedCollection<ID, Element>: _IdentifiedCollection {
  /// The element with an id.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: _MutableIdentifiedCollection {}

extension RangeReplaceableCollection {
  /// The elements of a shared collection as individual shared values.
  ///
  /// ```swift
  /// for item in Array(state.$items) {
  ///   item.withLock { $0.isDone = true }
  /// }
  /// ```
  ///
  /// - Parameter shared: The collection.
  public init<Value: _MutableIdentifiedCollection>(
    _ shared: Shared<Value>
  ) where Element == Shared<Value.Element> {
    self.init(
      shared.wrappedValue.ids.lazy.compactMap { id in Shared(shared[dynamicMember: \.[id: id]]) })
  }

  /// The elements of a shared collection as individual shared readers.
  ///
  /// - Parameter shared: The collection.
  public init<Value: _IdentifiedCollection>(
    _ shared: SharedReader<Value>
  ) where Element == SharedReader<Value.Element> {
    self.init(
      shared.wrappedValue.ids.lazy.compactMap { id in
        SharedReader(shared[dynamicMember: \.[id: id]])
      })
  }
}
