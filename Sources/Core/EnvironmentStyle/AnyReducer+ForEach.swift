import CompanionSupport

extension AnyReducer {
  /// Lifts the reducer of an element to the collection that holds the elements.
  ///
  /// ```swift
  /// todoReducer.forEach(
  ///   state: \.todos,
  ///   action: /AppAction.todo(id:action:),
  ///   environment: { _ in TodoEnvironment() }
  /// )
  /// ```
  ///
  /// An action for a missing element is reported as an issue and ignored. The effects of an element
  /// are not cancelled when it is removed: return `Effect.cancel(id:)` from the code that removes
  /// it. Modern: `forEach(_:action:element:)`, which cancels them.
  ///
  /// - Parameters:
  ///   - toElements: The elements in the parent's state.
  ///   - toElementAction: The case of the parent's action that holds the id of an element and its
  ///     action.
  ///   - toLocalEnvironment: The element's environment.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, ID: SendableMetatype>(
    state toElements: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: AnyCasePath<GlobalAction, (ID, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return .init { state, action, environment in
      guard let (id, action) = toElementAction.extract(from: action) else { return .none }
      let position = state[keyPath: toElements].ids.firstIndex(of: id)
      guard let position else {
        source.reportMissingPart(
          action: action, of: "forEach", missing: "there is no element with the id '\(id)'")
        return .none
      }
      let effect = run(
        &state[keyPath: toElements][position], action, toLocalEnvironment(environment))
      guard let node = effect.node else { return .none }
      return Effect(mapping: node) { toElementAction.embed((id, $0)) }
    }
  }

  /// Lifts the reducer of an element to an array of elements, which are addressed by position.
  ///
  /// ```swift
  /// todoReducer.forEach(
  ///   state: \.todos,
  ///   action: /AppAction.todo(index:action:),
  ///   environment: { _ in TodoEnvironment() }
  /// )
  /// ```
  ///
  /// An action for a position outside of the array is reported as an issue and ignored. An action
  /// that an effect sends later applies to the element at the position by then: keep elements that
  /// move, or are removed, in an ``IdentifiedArray``.
  ///
  /// - Parameters:
  ///   - toElements: The elements in the parent's state.
  ///   - toElementAction: The case of the parent's action that holds the position of an element and
  ///     its action.
  ///   - toLocalEnvironment: The element's environment.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment>(
    state toElements: any WritableKeyPath<GlobalState, [State]> & Sendable,
    action toElementAction: AnyCasePath<GlobalAction, (Int, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return .init { state, action, environment in
      guard let (index, action) = toElementAction.extract(from: action) else { return .none }
      let count = state[keyPath: toElements].count
      guard (0..<count).contains(index) else {
        source.reportMissingPart(
          action: action, of: "forEach",
          missing: "there is no element at \(index): the array has \(count)")
        return .none
      }
      let effect = run(
        &state[keyPath: toElements][index], action, toLocalEnvironment(environment))
      guard let node = effect.node else { return .none }
      return Effect(mapping: node) { toElementAction.embed((index, $0)) }
    }
  }

  /// Lifts the reducer of an element to a dictionary of elements.
  ///
  /// - Parameters:
  ///   - toElements: The elements in the parent's state.
  ///   - toElementAction: The case of the parent's action that holds the key of an element and its
  ///     action.
  ///   - toLocalEnvironment: The element's environment.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, Key: SendableMetatype>(
    state toElements: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
    action toElementAction: AnyCasePath<GlobalAction, (Key, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return .init { state, action, environment in
      guard let (key, action) = toElementAction.extract(from: action) else { return .none }
      guard state[keyPath: toElements][key] != nil else {
        source.reportMissingPart(
          action: action, of: "forEach", missing: "there is no element with the key '\(key)'")
        return .none
      }
      let effect = run(
        &state[keyPath: toElements][key]!, action, toLocalEnvironment(environment))
      guard let node = effect.node else { return .none }
      return Effect(mapping: node) { toElementAction.embed((key, $0)) }
    }
  }
}
