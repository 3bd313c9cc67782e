import CompanionSupport
import IssueReporting

/// A store for tests: it runs a feature as a ``Store`` does, and lets the test assert each step.
///
/// A test sends the actions of a user and asserts the changes of the state; it receives the actions
/// of effects and asserts their changes as well. At the end of the test, every action must have
/// been received and every effect must have ended.
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
/// Each difference from an assertion is reported at its line, in Swift Testing and in XCTest. If a
/// test is about a part of a feature only, turn ``exhaustivity`` off.
///
/// Unreceived actions and running effects are reported when the store is released: after its last
/// use in the test.
///
/// Effects take turns: each action that one sends is a turn of its own, and an effect that is
/// started meanwhile needs as many turns before its first. So the actions that an effect sends
/// without waiting arrive before the actions of the effects that they start. For this, effects
/// start outside of the main actor here, unlike in a ``Store``.
@preconcurrency
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The extent of the test's assertions.
  public var exhaustivity: Exhaustivity = .on

  /// The default time that `receive`, `finish` and the tasks of this store wait.
  public var timeout: Duration = .seconds(1)

  let recorder: TestRecorder<State, Action>
  private let root: RootStore<State, Action>
  private let place: SourcePlace
  private var hasSerialExecutor = true
  /// The environment of a reducer in the environment style.
  var environment: AnyObject?

  /// Creates a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
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

  /// Creates a store that processes actions from effects at a time chosen by the test.
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
    TestEnd(recorder, exhaustivity: exhaustivity, place: place).report()
    if hasSerialExecutor { MainSerialExecutor.end() }
  }

  /// Whether the feature, which is the root of the test, has dismissed itself.
  ///
  /// Effects that were running at the dismissal need not end before the test does, and sending
  /// another action is reported as an issue.
  public var isDismissed: Bool { recorder.isDismissed }

  /// The state after the last action that the test sent, received or skipped. Within a closure that
  /// asserts a change it is still the state before.
  public var state: State { recorder.state }

  /// Whether all tasks of the process take turns on the main thread, which they do as long as a
  /// store exists that has not turned this off.
  ///
  /// It makes concurrent effects run in the same order each time, and as far as they can before
  /// `send` returns. It applies to the process, see `withMainSerialExecutor`.
  public var useMainSerialExecutor: Bool {
    get { MainSerialExecutor.isInUse }
    set {
      guard newValue != hasSerialExecutor else { return }
      hasSerialExecutor = newValue
      if newValue { MainSerialExecutor.begin() } else { MainSerialExecutor.end() }
    }
  }

  /// Processes an action in the store, and starts its effects.
  func process(
    _ action: Action, at place: SourcePlace
  ) -> (step: TestRecorder<State, Action>.Step?, task: StoreTask) {
    ExploredRun.current?.willUse(root)
    var task = StoreTask(group: nil)
    let step = recorder.send(action, at: place) {
      task = withUnsafePointer(to: action) { root.send($0) }
    }
    return (step, task)
  }
}

/// The test store of the feature `R`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
