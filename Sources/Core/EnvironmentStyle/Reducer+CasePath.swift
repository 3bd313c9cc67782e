import CompanionSupport

extension Reducer {
  /// Runs a child feature while its optional state is not `nil`, or while it is presented, with the
  /// case of the action as a path.
  ///
  /// - Parameters:
  ///   - toChildState: The optional child state, or the projected value of the parent's
  ///     `@PresentationState` property.
  ///   - toChildAction: The case of the parent's action that holds the child's, or the
  ///     presentation's.
  ///   - child: The child's reducer.
  @available(
    *, deprecated,
    message: "Name the case by a key path: 'ifLet(\\.child, action: \\.child)'."
  )
  public func ifLet<
    ChildState: _CasePathChildState, ChildAction,
    Child: Reducer<ChildState._ChildState, ChildAction>
  >(
    _ toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: _CasePathArgument,
    @ReducerBuilder<ChildState._ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ChildState._reducer(
      parent: self, toChildState, toChildAction, child: child(),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a feature while it is presented, with the case of the action as a path.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected value of the parent's `@PresentationState` property.
  ///   - toPresentationAction: The case of the parent's action that holds the presentation's.
  ///   - destination: The child's reducer.
  @available(
    *, deprecated,
    message: "Name the case by a key path: 'ifLet(\\.$child, action: \\.child)'."
  )
  @_disfavoredOverload
  public func ifLet<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: _CasePathArgument,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      toPresentationState, action: toPresentationAction, then: destination,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Presents a prompt, such as an alert, with the case of the action as a path.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected value of the parent's `@PresentationState` property.
  ///   - toPresentationAction: The case of the parent's action that holds the presentation's.
  @available(
    *, deprecated,
    message: "Name the case by a key path: 'ifLet(\\.$alert, action: \\.alert)'."
  )
  public func ifLet<DestinationState: _EphemeralState>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: _CasePathArgument,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    toPresentationAction.prompt(
      in: self, at: toPresentationState,
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child feature while the state, an enum, is of one case, with the cases as paths.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state that holds the child's.
  ///   - toCaseAction: The case of the parent's action that holds the child's.
  ///   - case: The child's reducer.
  @available(
    *, deprecated,
    message: "Name the cases by key paths: 'ifCaseLet(\\.child, action: \\.child)'."
  )
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer<CaseState, CaseAction>>(
    _ toCaseState: _CasePathArgument,
    action toCaseAction: _CasePathArgument,
    @ReducerBuilder<CaseState, CaseAction> then case: () -> Case,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLetReducer<Self, Case> {
    _IfCaseLetReducer(
      parent: self, toChildState: toCaseState.typed(file: filePath, line: line),
      toChildAction: toCaseAction.typed(file: filePath, line: line), child: `case`(),
      // A path cannot be compared. Of two cases with the same payload type, only one can be
      // current.
      slotKey: \AnyCasePath<State, CaseState>.debugDescription,
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child feature on the element of a collection that an action addresses by its id, or the
  /// features on a navigation stack, with the case of the action as a path.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection, or the stack, within the parent's state.
  ///   - toElementAction: The case of the parent's action that holds an element's id and action, as
  ///     two values or as an ``IdentifiedAction``, or that holds the stack's action.
  ///   - element: The element's reducer.
  @available(
    *, deprecated,
    message:
      "Hold an 'IdentifiedAction' in the case, 'case rows(IdentifiedActionOf<Row>)', and name it by a key path: 'forEach(\\.rows, action: \\.rows)'."
  )
  public func forEach<
    Elements: _CasePathChildCollection, ElementAction,
    Element: Reducer<Elements._RowState, ElementAction>
  >(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: _CasePathArgument,
    @ReducerBuilder<Elements._RowState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Elements._RowID: Hashable & Sendable {
    Elements._rows(
      parent: self, toElementsState, toElementAction, element: element(),
      ids: _IDs<Elements._RowID>.self,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the features on a navigation stack, with the case of the action as a path.
  ///
  /// - Parameters:
  ///   - toStackState: The stack within the parent's state.
  ///   - toStackAction: The case of the parent's action that holds the stack's.
  ///   - destination: The reducer of the elements.
  @available(
    *, deprecated,
    message: "Name the case by a key path: 'forEach(\\.path, action: \\.path)'."
  )
  @_disfavoredOverload
  public func forEach<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: _CasePathArgument,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    forEach(
      toStackState, action: toStackAction, element: destination,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs further reducers after an action that changed a value, compared by a function.
  ///
  /// - Parameters:
  ///   - toValue: The value, compared before and after each action.
  ///   - isDuplicate: Whether two values count as the same.
  ///   - reducer: The reducers for a change. They are made again for each.
  @available(
    *, deprecated,
    message: "Use 'onChange(of:)' with a value that is 'Equatable', made of what counts."
  )
  public func onChange<V, R: Reducer<State, Action>>(
    of toValue: @escaping (State) -> V,
    removeDuplicates isDuplicate: @escaping (V, V) -> Bool,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: V, _ newValue: V) -> R
  ) -> some Reducer<State, Action> {
    onChange(of: { ComparedValue(toValue($0), by: isDuplicate) }) { oldValue, newValue in
      reducer(oldValue.value, newValue.value)
    }
  }
}

/// A value with the function that compares it.
private struct ComparedValue<Value>: Equatable {
  let value: Value
  private let isDuplicate: (Value, Value) -> Bool

  init(_ value: Value, by isDuplicate: @escaping (Value, Value) -> Bool) {
    self.value = value
    self.isDuplicate = isDuplicate
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.isDuplicate(lhs.value, rhs.value) }
}

extension BindingReducer {
  /// Applies writes that are actions of a part of the feature, with the case of the action as a
  /// path.
  ///
  /// - Parameter action: The case of the feature's action that holds the part's.
  @available(
    *, deprecated, message: "Name the case by a key path: 'BindingReducer(action: \\.view)'."
  )
  public init(action: AnyCasePath<Action, ViewAction>) {
    self.init(casePath: action)
  }
}

extension TestStore {
  /// Waits for an action of a case that an effect sends, with the case as a path, and checks the
  /// changes of the state.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - duration: The maximum time to wait; ``timeout`` if omitted.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  @available(
    *, deprecated, message: "Name the case by a key path: 'receive(\\.response)'."
  )
  @_disfavoredOverload
  public func receive<Value>(
    _ actionCase: AnyCasePath<Action, Value>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      { actionCase.extract(from: $0) != nil }, timeout: duration,
      assert: updateStateToExpectedResult,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
