/// An action of a presented feature, or its dismissal.
public enum PresentationAction<Action>: CasePathable {
  /// The action within the case `presented`.
  public typealias _ChildAction = Action
  /// The kind of ``PresentationState``.
  public typealias _ChildKind = _PresentedChild

  /// Dismisses the feature: its state becomes `nil`.
  case dismiss
  /// An action of the presented feature.
  indirect case presented(Action)

  /// The case paths of a presentation: `dismiss` and `presented`, and the case paths of the
  /// feature's actions through `presented`, as in `\.destination.edit.saveButtonTapped`.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    @usableFromInline init() {}

    /// The dismissal.
    @inlinable
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(_unsafeEmbed: { .dismiss }) {
        guard case .dismiss = $0 else { return nil }
        return ()
      }
    }

    /// An action of the presented feature.
    @inlinable
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(_unsafeEmbed: { .presented($0) }) {
        guard case .presented(let action) = $0 else { return nil }
        return action
      }
    }

    /// A case of the presented feature's action.
    public subscript<Member>(
      dynamicMember keyPath: CaseKeyPath<Action, Member>
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }

    /// The wrapped value of an optional payload of a case of the feature's action, without a `some`
    /// after it.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: CaseKeyPath<Action, Member?>
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented[dynamicMember: keyPath]
    }

    /// A case of the presented feature's action as a presentation of its own, with the same
    /// dismissal.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: CaseKeyPath<Action, Member>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Member>> where Action: CasePathable {
      presentation(of: UncheckedSendable(Action.allCasePaths[keyPath: keyPath]))
    }

    // Without the requirement on `Action`, whose conformance the closures would capture.
    private func presentation<Member>(
      of member: UncheckedSendable<AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Member>> {
      AnyCasePath(
        embed: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let action): .presented(member.value.embed(action))
          }
        },
        extract: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let action):
            member.value.extract(from: action).map { .presented($0) }
          }
        })
    }

    /// The key path of the case that `root` is of.
    public subscript(root: PresentationAction) -> PartialCaseKeyPath<PresentationAction> {
      switch root {
      case .dismiss: \.dismiss
      case .presented: \.presented
      }
    }

    /// Iterates over the two cases of a presentation.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<PresentationAction>> {
      [\AllCasePaths.dismiss, \AllCasePaths.presented].makeIterator()
    }
  }

  /// The case paths of a presentation.
  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentationAction: CasePathIterable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Encodable where Action: Encodable {}

/// An action of a presentation, of any feature.
public protocol _PresentationActionProtocol<PresentedAction> {
  /// The action of the presented feature.
  associatedtype PresentedAction
  /// The case that holds it.
  static var _$presented: AnyCasePath<Self, PresentedAction> { get }
}

extension PresentationAction: _PresentationActionProtocol {
  /// The case that holds the action of the presented feature.
  @inlinable
  public static var _$presented: AnyCasePath<Self, Action> { allCasePaths.presented }
}

extension AnyCasePath where Value: _PresentationActionProtocol {
  /// The path to the action of a presented feature, as in `\.child.presented`.
  ///
  /// A property rather than a dynamic member of a path: a key path literal that ends with it
  /// captures nothing, so it is a single object, which can be found by its address.
  @inlinable
  public var presented: AnyCasePath<Root, Value.PresentedAction> {
    appending(Value._$presented)
  }
}
