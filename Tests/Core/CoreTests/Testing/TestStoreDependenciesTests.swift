import ComposableCore
import Foundation
import OrderedCollections
import TestSupport
import Testing

@MainActor
@Suite struct TestStoreDependenciesTests {
  private func makeStore() -> TestStoreOf<Stamps> {
    TestStore(initialState: Stamps.State()) {
      Stamps()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.number.fetch = { 1 }
    }
  }

  @Test func theFeatureAndTheTestSeeTheSame() async {
    let store = makeStore()
    await store.send(.stamp) {
      @Dependency(\.number) var number
      $0.ids = [UUID(0)]
      $0.number = number.fetch()
    }
    await store.receive(.received(1))
  }

  @Test func theInitialStateSeesThem() {
    let store = TestStore(initialState: Stamps.State.stamped) {
      Stamps()
    } withDependencies: {
      $0.uuid = .constant(UUID(7))
    }
    #expect(store.state.ids == [UUID(7)])
  }

  @Test func changesHoldForWhatComesNext() async {
    let store = makeStore()
    store.dependencies.number.fetch = { 2 }
    await store.send(.stamp) {
      $0.ids = [UUID(0)]
      $0.number = 2
    }
    await store.receive(.received(2))
  }

  @Test func temporaryChangesEnd() async {
    let store = makeStore()
    await store.withDependencies {
      $0.number.fetch = { 3 }
    } operation: {
      await store.send(.stamp) {
        $0.ids = [UUID(0)]
        $0.number = 3
      }
      await store.receive(.received(3))
    }
    await store.send(.stamp) {
      $0.ids = [UUID(0), UUID(1)]
      $0.number = 1
    }
    await store.receive(.received(1))
  }

  @Test func temporaryChangesEndWithAnError() {
    struct Failure: Error {}
    let store = makeStore()
    #expect(throws: Failure.self) {
      try store.withDependencies {
        $0.number.fetch = { 3 }
      } operation: {
        throw Failure()
      }
    }
    #expect(store.dependencies.number.fetch() == 1)
  }

  @Test func aFeatureThatDismissesItselfIsSeen() async {
    let store = TestStore(initialState: Worker.State(id: 1)) { DismissingWorker(gates: Gates()) }
    #expect(!store.isDismissed)
    await store.send(.result("dismiss")) { $0.results = ["dismiss"] }
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func effectsOfADismissedFeatureAreSkipped() async {
    let store = TestStore(initialState: Worker.State(id: 1)) { DismissingWorker(gates: Gates()) }
    await store.send(.start("work"))
    await store.send(.result("dismiss")) { $0.results = ["dismiss"] }
    #expect(store.isDismissed)
    await expectIssue("'cancel' was sent to a feature that has dismissed itself") {
      let task = await store.send(.cancel)
      await task.finish()
    }
    await store.finish()
  }

  @Test func aTestMayDismissInItsOwnWay() async {
    let count = LockIsolated(0)
    let store = TestStore(initialState: Worker.State(id: 1)) {
      DismissingWorker(gates: Gates())
    } withDependencies: {
      $0.dismiss = DismissEffect { count.withValue { $0 += 1 } }
    }
    await store.send(.start("work"))
    await store.send(.result("dismiss")) { $0.results = ["dismiss"] }
    #expect(store.isDismissed)
    #expect(count.value == 1)
  }

  @Test func whatAnEffectSendsAfterDismissalIsReceived() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isFirst in
        state += 1
        guard isFirst else { return .none }
        return .run { send in
          @Dependency(\.dismiss) var dismiss
          await dismiss()
          await send(false)
        }
      }
    }
    await store.send(true) { $0 = 1 }
    await store.receive(false) { $0 = 2 }
    #expect(store.isDismissed)
  }

  @Test func whatIsPresentedDismissesItselfThroughItsParent() async {
    let store = TestStore(initialState: Presenter.State(worker: Worker.State(id: 1))) {
      Presenter(gates: Gates())
    }
    await store.send(.worker(.presented(.result("dismiss")))) {
      $0.worker?.results = ["dismiss"]
    }
    await store.receive(.worker(.dismiss)) {
      $0.worker = nil
      $0.log = ["dismissing 1"]
    }
    #expect(!store.isDismissed)
  }

  @Test func withDependencies_synchronousOperation_overridesThemMeanwhile() {
    let store = TestStore(initialState: Stamps.State()) {
      Stamps()
    } withDependencies: {
      $0.number.fetch = { 1 }
    }
    let number = store.withDependencies {
      $0.number.fetch = { 2 }
    } operation: {
      store.dependencies.number.fetch()
    }
    #expect(number == 2)
    #expect(store.dependencies.number.fetch() == 1)
  }

  @Test func whatTheTestAppendsGetsTheIDsThatTheFeatureDrew() async {
    let store = TestStore(initialState: Presenter.State()) { Presenter(gates: Gates()) }
    await store.send(.append(Worker.State(id: 7))) {
      $0.path.append(Worker.State(id: 7))
    }
    await store.send(.append(Worker.State(id: 8))) {
      $0.path[id: 1] = Worker.State(id: 8)
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.append(Worker.State(id: 9)))
    await store.send(.append(Worker.State(id: 10))) {
      $0.path.removeLast()
      $0.path.append(Worker.State(id: 10))
    }
    #expect(store.state.path.ids == [0, 1, 2, 3])
  }
}

/// A feature that depends on ids and on a client.
private struct Stamps: Reducer {
  struct State: Equatable {
    var ids: [UUID] = []
    var number = 0

    static var stamped: State {
      @Dependency(\.uuid) var uuid
      return State(ids: [uuid()])
    }
  }

  enum Action: Equatable {
    case stamp
    case received(Int)
  }

  @Dependency(\.number) var number
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .stamp:
        state.ids.append(uuid())
        state.number = number.fetch()
        return .run { send in await send(.received(number.fetch())) }
      case .received:
        return .none
      }
    }
  }
}
