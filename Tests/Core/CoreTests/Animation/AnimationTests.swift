import ComposableCore
import Testing

/// Animations have no effect: an action with an animation is sent like any other.
@MainActor
@Suite struct AnimationTests {
  struct Panel: Reducer {
    struct State: Equatable { var log: [String] = [] }
    enum Action: Equatable { case openButtonTapped, opened(String), closeButtonTapped }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .openButtonTapped:
          return .merge(
            .send(.opened("sent"), animation: .default),
            .run { send in
              await send(.opened("first"), animation: .easeIn(duration: 0.1).delay(1))
              await send(.opened("second"), transaction: Transaction(animation: .spring))
            }
            .animation(.bouncy)
            .transaction(Transaction())
          )
        case .opened(let text):
          state.log.append(text)
          return .none
        case .closeButtonTapped:
          return .run { _ in await dismiss(animation: .linear) }
        }
      }
    }
  }

  @Test func effectsSendWhatIsAnimated() async {
    let store = TestStore(initialState: .init()) { Panel() }
    await store.send(.openButtonTapped)
    await store.receive(.opened("sent")) { $0.log = ["sent"] }
    await store.receive(.opened("first")) { $0.log = ["sent", "first"] }
    await store.receive(.opened("second")) { $0.log = ["sent", "first", "second"] }
    await store.send(.closeButtonTapped).finish()
    #expect(store.isDismissed)
  }

  @Test func storesSendWhatIsAnimated() {
    let store = Store(initialState: .init()) { Panel() }
    store.send(.opened("a"), animation: .default)
    store.send(.opened("b"), animation: nil)
    store.send(.opened("c"), transaction: Transaction(animation: .default))
    #expect(store.log == ["a", "b", "c"])
  }

  @Test func buttonsSendWhatIsAnimated() {
    let action = ButtonStateAction<Int>.send(1, animation: .default)
    #expect(action == .send(1))
  }

  @Test func animations_ofEveryKind_areInert() {
    let animations: [Animation] = [
      .interpolatingSpring, .interpolatingSpring(stiffness: 1, damping: 1),
      .interpolatingSpring(mass: 1, stiffness: 1, damping: 1, initialVelocity: 1),
      .interpolatingSpring(duration: 1, bounce: 0.1), .timingCurve(0, 0, 1, 1, duration: 1),
      .interactiveSpring(duration: 1, extraBounce: 0), .linear.logicallyComplete(after: 1),
    ]
    #expect(Set(animations) == [.default])
    #expect(withAnimation { 1 } == 1)
    #expect(withAnimation(.interpolatingSpring) { 2 } == 2)
    #expect(withTransaction(Transaction(animation: .default)) { 3 } == 3)
  }
}
