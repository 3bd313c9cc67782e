import ComposableCore

/// Adds a method `send` for the actions of its view to a front end, and warns if it sends others.
///
/// ```swift
/// @ViewAction(for: Counter.self)
/// struct CounterScreen {
///   let store: StoreOf<Counter>
///
///   func keyPressed() { send(.incrementButtonTapped) }
/// }
/// ```
///
/// The feature's action conforms to `ViewAction`: it has a case `view` that holds them.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ViewActionMacro")
where R.Action: ViewAction
