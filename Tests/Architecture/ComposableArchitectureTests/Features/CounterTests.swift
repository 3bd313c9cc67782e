import ComposableArchitecture
import Testing

@MainActor
@Suite struct CounterTests {
  @Test func countingAndFacts() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.numberFact.fetch = { "\($0) is a good number" }
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(\.factButtonTapped) { $0.isLoading = true }
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "1 is a good number"
    }
    await store.send(\.binding.isTimerOn, true) { $0.isTimerOn = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.count = 2 }
    await store.send(.binding(.set(\.isTimerOn, false))) { $0.isTimerOn = false }
  }

  @Test func aFunctionThatNobodyGaveIsReported() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await withKnownIssue {
      await store.send(\.factButtonTapped) { $0.isLoading = true }
      await store.receive(\.factFailed) { $0.isLoading = false }
    } matching: {
      $0.description.contains("'NumberFactClient.fetch' was used without an implementation.")
    }
  }

  @Test func frontEndsBindAndSend() {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    store.isTimerOn = false
    let screen = CounterScreen(store: Store(initialState: Screened.State()) { Screened() })
    screen.tap()
    #expect(screen.store.count == 1)
    screen.store.name = "Blob"
    #expect(screen.store.name == "Blob")
  }

  @Test func clients() async throws {
    let client = NumberFactClient(
      fetch: { "\($0)!" }, isReachable: { true }, cached: { _ in nil },
      log: { _, _ in })
    #expect(try await client.fetch(1) == "1!")
    #expect(try await client.fetch(number: 1) == "1!")
    client.log("a", 1)
    client.log(message: "a", level: 1)
    let unimplemented = NumberFactClient()
    withKnownIssue { #expect(unimplemented.isReachable() == false) }
    withKnownIssue { #expect(unimplemented.cached(1) == nil) }
    withKnownIssue { unimplemented.log(message: "a", level: 1) }
    #expect(unimplemented.ignored(1) == 2)
    await withKnownIssue {
      await #expect(throws: Unimplemented.self) { try await unimplemented.fetch(number: 1) }
    }
  }

  @Test func entries() {
    @Dependency(\.greeting) var greeting
    #expect(greeting == "test")
    withDependencies {
      $0.greeting = "Hi"
    } operation: {
      #expect(greeting == "Hi")
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(greeting == "live")
    }
  }
}

extension DependencyValues {
  @DependencyEntry(liveValue: "live")
  var greeting: String = "test"
}

@DependencyClient
struct NumberFactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
  var isReachable: @Sendable () -> Bool = { false }
  var cached: @Sendable (Int) -> String? = { _ in nil }
  var log: @Sendable (_ message: String, _ level: Int) -> Void
  @DependencyEndpointIgnored var ignored: @Sendable (Int) -> Int = { $0 + 1 }
  var name = "numbers"
}

extension NumberFactClient: DependencyKey {
  static let liveValue = Self()
  static let testValue = Self()
}

extension DependencyValues {
  var numberFact: NumberFactClient {
    get { self[NumberFactClient.self] }
    set { self[NumberFactClient.self] = newValue }
  }
}

@Reducer
struct CounterFeature {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isLoading = false
    var isTimerOn = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case incrementButtonTapped
    case factButtonTapped
    case factResponse(String)
    case factFailed
    case timerTick
  }

  private enum CancelID { case timer }
  @Dependency(\.continuousClock) var clock
  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.isTimerOn):
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTick) }
        }
        .cancellable(id: CancelID.timer)
      case .binding:
        return .none
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .factButtonTapped:
        state.isLoading = true
        return .run { [count = state.count] send in
          try await send(.factResponse(numberFact.fetch(number: count)))
        } catch: { _, send in
          await send(.factFailed)
        }
      case .factResponse(let fact):
        state.isLoading = false
        state.fact = fact
        return .none
      case .factFailed:
        state.isLoading = false
        return .none
      case .timerTick:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
struct Screened {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var name = ""
  }
  enum Action: ViewAction {
    case view(View)
    case other

    enum View: BindableAction {
      case binding(BindingAction<State>)
      case tapped
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      if case .view(.tapped) = action { state.count += 1 }
      return .none
    }
  }
}

@ViewAction(for: Screened.self)
@MainActor
struct CounterScreen {
  let store: StoreOf<Screened>

  func tap() { send(.tapped) }
}
