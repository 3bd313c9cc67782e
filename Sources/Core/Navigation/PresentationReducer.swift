import CompanionSupport

extension Reducer {
  /// Runs a feature while it is presented.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by
  /// dismissing it. For a `dismiss` action the parent runs first and can still read the child's
  /// state, which then becomes `nil`. When the child is dismissed, or replaced by one with another
  /// identity (the id of an `Identifiable` state, the case of an enum), its effects are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination) { Destination() }
  /// ```
  ///
  /// An action for a child that is not presented is reported as an issue.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected value of the parent's `@PresentationState` property.
  ///   - toPresentationAction: The case of the parent's action that holds the presentation's.
  ///   - destination: The child's reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    _PresentationReducer(
      base: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath(toPresentationAction),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Runs a feature while it is presented, for a parent that has no actions but the presentation's:
  /// `ifLet(\.$child, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected value of the parent's `@PresentationState` property.
  ///   - toPresentationAction: `\.self`.
  ///   - destination: The child's reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: KeyPath<_WholeAction, _WholeAction>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action == PresentationAction<DestinationAction> {
    _PresentationReducer(
      base: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath<Action, Action>(),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The return type of `ifLet(_:action:destination:)`.
public struct _PresentationReducer<Base: Reducer, Destination: Reducer>: _PreparedReducer {
  @usableFromInline let base: Base
  @usableFromInline
  let toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>
  @usableFromInline
  let toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>
  @usableFromInline let destination: Destination
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    base: Base,
    toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>,
    toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>,
    destination: Destination,
    source: SourcePlace
  ) {
    self.base = base
    self.toPresentationState = toPresentationState
    self.toPresentationAction = toPresentationAction
    self.destination = destination
    self.source = source
  }

  /// Prepares the parent and the child.
  @inlinable
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let presentation = PresentationOperator(toPresentationState, toPresentationAction, source)
    return PreparedReducer(base._prepare(), destination.preparedAsChild()) {
      presentation.logic($0, $1)
    }
  }
}
