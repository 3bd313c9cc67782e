public import Foundation

// The parts of the original that do not exist here. A declaration that names the replacement gives
// an error at the use; without one, the compiler searches a long body for minutes, and reports
// nothing but the length of its search.

extension Effect {
  /// Unavailable, as Combine does not exist on Linux.
  @available(
    *, unavailable,
    message: """
      Combine does not exist on Linux. Use 'Effect.stream' for an 'AsyncSequence', or send each value \
      in 'Effect.run'.
      """
  )
  public static func publisher<Publisher>(_ createPublisher: () -> Publisher) -> Self {
    preconditionFailure("The effect is unavailable.")
  }
}

extension Store {
  /// Unavailable, as Combine does not exist on Linux.
  @available(
    *, unavailable,
    message: "Combine does not exist on Linux. Read the store in 'observe { … }'."
  )
  public var publisher: StorePublisher<State> {
    preconditionFailure("The property is unavailable.")
  }

  /// Unavailable, as Combine does not exist on Linux.
  @available(
    *, unavailable,
    message: "Combine does not exist on Linux. Scope to the child in 'observe { … }'."
  )
  public func ifLet<Wrapped>(
    then unwrap: @escaping (Store<Wrapped, Action>) -> Void, else: @escaping () -> Void = {}
  ) where State == Wrapped? {
    preconditionFailure("The function is unavailable.")
  }
}

/// Unavailable, as Combine does not exist on Linux.
@available(
  *, unavailable,
  message: "Combine does not exist on Linux. Read the store in 'observe { … }'."
)
@dynamicMemberLookup
public struct StorePublisher<State> {
  /// Unavailable.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> StorePublisher<Value> {
    preconditionFailure("The type is unavailable.")
  }

  /// Unavailable.
  public func sink(receiveValue: @escaping (State) -> Void) -> StorePublisher {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Read the properties of the store, which are observable, and call its 'send'."
)
@dynamicMemberLookup
public struct ViewStore<ViewState, ViewAction> {
  /// Unavailable.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    preconditionFailure("The type is unavailable.")
  }

  /// Unavailable.
  public func send(_ action: ViewAction) {
    preconditionFailure("The type is unavailable.")
  }

  /// Unavailable.
  public init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (State) -> ViewState
  ) {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Read the properties of the store, which are observable, and call its 'send'."
)
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>

/// Unavailable: the state of a feature is observable as a whole.
@available(
  *, unavailable,
  message: """
    Annotate the state with '@ObservableState', and remove '@BindingState'. Write a binding with \
    'store.property = value', and match it with 'case .binding(\\.property)'.
    """
)
@propertyWrapper
public struct BindingState<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public var projectedValue: Self { self }

  /// Unavailable.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Read the properties of the store, which are observable, and call its 'send'."
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

extension SharedReaderKey {
  /// Unavailable, as Foundation on Linux does not observe the properties of user defaults.
  @available(
    *, unavailable,
    message: "User defaults have no observable properties on Linux. Use '.appStorage(\"name\")'."
  )
  public static func appStorage<Value>(
    _ keyPath: KeyPath<UserDefaults, Value>, store: UserDefaults? = nil
  ) -> Self {
    preconditionFailure("The key is unavailable.")
  }
}
