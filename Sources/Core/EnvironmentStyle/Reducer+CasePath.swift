extension Reducer {
  /// Runs a child feature while its optional state is not `nil`, with the case of the action as a
  /// path.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional child state.
  ///   - toWrappedAction: The case of the parent's action that holds the child's.
  ///   - wrapped: The child's reducer.
  @available(
    *, deprecated,
    message: "Name the case by a key path: 'ifLet(\\.child, action: \\.child)'."
  )
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: any _CasePath,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _IfLetReducer(
      parent: self, toChildState: toWrappedState,
      toChildAction: toWrappedAction.typed(file: filePath, line: line), child: wrapped(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
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
  public func ifLet<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: any _CasePath,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _PresentationReducer(
      base: self, toPresentationState: toPresentationState,
      toPresentationAction: toPresentationAction.typed(file: filePath, line: line),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
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
  @_disfavoredOverload
  public func ifLet<DestinationState: _EphemeralState>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: any _CasePath,
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
    _ toCaseState: any _CasePath,
    action toCaseAction: any _CasePath,
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

  /// Runs a child feature on the element of a collection that an action addresses by its id, with
  /// the case of the action as a path.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection within the parent's state.
  ///   - toElementAction: The case of the parent's action that holds an element's id and action, as
  ///     two values or as an ``IdentifiedAction``.
  ///   - element: The element's reducer.
  @available(
    *, deprecated,
    message:
      "Hold an 'IdentifiedAction' in the case, 'case rows(IdentifiedActionOf<Row>)', and name it by a key path: 'forEach(\\.rows, action: \\.rows)'."
  )
  public func forEach<
    ElementState, ElementAction, ID: Hashable & Sendable,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: any _CasePath,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let path: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>
    if let toPair = toElementAction as? AnyCasePath<Action, (ID, ElementAction)> {
      path = AnyCasePath(
        embed: { identified in
          switch identified {
          case .element(let id, let action): toPair.embed((id, action))
          }
        },
        extract: { toPair.extract(from: $0).map { .element(id: $0.0, action: $0.1) } })
    } else {
      path = toElementAction.typed(file: filePath, line: line)
    }
    return _ForEachReducer(
      parent: self, toElementsState: toElementsState, toElementAction: path, element: element(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
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
  public func forEach<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: any _CasePath,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _StackReducer(
      base: self, toStackState: toStackState,
      toStackAction: toStackAction.typed(file: filePath, line: line),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
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
