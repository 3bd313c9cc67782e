extension Store {
  /// Sends an action. The animation has no effect here.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    send(action)
  }

  /// Sends an action. The transaction has no effect here.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    send(action)
  }
}

extension ViewActionSending {
  /// Sends an action of the front end. The animation has no effect here.
  @preconcurrency @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    send(action)
  }

  /// Sends an action of the front end. The transaction has no effect here.
  @preconcurrency @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, transaction: Transaction) -> StoreTask {
    send(action)
  }
}

extension Send {
  /// Sends an action. The animation has no effect here.
  public nonisolated(nonsending) func callAsFunction(
    _ action: sending Action, animation: Animation?
  ) async {
    await callAsFunction(action)
  }

  /// Sends an action from code that runs on the main actor already.
  public func callAsFunction(_ action: sending Action, animation: Animation?) {
    callAsFunction(action)
  }

  /// Sends an action. The transaction has no effect here.
  public nonisolated(nonsending) func callAsFunction(
    _ action: sending Action, transaction: Transaction
  ) async {
    await callAsFunction(action)
  }

  /// Sends an action from code that runs on the main actor already.
  public func callAsFunction(_ action: sending Action, transaction: Transaction) {
    callAsFunction(action)
  }
}

extension Effect {
  /// An action that the store processes right after the current one; see ``send(_:)``. The
  /// animation has no effect here.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    .send(action)
  }

  /// Returns the effect. The animation has no effect here.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// Returns the effect. The transaction has no effect here.
  public func transaction(_ transaction: Transaction) -> Self { self }
}

extension DismissEffect {
  /// Dismisses the feature. The animation has no effect here.
  public nonisolated(nonsending) func callAsFunction(
    animation: Animation?,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Dismisses the feature. The transaction has no effect here.
  public nonisolated(nonsending) func callAsFunction(
    transaction: Transaction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension ButtonStateAction {
  /// Sends an action, or only closes the prompt. The animation has no effect here.
  public static func send(_ action: Action?, animation: Animation?) -> Self {
    .send(action)
  }
}
