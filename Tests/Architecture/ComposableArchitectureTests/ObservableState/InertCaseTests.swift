import ComposableArchitecture
import Observation
import Testing

/// Cases that differ only by their names, of enums that their own reducers
/// change.
@Suite @MainActor struct InertCaseTests {
  @Test func aChangeOfAnEnumIsNoneForReadersOfAnother() {
    let house = Store(initialState: House.State()) { House() }
    let garden = Store(initialState: Garden.State()) { Garden() }
    let notified = LockIsolated(0)
    withObservationTracking {
      _ = house.lamp
    } onChange: {
      notified.withValue { $0 += 1 }
    }
    garden.send(.gate(.pushed))
    #expect(garden.gate == .open)
    #expect(notified.value == 0)
    house.send(.lamp(.switched))
    #expect(house.lamp == .on)
    #expect(notified.value == 1)
  }

  /// The enum's reducer embeds a reducer of the payload, which has no identity.
  @Test func scope_payloadOfAnEnumChanges_notifiesReadersOfTheEnum() {
    let store = Store(initialState: Document.State()) { Document() }
    let notified = LockIsolated(0)
    withObservationTracking {
      _ = store.mode
    } onChange: {
      notified.withValue { $0 += 1 }
    }
    store.send(.mode(.editing(.set("b"))))
    #expect(store.mode == .editing("b"))
    #expect(notified.value == 1)
  }

  @Reducer struct Name {
    typealias State = String
    enum Action { case set(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .set(let text): state = text
        }
        return .none
      }
    }
  }

  @Reducer struct Mode {
    @ObservableState enum State: Equatable { case idle, editing(String) }
    enum Action { case editing(Name.Action) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifCaseLet(\.editing, action: \.editing) { Name() }
    }
  }

  @Reducer struct Document {
    @ObservableState struct State { var mode = Mode.State.editing("a") }
    enum Action { case mode(Mode.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.mode, action: \.mode) { Mode() }
    }
  }

  @Reducer struct Lamp {
    @ObservableState enum State: Equatable { case off, on }
    enum Action { case switched }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state = state == .on ? .off : .on
        return .none
      }
    }
  }

  @Reducer struct House {
    @ObservableState struct State { var lamp = Lamp.State.off }
    enum Action { case lamp(Lamp.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.lamp, action: \.lamp) { Lamp() }
    }
  }

  @Reducer struct Gate {
    @ObservableState enum State: Equatable { case shut, open }
    enum Action { case pushed }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state = state == .open ? .shut : .open
        return .none
      }
    }
  }

  @Reducer struct Garden {
    @ObservableState struct State { var gate = Gate.State.shut }
    enum Action { case gate(Gate.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.gate, action: \.gate) { Gate() }
    }
  }
}
