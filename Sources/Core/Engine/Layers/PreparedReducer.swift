/// A reducer ready to run: its `body`, evaluated once and turned into nested functions.
///
/// Evaluating a `body` creates key paths, case paths and closures, which costs far more than an
/// action does. A store therefore prepares its reducer once, when it is created.
@frozen
public struct PreparedReducer<State, Action> {
  /// The reducer with all of its wrappers.
  @usableFromInline
  let logic: ReducerLogic
  /// The same reducer without the wrappers that do nothing while actions are not instrumented, if
  /// there are any: a disabled wrapper is not called at all.
  @usableFromInline
  let bareLogic: ReducerLogic?
  /// Whether every action passes a wrapper that ``bareLogic`` omits.
  @usableFromInline
  let isInstrumented: Bool

  @inlinable
  init(
    _ logic: ReducerLogic, bare bareLogic: ReducerLogic? = nil, isInstrumented: Bool = false
  ) {
    self.logic = logic
    self.bareLogic = bareLogic
    self.isInstrumented = isInstrumented
  }

  /// Composes two prepared reducers, and their versions without wrappers if they differ.
  @inlinable
  init<S1, A1, S2, A2>(
    _ first: PreparedReducer<S1, A1>, _ second: PreparedReducer<S2, A2>,
    _ compose: (PreparedReducer<S1, A1>, PreparedReducer<S2, A2>) -> ReducerLogic
  ) {
    let isBare = first.bareLogic == nil && second.bareLogic == nil
    self.init(compose(first, second), bare: isBare ? nil : compose(first.bare, second.bare))
  }

  @inlinable
  var bare: Self { Self(bareLogic ?? logic) }

  /// The reducer with code around both of its versions.
  func map(_ transform: (ReducerLogic) -> ReducerLogic) -> Self {
    Self(transform(logic), bare: bareLogic.map(transform), isInstrumented: isInstrumented)
  }

  /// Wraps the function that runs for each action.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.init(
      ReducerLogic(assigning: State.self) { state, action in
        reduce(
          &state.assumingMemoryBound(to: State.self).pointee,
          action.assumingMemoryBound(to: Action.self).pointee
        ).node
      })
  }

  @inlinable
  @inline(__always)
  func run(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> Effect<Action> {
    Effect(erased: logic.function(state, action))
  }

  /// Runs the reducer for one action.
  @inlinable
  public func callAsFunction(_ state: inout State, _ action: Action) -> Effect<Action> {
    withUnsafeMutablePointer(to: &state) { state in
      withUnsafePointer(to: action) { action in run(state, action) }
    }
  }
}

extension PreparedReducer {
  /// The function without its types.
  package var erased: ErasedReducer { logic.function }

  /// A wrapper around a reducer, which is omitted while actions are not instrumented.
  ///
  /// - Parameter function: The wrapper's function, whose arguments are known to be a `State` and an
  ///   `Action`. It may be called at any time, also while actions are not instrumented.
  package init(wrapping base: Self, _ function: @escaping ErasedReducer) {
    self.init(ReducerLogic(function), bare: base.bare.logic, isInstrumented: true)
  }

  /// A wrapper around a reducer that is needed whether or not actions are instrumented, or that
  /// checks this itself.
  ///
  /// - Parameter wrap: Returns the wrapper's function, whose arguments are known to be a `State`
  ///   and an `Action`, for the reducer's function, which may be with or without other wrappers.
  package init(alwaysWrapping base: Self, _ wrap: (@escaping ErasedReducer) -> ErasedReducer) {
    self = base.map { ReducerLogic(wrap($0.function)) }
  }
}

/// A reducer of this library whose logic is in `_prepare()` alone.
///
/// Running one without a store prepares it first: correct, and as slow as evaluating a body.
public protocol _PreparedReducer: Reducer where Body == Never {}

extension _PreparedReducer {
  /// Runs the reducer for one action: in a store, it is prepared for the first one.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    runCalled(into: &state, action: action)
  }
}
