import ComposableArchitecture
import Foundation
import Testing

/// Operators that programs add to reducers, and clients that tests override in parts.
@MainActor
@Suite struct OperatorsTests {
  @Test func operators_ofTheProgram_seeEveryAction() async {
    let feedback = LockIsolated(0)
    let events = LockIsolated<[String]>([])
    let store = TestStore(initialState: Preferences.State()) {
      Preferences()
        .feedback(isEnabled: \.isFeedbackOn, triggerOnChangeOf: \.level)
        .analytics { action in
          switch action {
          case .saved: "saved"
          case .binding(\.isFeedbackOn): "feedback"
          default: nil
          }
        }
    } withDependencies: {
      $0.feedbackClient.play = { feedback.withValue { $0 += 1 } }
      $0.analyticsClient.log = { event in events.withValue { $0.append(event) } }
      $0.preferencesFile.override(level: 3)
      $0.mainRunLoop = .immediate
    }
    await store.send(.load)
    await store.receive(\.loaded, 3) { $0.level = 3 }
    await store.send(.binding(.set(\.isFeedbackOn, false))) { $0.isFeedbackOn = false }
    await store.send(\.binding.level, 5) { $0.level = 5 }
    await store.receive(\.saved)
    #expect(feedback.value == 1)
    #expect(events.value == ["feedback", "saved"])
  }

  @Test func nonExhaustiveTest_assertsAPart() async {
    let store = TestStore(initialState: Preferences.State()) {
      Preferences()
        .dependency(\.preferencesFile, .failing)
        .transformDependency(\.self) { $0.mainRunLoop = .immediate }
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(\.binding.level, 2)
    store.assert { $0.level = 2 }
    await store.receive(\.failed, timeout: .seconds(1)) {
      $0.alert = AlertState { TextState("Disk full") }
    }
    await store.send(.alert(.dismiss))
    await store.finish()
    expectNoDifference(store.state, Preferences.State(isFeedbackOn: true, level: 2))
  }

  @Test func model_withDependenciesOfAnother_makesChildren() async {
    let model = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 7)
      $0.uuid = .constant(UUID(7))
    } operation: {
      PreferencesModel()
    }
    let child = model.makeChild()
    #expect(child.id == UUID(7))
    #expect(child.created == Date(timeIntervalSince1970: 7))
  }

  @Test func stack_collectionOperations() {
    var path = StackState<Int>([1, 2])
    path.append(contentsOf: [3, 4])
    #expect(Array(path) == [1, 2, 3, 4])
    #expect(path.ids.count == 4)
    path.pop(from: path.ids[3])
    path.pop(to: path.ids[1])
    #expect(Array(path) == [1, 2])
    path[id: path.ids[0]] = 10
    _ = path.popLast()
    path.removeAll { $0 == 11 }
    #expect(path.first == 10)
    path = StackState()
    #expect(path.isEmpty)
  }
}

@MainActor
final class PreferencesModel {
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid
  lazy var id = uuid()
  lazy var created = now

  nonisolated init() {}

  func makeChild() -> PreferencesModel {
    withDependencies(from: self) { PreferencesModel() }
  }
}

@DependencyClient
struct FeedbackClient: Sendable {
  var play: @Sendable () async -> Void
}

@DependencyClient
struct AnalyticsClient: Sendable {
  var log: @Sendable (_ event: String) -> Void
}

@DependencyClient
struct PreferencesFile: Sendable {
  var load: @Sendable () async throws -> Int
  var save: @Sendable (_ level: Int) async throws -> Void

  struct DiskFull: LocalizedError {
    var errorDescription: String? { "Disk full" }
  }

  mutating func override(level: Int) {
    load = { level }
    save = { _ in }
  }

  static let failing = Self(load: { throw DiskFull() }, save: { _ in throw DiskFull() })
}

extension FeedbackClient: TestDependencyKey { static let testValue = Self() }
extension AnalyticsClient: TestDependencyKey { static let testValue = Self() }
extension PreferencesFile: TestDependencyKey { static let testValue = Self() }

extension DependencyValues {
  var feedbackClient: FeedbackClient {
    get { self[FeedbackClient.self] }
    set { self[FeedbackClient.self] = newValue }
  }
  var analyticsClient: AnalyticsClient {
    get { self[AnalyticsClient.self] }
    set { self[AnalyticsClient.self] = newValue }
  }
  var preferencesFile: PreferencesFile {
    get { self[PreferencesFile.self] }
    set { self[PreferencesFile.self] = newValue }
  }
}

extension Reducer {
  /// Plays feedback when a value changes.
  func feedback<Trigger: Equatable>(
    isEnabled: @escaping (State) -> Bool,
    triggerOnChangeOf trigger: @escaping (State) -> Trigger
  ) -> some ReducerOf<Self> {
    Feedback(base: self, isEnabled: isEnabled, trigger: trigger)
  }

  func analytics(_ event: @escaping (Action) -> String?) -> some ReducerOf<Self> {
    CombineReducers {
      self
      AnalyticsReducer(event: event)
    }
  }
}

private struct Feedback<Base: Reducer, Trigger: Equatable>: Reducer {
  let base: Base
  let isEnabled: (Base.State) -> Bool
  let trigger: (Base.State) -> Trigger

  @Dependency(\.feedbackClient) var client

  var body: some ReducerOf<Base> {
    base.onChange(of: trigger) { _, _ in
      Reduce { state, _ in
        guard isEnabled(state) else { return .none }
        return .run { [client] _ in await client.play() }
      }
    }
  }
}

private struct AnalyticsReducer<State, Action>: Reducer {
  let event: (Action) -> String?

  @Dependency(\.analyticsClient) var client

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      guard let event = event(action) else { return .none }
      return .run { [client] _ in client.log(event: event) }
    }
  }
}

@Reducer
struct Preferences: Sendable {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    var isFeedbackOn = true
    var level = 1
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case failed(any Error)
    case load
    case loaded(Int)
    case saved
  }

  private enum CancelID { case save }

  @Dependency(\.mainRunLoop) var mainRunLoop
  @Dependency(PreferencesFile.self) var file

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce(core)
      .ifLet(\.$alert, action: \.alert)
  }

  func core(into state: inout State, action: Action) -> EffectOf<Self> {
    switch action {
    case .alert:
      return .none
    case .binding(\.level):
      return .run { [level = state.level] send in
        try await mainRunLoop.sleep(for: 0.5)
        try await file.save(level: level)
        await send(.saved, animation: .interactiveSpring())
      } catch: { error, send in
        await send(.failed(error))
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)
    case .binding:
      return .none
    case .failed(let error):
      state.alert = AlertState { TextState(error.localizedDescription) }
      return .none
    case .load:
      return .run { send in
        try await send(.loaded(file.load()), animation: .default)
      }
    case .loaded(let level):
      state.level = level
      return .none
    case .saved:
      return .none
    }
  }
}
