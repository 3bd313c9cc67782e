/// A front end that sends only the actions that are meant for it: see the macro
/// `@ViewAction(for:)`.
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the feature.
  associatedtype StoreState
  /// The action of the feature, which has a case for the actions of its front end.
  associatedtype StoreAction: ViewAction
  /// The store of the feature.
  @preconcurrency @MainActor var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends an action of the front end.
  ///
  /// - Returns: The effects the action started, to await or to cancel.
  @preconcurrency
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
