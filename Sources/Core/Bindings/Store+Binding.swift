import CCore
import CompanionSupport
import IssueReporting

extension Store where Action: BindableAction, Action.State == State {
  /// A property of the current state. Assigning a value sends it as a ``BindingAction``.
  ///
  /// ```swift
  /// store.query = "blob"  // sends .binding(.set(\.query, "blob"))
  /// ```
  ///
  /// A write that no ``BindingReducer`` applies is reported as an issue.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get {
      willRead(keyPath)
      return runtime.reading { location.read(keyPath) }
    }
    set { write(keyPath, newValue) { .binding($0) } }
  }
}

extension Store where Action: BindableAction, Action.State == State, State: Equatable & Sendable {
  /// The current state. Assigning a value sends it as a ``BindingAction``.
  public var state: State {
    get {
      runtime.willRead(.passUnretained(observedState))
      return runtime.reading { location.read() }
    }
    set { write(\.self, newValue) { .binding($0) } }
  }
}

extension Store
where
  Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State
{
  /// A property of the current state. Assigning a value sends it as a ``BindingAction`` of the
  /// view.
  ///
  /// A write that no ``BindingReducer`` applies is reported as an issue.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get {
      willRead(keyPath)
      return runtime.reading { location.read(keyPath) }
    }
    set { write(keyPath, newValue) { .view(.binding($0)) } }
  }
}

extension Store {
  fileprivate func write<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value,
    _ embed: (BindingAction<State>) -> Action
  ) {
    let receipt = BindingReceipt()
    send(embed(BindingAction(keyPath, value, receipt: receipt)))
    // A nested send has already been reported, and its action is still in the queue.
    guard !receipt.isApplied, runtime.frame.pointee.phase == composable_is_idle else { return }
    let report = { (message: String) in
      guard let place = SourcePlace.ofClient() else { return reportIssue(message) }
      place.report(message)
    }
    report(
      """
      A write to a property of a store was not applied.

        State: \(State.self)
        Property: \(PropertyName.text(of: keyPath))
        Value: \(value)

      The store sent it as a binding action, which no reducer handled. Put a 'BindingReducer()' into \
      the body of the feature whose state this is, and make sure that the feature is embedded in its \
      parent with 'Scope', 'ifLet' or 'forEach'.
      """)
  }
}
