/// An action of a ``StackState`` or of one of its elements.
public enum StackAction<State, Action>: CasePathable {
  /// An action of one element.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with the given id, and all above it.
  case popFrom(id: StackElementID)
  /// Appends an element to the top.
  case push(id: StackElementID, state: State)

  /// The case paths of a stack's actions.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    @usableFromInline init() {}

    /// An element's id together with its action.
    @inlinable
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(_unsafeEmbed: { .element(id: $0.id, action: $0.action) }) {
        guard case .element(let id, let action) = $0 else { return nil }
        return (id, action)
      }
    }

    /// The removal of an element and all above it.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(_unsafeEmbed: { .popFrom(id: $0) }) {
        guard case .popFrom(let id) = $0 else { return nil }
        return id
      }
    }

    /// The addition of an element to the top.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(_unsafeEmbed: { .push(id: $0.id, state: $0.state) }) {
        guard case .push(let id, let state) = $0 else { return nil }
        return (id, state)
      }
    }

    /// The action of the element with the given id, as in `\.path[id: 0].saveButtonTapped`.
    @inlinable
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(_unsafeEmbed: { .element(id: id, action: $0) }) {
        guard case .element(id, let action) = $0 else { return nil }
        return action
      }
    }

    /// The key path of the case that `root` is of.
    public subscript(root: StackAction) -> PartialCaseKeyPath<StackAction> {
      switch root {
      case .element: \.element
      case .popFrom: \.popFrom
      case .push: \.push
      }
    }

    /// Iterates over the three cases of a stack's actions.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<StackAction>> {
      [\AllCasePaths.element, \AllCasePaths.popFrom, \AllCasePaths.push].makeIterator()
    }
  }

  /// The case paths of a stack's actions.
  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The stack actions of the feature `R`, as in `case path(StackActionOf<Path>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: CasePathIterable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
