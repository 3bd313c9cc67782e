/// An action of one element of a collection, with the element's id.
public enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
  /// The element's `action`.
  case element(id: ID, action: Action)

  /// The case paths of an identified action.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    @usableFromInline init() {}

    /// An element's id together with its action.
    @inlinable
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        _unsafeEmbed: { .element(id: $0.id, action: $0.action) },
        extract: { action in
          switch action {
          case .element(let id, let action): (id, action)
          }
        }
      )
    }

    /// The action of the element with the given id.
    @inlinable
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        _unsafeEmbed: { .element(id: id, action: $0) },
        extract: { action in
          guard case .element(id, let action) = action else { return nil }
          return action
        }
      )
    }

    /// The key path of the case that `root` is of: there is one case.
    public subscript(root: IdentifiedAction) -> PartialCaseKeyPath<IdentifiedAction> {
      \.element
    }

    /// Iterates over the case of an identified action.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<IdentifiedAction>> {
      CollectionOfOne<PartialCaseKeyPath<IdentifiedAction>>(\.element).makeIterator()
    }
  }

  /// The case paths of an identified action.
  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension IdentifiedAction: CasePathIterable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}

/// The identified actions of the feature `R`, as in `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable
