import ComposableCore
import TestSupport
import Testing

/// Actions of presented features and of elements of stacks, named by key paths in tests.
@MainActor
@Suite struct NavigationActionPathsTests {
  private func makeStore(
    _ state: Presenter.State, gates: Gates = Gates()
  ) -> TestStoreOf<Presenter> {
    TestStore(initialState: state) { Presenter(gates: gates) }
  }

  @Test func presentedFeatures() async {
    let gates = Gates()
    gates.open("a")
    let store = makeStore(
      Presenter.State(destination: .worker(Worker.State(id: 1))), gates: gates)
    await store.send(\.destination.worker.start, "a")
    await store.receive(\.destination.presented.worker.result, "a") {
      $0.$destination[case: \.worker]?.results = ["a"]
    }
    await store.send(\.destination.presented.worker.start, "a")
    await store.receive(\.destination.worker.result) {
      $0.destination?.worker?.results = ["a", "a"]
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func elementsOfStacks() async {
    let gates = Gates()
    gates.open("a")
    let store = makeStore(Presenter.State(), gates: gates)
    await store.send(\.path.push, (id: 0, state: Worker.State(id: 7))) {
      $0.path[id: 0] = Worker.State(id: 7)
      $0.log = ["pushed 7"]
    }
    await store.send(\.path[id: 0].start, "a")
    await store.receive(\.path[id: 0].result, "a") { $0.path[id: 0]?.results = ["a"] }
    await store.send(\.path[id: 0].result, "dismiss") {
      $0.path[id: 0]?.results = ["a", "dismiss"]
    }
    await store.receive(\.path.popFrom, 0) {
      $0.path = []
      $0.log = ["pushed 7", "popping 7"]
    }
    await expectIssue("'forEach'", "no element with the id #0") {
      await store.send(\.path[id: 0].cancel)
    }
  }

  @Test func aCaseIsAPresentationOfItsOwn() {
    let path: CaseKeyPath<Presenter.Action, PresentationAction<Worker.Action>> =
      \.destination.worker
    #expect(path(.dismiss) == .destination(.dismiss))
    #expect(path(.presented(.cancel)) == .destination(.presented(.worker(.cancel))))
    #expect(Presenter.Action.destination(.dismiss)[case: path] == .dismiss)
    #expect(
      Presenter.Action.destination(.presented(.alert(.confirmed)))[case: path] == nil)
  }

  @Test func casePaths_extractTheirCase() {
    let presentation = PresentationAction<Int>.allCasePaths
    #expect(presentation.dismiss.extract(from: .dismiss) != nil)
    #expect(presentation.dismiss.extract(from: .presented(1)) == nil)
    let stack = StackAction<Int, Int>.allCasePaths
    let element = StackAction<Int, Int>.element(id: 1, action: 2)
    let push = StackAction<Int, Int>.push(id: 3, state: 4)
    #expect(stack.element.extract(from: element).map { $0 == (1, 2) } == true)
    #expect(stack.element.extract(from: push) == nil)
    #expect(stack.push.extract(from: push).map { $0 == (3, 4) } == true)
    #expect(stack.push.extract(from: element) == nil)
  }
}
