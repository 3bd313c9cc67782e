import ComposableCore
import Signpost

/// A feature with all parts of a session: values, effects that send, and one that is cancelled.
package struct Errands: Reducer {
  package struct State: Codable, Equatable {
    package var names: [String]
    package var answer: String?
    package var ticks = 0
    package var isAsking = false

    package init(names: [String] = [], answer: String? = nil) {
      self.names = names
      self.answer = answer
    }
  }

  package enum Action: Codable, Equatable {
    case added(String)
    case cleared
    case askButtonTapped
    case answered(String, number: Int)
    case startButtonTapped
    case ticked
    case stopButtonTapped
  }

  private let ask: @Sendable (Int) async -> String
  private let clock: any Clock<Duration>
  private let interval: Duration
  /// The change of a name: tests replace it.
  private let add: @Sendable (inout State, String) -> Void

  package init(
    ask: @escaping @Sendable (Int) async -> String = { "\($0) errands" },
    clock: any Clock<Duration> = ContinuousClock(), interval: Duration = .seconds(1),
    add: @escaping @Sendable (inout State, String) -> Void = { $0.names.append($1) }
  ) {
    self.ask = ask
    self.clock = clock
    self.interval = interval
    self.add = add
  }

  private enum CancelID { case ticks }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let name):
        add(&state, name)
        return .none
      case .cleared:
        state.names = []
        return .none
      case .askButtonTapped:
        state.isAsking = true
        return .run { [ask, count = state.names.count] send in
          await send(.answered(await ask(count), number: count))
        }
      case .answered(let answer, _):
        state.answer = answer
        state.isAsking = false
        return .none
      case .startButtonTapped:
        return .run { [clock, interval] send in
          while true {
            try await clock.sleep(for: interval)
            await send(.ticked)
          }
        }
        .cancellable(id: CancelID.ticks)
      case .ticked:
        state.ticks += 1
        return .none
      case .stopButtonTapped:
        return .cancel(id: CancelID.ticks)
      }
    }
  }
}

extension Scenario {
  /// A session that can be replayed; with long values, which take several events each.
  @MainActor
  package static func errands(
    isLong: Bool, hasFullDifferences: Bool
  ) async {
    let interval = Duration.milliseconds(20)
    let store = Store(initialState: Errands.State(names: isLong ? [Self.longName] : [])) {
      Errands(interval: interval).signpost(
        "errands", payload: .replayable, stateDiff: hasFullDifferences ? .full : .properties)
    }
    store.send(.added("milk"))
    store.send(.added(isLong ? Self.longName : "tea"))
    await store.send(.askButtonTapped).finish()
    let ticks = store.send(.startButtonTapped)
    while store.withState(\.ticks) < 3 { try? await Task.sleep(for: .milliseconds(5)) }
    store.send(.stopButtonTapped)
    await ticks.finish()
    store.send(.cleared)
    store.send(.added("salt"))
  }

  /// A session in which the answer to an early question comes after that to a late one.
  @MainActor
  package static func racingErrands() async {
    let early = AsyncStream<Never>.makeStream()
    let store = Store(initialState: Errands.State()) {
      Errands { count in
        if count == 1 { for await _ in early.stream {} }
        return "\(count) errands"
      }
      .signpost("errands", payload: .replayable)
    }
    store.send(.added("milk"))
    let first = store.send(.askButtonTapped)
    store.send(.added("tea"))
    await store.send(.askButtonTapped).finish()
    early.continuation.finish()
    await first.finish()
  }

  /// Characters of several bytes, so that pieces cannot end anywhere.
  private static let longName = String(repeating: "Ölmühle \u{1F6D2} ", count: 1000)
}
