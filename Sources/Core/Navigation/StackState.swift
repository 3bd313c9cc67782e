import CCore
import CompanionSupport
public import CustomDump
import IssueReporting
public import OrderedCollections

/// The screens of a navigation stack, or of any other stack: a collection whose elements get an id
/// when they are appended.
///
/// ```swift
/// var path = StackState<Counter.State>()
/// path.append(Counter.State())
/// let id = path.ids[0]
/// path[id: id]?.count = 7
/// path.pop(from: id)
/// ```
///
/// `forEach(_:action:destination:)` runs the elements, and cancels the effects of one that is
/// popped. Actions name an element by its id, which no other element of the stack has had or will
/// have.
///
/// The usual mistake is to keep an id for longer than its element. `path[id: id]` is then `nil`,
/// and an element that is assigned to it, or an action that is sent to it, is reported as an issue
/// and ignored. Ask for the element where the id is used, and push with `append`, which gives the
/// element an id of its own.
public struct StackState<Element> {
  /// The `id` function of the array is never called, as elements do not contain their ids.
  @usableFromInline var storage: IdentifiedArray<StackElementID, Element> = .nothing

  /// An empty stack.
  public init() {}

  /// The ids of the elements, from the root to the top.
  public var ids: OrderedSet<StackElementID> { storage.ids }

  /// The element with the given id.
  ///
  /// Setting `nil` removes this element alone; ``pop(from:)`` removes those above it too. Setting
  /// an element for a missing id is reported as an issue and changes nothing, except in the
  /// closures of a test, where it appends the element: there ids are predictable.
  public subscript(
    id id: StackElementID,
    fileID fileID: _HashableStaticString = #fileID,
    filePath filePath: _HashableStaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Element? {
    get { storage[id: id] }
    _modify {
      let count = storage.count
      let access = storage.willChange(at: composable_observes() ? storage.index(id: id) : nil)
      defer {
        if access != nil {
          let index = storage.index(id: id)
          storage.didChange(at: index, access)
        }
        if storage.count != count {
          if storage.count > count, !Self.mayAppend {
            storage.storage.removeValue(forKey: id)
            SourcePlace(
              fileID: fileID.string, filePath: filePath.string, line: line, column: column
            ).reportAppendedElement(id, ids: ids)
          }
          storage.restamp()
        }
      }
      yield &storage.storage[id]
    }
  }

  /// Whether an element may be appended with an id chosen by the caller: in tests, but not in the
  /// reducers that they run.
  private static var mayAppend: Bool { isTesting && composable_get_frame() == nil }

  /// The element with the given id, if its enum is of one case.
  ///
  /// Assigning a state replaces the state of an element of the case, and assigning `nil` removes
  /// the element. If the element is of another case, or missing, nothing changes and an issue is
  /// reported.
  public subscript<Case>(
    id id: StackElementID,
    case keyPath: CaseKeyPath<Element, Case>
  ) -> Case?
  where Element: CasePathable {
    get { storage[id: id]?[case: keyPath] }
    set {
      guard storage[id: id]?.is(keyPath) == true else {
        reportUnrelatedCase(of: storage[id: id], Element.self, "an element of a stack")
        return
      }
      self[id: id] = newValue.map { keyPath($0) }
    }
  }

  /// Removes the element with the given id and all above it.
  ///
  /// A missing id removes nothing: an effect or the user may have popped the element before.
  public mutating func pop(from id: StackElementID) {
    guard let index = storage.index(id: id) else { return }
    storage.removeSubrange(index...)
  }

  /// Removes all elements above the one with the given id. A missing id removes nothing.
  public mutating func pop(to id: StackElementID) {
    guard let index = storage.index(id: id) else { return }
    storage.removeSubrange((index + 1)...)
  }

  /// Appends an element with an id that was assigned before.
  mutating func push(_ element: Element, id: StackElementID) {
    storage.storage.updateValue(
      composable_observes() ? storage.separated(element) : element, forKey: id)
    storage.restamp()
  }
}

extension SourcePlace {
  fileprivate func reportAppendedElement(_ id: StackElementID, ids: OrderedSet<StackElementID>) {
    report(
      """
      An element was set for an id that is not on the stack.

         Id: \(id.debugDescription)
        Ids: \(ids.isEmpty ? "none" : ids.map(\.debugDescription).joined(separator: ", "))

      The stack was left as it is. Use 'append' to put an element on it: it draws an id of its own. If \
      the id is that of an element that was popped meanwhile, ask 'path.ids.contains(id)' first.
      """)
  }
}

extension StackState: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The position of the root: 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { storage.count }

  /// The element at `position`. An assigned element gets the id of the one it replaces.
  public subscript(position: Int) -> Element {
    get { storage[unchecked: position] }
    set { storage.replace(at: position, by: newValue) }
    _modify {
      let access = storage.willChange(at: position)
      defer { storage.didChange(at: position, access) }
      yield &storage[unchecked: position]
    }
  }

  /// Replaces the elements at the given positions by others, which get new ids.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    guard !subrange.isEmpty || !newElements.isEmpty else { return }
    // Not for insertions alone: an empty removal copies a shared collection.
    if !subrange.isEmpty { storage.storage.removeSubrange(subrange) }
    let ids = StackElementIDGenerator.current
    for (offset, element) in newElements.enumerated() {
      storage.storage.updateValue(
        composable_observes() ? storage.separated(element) : element,
        forKey: ids.next(), insertingAt: subrange.lowerBound + offset)
    }
    storage.restamp()
  }

  /// Swaps two elements together with their ids.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    storage.swapAt(first, second)
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// A stack of the listed elements, the root first.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Equatable where Element: Equatable {
  /// Whether both hold equal elements with the same ids in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage == rhs.storage
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the elements and their ids.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(storage)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: CustomStringConvertible, CustomDebugStringConvertible {
  /// The elements, in the form of an array's description.
  public var description: String { storage.elements.description }

  /// The ids and their elements, in the form of a dictionary's description.
  public var debugDescription: String { storage.storage.debugDescription }
}

extension StackState: CustomReflectable, CustomDumpReflectable {
  /// The ids and their elements.
  public var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: storage.storage.map { (key: $0, value: $1) },
      displayStyle: .dictionary)
  }

  /// The ids and their elements.
  public var customDumpMirror: Mirror { customMirror }
}
