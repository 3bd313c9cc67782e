extension Store {
  /// Sends an action. There is nothing here that the animation could apply to.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    send(action)
  }

  /// Sends an action. There is nothing here that the transaction could apply to.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    send(action)
  }
}

extension ViewActionSending {
  /// Sends an action of the front end. There is nothing here that the animation could apply to.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    send(action)
  }

  /// Sends an action of the front end. There is nothing here that the transaction could apply to.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, transaction: Transaction) -> StoreTask {
    send(action)
  }
}

extension Send {
  /// Sends an action. There is nothing here that the animation could apply to.
  public nonisolated(nonsending) func callAsFunction(
    _ action: sending Action, animation: Animation?
  ) async {
    await callAsFunction(action)
  }

  /// Sends an action from code that runs on the main actor already.
  @MainActor
  public func callAsFunction(_ action: sending Action, animation: Animation?) {
    callAsFunction(action)
  }

  /// Sends an action. There is nothing here that the transaction could apply to.
  public nonisolated(nonsending) func callAsFunction(
    _ action: sending Action, transaction: Transaction
  ) async {
    await callAsFunction(action)
  }

  /// Sends an action from code that runs on the main actor already.
  @MainActor
  public func callAsFunction(_ action: sending Action, transaction: Transaction) {
    callAsFunction(action)
  }
}

extension Effect {
  /// An action that the store processes right after the current one; see ``send(_:)``. There is
  /// nothing here that the animation could apply to.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    .send(action)
  }

  /// This effect. There is nothing here that the animation could apply to.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// This effect. There is nothing here that the transaction could apply to.
  public func transaction(_ transaction: Transaction) -> Self { self }
}

extension DismissEffect {
  /// Dismisses the feature. There is nothing here that the animation could apply to.
  public nonisolated(nonsending) func callAsFunction(
    animation: Animation?,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Dismisses the feature. There is nothing here that the transaction could apply to.
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
  /// Sends an action, or only closes the prompt. There is nothing here that the animation could
  /// apply to.
  public static func send(_ action: Action?, animation: Animation?) -> Self {
    .send(action)
  }
}
