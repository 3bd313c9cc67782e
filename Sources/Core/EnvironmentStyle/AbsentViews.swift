// The views of the original, and the parts of its stores that exist for views, none of which exist
// on Linux. As in 'AbsentAPI.swift', each declaration is there for its message.

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Annotate the state with '@ObservableState', and read the store in 'observe { … }'."
)
public struct WithViewStore<ViewState, ViewAction, Content> {
  /// Unavailable.
  public init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (State) -> ViewState,
    content: @escaping (ViewStore<ViewState, ViewAction>) -> Content
  ) {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Write 'if let child = store.scope(state: \\.child, action: \\.child) { … }'."
)
public struct IfLetStore<Content> {
  /// Unavailable.
  public init<State, Action>(
    _ store: Store<State?, Action>, then ifContent: @escaping (Store<State, Action>) -> Content
  ) {
    preconditionFailure("The type is unavailable.")
  }

  /// Unavailable.
  public init<State, Action, Other>(
    _ store: Store<State?, Action>, then ifContent: @escaping (Store<State, Action>) -> Content,
    else elseContent: () -> Other
  ) {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Write 'for row in store.scope(state: \\.rows, action: \\.rows) { … }'."
)
public struct ForEachStore<Content> {
  /// Unavailable.
  public init<ID, State, Action>(
    _ store: Store<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>,
    content: @escaping (Store<State, Action>) -> Content
  ) {
    preconditionFailure("The type is unavailable.")
  }

  /// Unavailable.
  public init<ID, State, Action>(
    _ store: Store<IdentifiedArray<ID, State>, (ID, Action)>,
    content: @escaping (Store<State, Action>) -> Content
  ) {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Make the features the cases of an '@Reducer enum', and write 'switch store.case { … }'."
)
public struct SwitchStore<Content> {
  /// Unavailable.
  public init<State, Action>(
    _ store: Store<State, Action>, content: @escaping (State) -> Content
  ) {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Make the features the cases of an '@Reducer enum', and write 'switch store.case { … }'."
)
public struct CaseLet<Content> {
  /// Unavailable.
  public init<EnumState, EnumAction, CaseState, CaseAction>(
    _ toCaseState: @escaping (EnumState) -> CaseState?,
    action fromCaseAction: @escaping (CaseAction) -> EnumAction,
    then content: @escaping (Store<CaseState, CaseAction>) -> Content
  ) {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Write 'for screen in store.scope(state: \\.path, action: \\.path) { … }'."
)
public struct NavigationStackStore<Destination> {
  /// Unavailable.
  public init<State, Action, Root>(
    _ store: Store<StackState<State>, StackAction<State, Action>>, root: () -> Root,
    destination: @escaping (Store<State, Action>) -> Destination
  ) {
    preconditionFailure("The type is unavailable.")
  }
}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Read the properties of the store; a binding is written with 'store.property = value'."
)
public struct BindingViewStore<State> {}

/// Unavailable, as views do not exist on Linux.
@available(
  *, unavailable,
  message: "Leave it out: a binding is written with 'store.property = value'."
)
@propertyWrapper
public struct Bindable<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public var projectedValue: Self { self }

  /// Unavailable.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// Unavailable: the state of a feature is observable as a whole.
@available(
  *, unavailable,
  message: """
    Annotate the state with '@ObservableState', and remove '@BindableState'. Write a binding with \
    'store.property = value', and match it with 'case .binding(\\.property)'.
    """
)
@propertyWrapper
public struct BindableState<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public var projectedValue: Self { self }

  /// Unavailable.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// Unavailable: an old name.
@available(*, unavailable, renamed: "ConfirmationDialogState")
public typealias ActionSheetState<Action> = ConfirmationDialogState<Action>

extension Store {
  /// Unavailable, as it served views.
  @available(
    *, unavailable,
    message: "Hand over the store itself: code that reads no state observes none."
  )
  public var stateless: Store<Void, Action> {
    preconditionFailure("The property is unavailable.")
  }

  /// Unavailable, as it served views.
  @available(
    *, unavailable,
    message: "Hand over the store itself, or the state: 'store.withState { $0 }'."
  )
  public var actionless: Store<State, Never> {
    preconditionFailure("The property is unavailable.")
  }
}
