extension AnyReducer {
  /// Makes the reducer of an element one of a collection of them.
  ///
  /// ```swift
  /// todoReducer.forEach(
  ///   state: \.todos,
  ///   action: /AppAction.todo(id:action:),
  ///   environment: { _ in TodoEnvironment() }
  /// )
  /// ```
  ///
  /// An action for an element that is not there is reported as an issue and ignored. The effects of
  /// an element are not cancelled when it is removed: return `Effect.cancel(id:)` where it is.
  /// Modern: `forEach(_:action:element:)`, which cancels
  /// them.
  ///
  /// - Parameters:
  ///   - toElements: The elements in the state of the whole.
  ///   - toElementAction: The case of the whole's action that holds the id of an element and its
  ///     action.
  ///   - toLocalEnvironment: What an element depends on.
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

  /// Makes the reducer of an element one of an array of them, each known by its position.
  ///
  /// ```swift
  /// todoReducer.forEach(
  ///   state: \.todos,
  ///   action: /AppAction.todo(index:action:),
  ///   environment: { _ in TodoEnvironment() }
  /// )
  /// ```
  ///
  /// An action for a position that is not there is reported as an issue and ignored. An effect that
  /// sends an action later sends it to whatever is at the position by then: keep elements that
  /// move, or that go away, in an ``IdentifiedArray``.
  ///
  /// - Parameters:
  ///   - toElements: The elements in the state of the whole.
  ///   - toElementAction: The case of the whole's action that holds the position of an element and
  ///     its action.
  ///   - toLocalEnvironment: What an element depends on.
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

  /// Makes the reducer of an element one of a dictionary of them.
  ///
  /// - Parameters:
  ///   - toElements: The elements in the state of the whole.
  ///   - toElementAction: The case of the whole's action that holds the key of an element and its
  ///     action.
  ///   - toLocalEnvironment: What an element depends on.
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
