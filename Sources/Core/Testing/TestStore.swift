import IssueReporting

/// A store for tests: it runs a feature as a ``Store`` does, and has the test say what happens.
///
/// A test sends what a user would, and states how the state changes; it receives what effects send,
/// and states how the state changes then. At its end no action may be left over, and no effect may
/// run.
///
/// ```swift
/// @MainActor
/// @Test func fact() async {
///   let store = TestStore(initialState: Counter.State()) {
///     Counter(fetchFact: { "\($0) is a good number" })
///   }
///   await store.send(.incrementButtonTapped) {
///     $0.count = 1
///   }
///   await store.send(.factButtonTapped) {
///     $0.isLoading = true
///   }
///   await store.receive(\.factResponse) {
///     $0.isLoading = false
///     $0.fact = "1 is a good number"
///   }
/// }
/// ```
///
/// Whatever differs from what the test says is reported with the line that says it, in Swift
/// Testing and in XCTest. Where a test is about part of a feature only, turn ``exhaustivity`` off.
///
/// What is left over is reported when the store goes away: after its last use in the test.
///
/// Effects take turns: each action that one sends is a turn of its own, and an effect that is
/// started meanwhile needs as many turns before its first. So what one effect sends without waiting
/// arrives before what the effects of its actions send. Therefore their code begins outside of the
/// main actor here, unlike in a ``Store``.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// How much the test has to say.
  public var exhaustivity: Exhaustivity = .on

  /// How long `receive`, `finish` and the tasks of this store wait, unless they say so themselves.
  public var timeout: Duration = .seconds(1)

  let recorder: TestRecorder<State, Action>
  private let root: RootStore<State, Action>
  private let place: SourcePlace
  private var hasSerialExecutor = true
  /// What a reducer in the environment style depends on.
  var environment: AnyObject?
  /// Whether the actions that are left over were reported already.
  var hasReportedLeftovers = false

  /// Creates a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature's logic; its body is evaluated once, here.
  ///   - prepareDependencies: Overrides dependencies for the initial state, the reducer, its
  ///     effects and the closures that state changes.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      timing: .whenSent,
      place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
      prepareDependencies: prepareDependencies
    ) {
      (initialState(), reducer()._prepare())
    }
  }

  /// Creates a store that processes what effects send at a time of the test's choice.
  package convenience init<R: Reducer>(
    initialState: State, processing timing: ReceptionTiming, reducer: () -> R,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    self.init(
      timing: timing,
      place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      (initialState, reducer()._prepare())
    }
  }

  private init(
    timing: ReceptionTiming, place: SourcePlace,
    prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    feature: () -> (state: State, reducer: PreparedReducer<State, Action>)
  ) {
    var dependencies = DependencyValues.current
    dependencies.update(prepareDependencies)
    (recorder, root) = dependencies.provide {
      let (state, reducer) = feature()
      let recorder = TestRecorder<State, Action>(
        initialState: state, dependencies: dependencies, timing: timing)
      let root = RootStore(
        initialState: state, reducer: recorder.recording(reducer), isolation: MainActor.shared)
      root.startsWorkOffIsolation = true
      return (recorder, root)
    }
    MainSerialExecutor.begin()
    self.place = place
  }

  deinit {
    TestEnd(recorder, exhaustivity: exhaustivity, place: place, hasReported: hasReportedLeftovers)
      .report()
    if hasSerialExecutor { MainSerialExecutor.end() }
  }

  /// Whether the feature has dismissed itself, as the root of the test.
  ///
  /// A feature that has is gone: the effects that ran then need not end before the test does, and
  /// to send another action is reported as an issue.
  public var isDismissed: Bool { recorder.isDismissed }

  /// The state after the last action that the test sent, received or skipped. In the closure that
  /// states a change it is still the state before.
  public var state: State { recorder.state }

  /// Whether all tasks of the process take turns on the main thread, as they do for as long as a
  /// store exists that has not turned this off.
  ///
  /// With it, concurrent effects do their work in the same order each time, and have done what they
  /// can when `send` returns. It applies to the process, see `withMainSerialExecutor`.
  public var useMainSerialExecutor: Bool {
    get { MainSerialExecutor.isInUse }
    set {
      guard newValue != hasSerialExecutor else { return }
      hasSerialExecutor = newValue
      if newValue { MainSerialExecutor.begin() } else { MainSerialExecutor.end() }
    }
  }

  /// Has the store process an action, and starts its effects.
  func process(
    _ action: Action, at place: SourcePlace
  ) -> (step: TestRecorder<State, Action>.Step?, task: StoreTask) {
    var task = StoreTask(group: nil)
    let step = recorder.send(action, at: place) {
      task = withUnsafePointer(to: action) { root.send($0) }
    }
    return (step, task)
  }
}

/// The test store of the feature `R`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
