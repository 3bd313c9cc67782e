// API of the original that does not exist here. Its use is an error at the line of the use that
// names the replacement; within a long body, the compiler would otherwise report the body.

extension Effect {
  /// Unavailable.
  @available(
    *, unavailable,
    message:
      "Combine does not exist on Linux. Use 'Effect.stream' with an 'AsyncSequence', or 'Effect.run'."
  )
  public static func publisher<Publisher>(_ createPublisher: () -> Publisher) -> Self {
    fatalError("Unavailable")
  }
}

extension Store {
  /// Unavailable.
  @available(
    *, unavailable,
    message: "Combine does not exist on Linux. Read the store in 'observe { … }'."
  )
  public var publisher: StorePublisher<State> { fatalError("Unavailable") }

  /// Unavailable.
  @available(
    *, unavailable,
    message: "Combine does not exist on Linux. Scope to the child in 'observe { … }'."
  )
  public func ifLet<Wrapped>(
    then unwrap: @escaping (Store<Wrapped, Action>) -> Void, else: @escaping () -> Void = {}
  ) where State == Wrapped? {
    fatalError("Unavailable")
  }
}

/// Unavailable.
@available(
  *, unavailable, message: "Combine does not exist on Linux. Read the store in 'observe { … }'."
)
public struct StorePublisher<State> {}

/// Unavailable.
@available(
  *, unavailable,
  message:
    "Mark the state '@ObservableState', and read the store itself: 'store.count', 'store.send(…)'."
)
public struct ViewStore<ViewState, ViewAction> {
  /// Unavailable.
  public init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (State) -> ViewState
  ) {
    fatalError("Unavailable")
  }
}

/// Unavailable.
@available(
  *, unavailable,
  message:
    "Mark the state '@ObservableState', and read the store itself: 'store.count', 'store.send(…)'."
)
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>

/// Unavailable.
@available(
  *, unavailable,
  message:
    "Mark the state '@ObservableState': its properties are bound without a wrapper, as in 'store.text = \"a\"'."
)
@propertyWrapper
public struct BindingState<Value> {
  /// Unavailable.
  public var wrappedValue: Value

  /// Unavailable.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// Unavailable.
@available(
  *, unavailable,
  message: "Mark the state '@ObservableState', and read the store itself: 'store.text'."
)
@propertyWrapper
public struct BindingViewState<Value> {
  /// Unavailable.
  public var wrappedValue: Value

  /// Unavailable.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}
