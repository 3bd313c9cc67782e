@testable import ComposableCore
import OrderedCollections
import TestSupport
import Testing

@MainActor
@Suite struct StackReducerTests {
  let gates = Gates()

  private func makeStore(_ path: StackState<Worker.State> = []) -> StoreOf<Presenter> {
    Store(initialState: Presenter.State(path: path)) { Presenter(gates: gates) }
  }

  @Test func runsTheAddressedElement() async {
    let store = makeStore([Worker.State(id: 10), Worker.State(id: 11)])
    gates.open("a")
    await store.send(.path(.element(id: 1, action: .start("a")))).finish()
    #expect(store.path[id: 0]?.results == [])
    #expect(store.path[id: 1]?.results == ["a"])
  }

  @Test func pushedElementsAreThereForTheParent() {
    let store = makeStore()
    store.send(.path(.push(id: 0, state: Worker.State(id: 5))))
    store.send(.append(Worker.State(id: 6)))
    #expect(store.log == ["pushed 5"])
    #expect(store.path.ids == [0, 1])
  }

  @Test func poppedElementsAreStillThereForTheParent() async {
    let store = makeStore([Worker.State(id: 10), Worker.State(id: 11), Worker.State(id: 12)])
    let one = store.send(.path(.element(id: 1, action: .start("one"))))
    let two = store.send(.path(.element(id: 2, action: .start("two"))))
    let zero = store.send(.path(.element(id: 0, action: .start("zero"))))
    for name in ["one", "two", "zero"] { await gates.arrival(at: name) }
    store.send(.path(.popFrom(id: 1)))
    #expect(store.log == ["popping 11"])
    #expect(store.path.ids == [0])
    await one.finish()
    await two.finish()
    #expect(gates.cancelled == ["one", "two"])
    gates.open("zero")
    await zero.finish()
    #expect(store.path[id: 0]?.results == ["zero"])
  }

  @Test func anElementMayDismissItself() async {
    let store = makeStore([Worker.State(id: 10), Worker.State(id: 11), Worker.State(id: 12)])
    await store.send(.path(.element(id: 1, action: .result("dismiss")))).finish()
    #expect(store.path.ids == [0])
    #expect(store.log == ["popping 11"])
  }

  @Test func anElementKnowsThatItIsPresented() async {
    gates.open("presented?")
    let store = makeStore([Worker.State()])
    await store.send(.path(.element(id: 0, action: .start("presented?")))).finish()
    #expect(store.path[id: 0]?.results.first == "true")
  }

  @Test func misuseIsReported() {
    let store = makeStore([Worker.State()])
    let cases: [(Presenter.Action, String)] = [
      (.path(.element(id: 7, action: .cancel)), "the stack has no element with the id #7"),
      (.path(.popFrom(id: 7)), "the stack has no element with the id #7"),
      (.path(.push(id: 0, state: Worker.State())), "the id of an element that is on the stack"),
      (.path(.push(id: 9, state: Worker.State())), "Next: #1"),
    ]
    for (action, text) in cases {
      withKnownIssue {
        store.send(action)
      } matching: { issue in
        issue.description.contains("'forEach' at CoreTests/Presenter.swift")
          && issue.description.contains(text)
      }
    }
    #expect(store.path.ids == [0, 9])
  }

  @Test func actionsAreNamedByKeyPaths() {
    let path: CaseKeyPath<Presenter.Action, Worker.Action> = \.path[id: 1]
    #expect(path(.cancel) == .path(.element(id: 1, action: .cancel)))
    #expect(path(.cancel).is(\.path[id: 1]) && !path(.cancel).is(\.path[id: 2]))
    #expect(Presenter.Action.path(.popFrom(id: 1)).is(\.path.popFrom))
  }

  /// Random pushes, pops and effects agree with a model: work ends with the element that started
  /// it.
  @Test(arguments: 0..<20)
  func effectsEndWithTheirElement(seed: Int) async {
    var random = SplitMix(seed: UInt64(seed))
    let gates = Gates()
    let store = withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      Store(initialState: Presenter.State()) { Presenter(gates: gates) }
    }
    var ids: [StackElementID] = []
    var running: [(name: String, owner: StackElementID, task: StoreTask)] = []
    var expected: Set<String> = []
    for step in 0..<60 {
      let id = ids.randomElement(using: &random)
      switch (Int.random(in: 0..<6, using: &random), id) {
      case (0, _), (_, nil):
        store.send(.append(Worker.State(id: step)))
        ids.append(store.path.ids.last!)
      case (1, let id?):
        store.send(.path(.popFrom(id: id)))
        ids.removeSubrange(ids.firstIndex(of: id)!...)
      case (2, let id?):
        store.send(.popTo(id))
        ids.removeSubrange((ids.firstIndex(of: id)! + 1)...)
      case (3, let id?):
        await store.send(.path(.element(id: id, action: .result("dismiss")))).finish()
        ids.removeSubrange(ids.firstIndex(of: id)!...)
      case (_, let id?):
        let task = store.send(.path(.element(id: id, action: .start("\(step)"))))
        await gates.arrival(at: "\(step)")
        running.append(("\(step)", id, task))
      }
      expected.formUnion(running.filter { !ids.contains($0.owner) }.map(\.name))
      running.removeAll { !ids.contains($0.owner) }
      #expect(Array(store.path.ids) == ids)
      #expect(gates.cancelled == expected)
      #expect(gates.waiting == Set(running.map(\.name)))
    }
    for work in running {
      gates.open(work.name)
      await work.task.finish()
    }
    #expect(gates.cancelled == expected)
  }
}
