@testable import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct IfCaseLetReducerTests {
  let gates = Gates()

  struct Feature: Reducer {
    let gates: Gates
    enum Action: CasePathable {
      case destination(Destination.Action)
      case change(Destination.State)
      case changeLater(Destination.State)
      struct AllCasePaths: Sendable {
        var destination: AnyCasePath<Action, Destination.Action> {
          AnyCasePath(embed: Action.destination) {
            if case .destination(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some Reducer<Destination.State, Action> {
      Reduce { state, action in
        switch action {
        case .change(let new): state = new
        case .destination(.worker(.start("last"))): state = .presenter(Presenter.State())
        default: break
        }
        return .none
      }
      .ifCaseLet(\.worker, action: \.destination.worker) { Worker(gates: gates) }
      .ifCaseLet(\.presenter, action: \.destination.presenter) { Presenter(gates: gates) }
      Reduce { state, action in
        if case .changeLater(let new) = action { state = new }
        return .none
      }
    }
  }

  private func makeStore(_ state: Destination.State) -> Store<Destination.State, Feature.Action> {
    Store(initialState: state) { Feature(gates: gates) }
  }

  @Test func runsTheCase() async {
    let store = makeStore(.worker(Worker.State()))
    gates.open("a")
    await store.send(.destination(.worker(.start("a")))).finish()
    await store.send(.destination(.worker(.start("a")))).finish()
    #expect(store.state == .worker(Worker.State(results: ["a", "a"])))
    store.send(.change(.presenter(Presenter.State())))
    store.send(.destination(.presenter(.presentWorker(Worker.State()))))
    #expect(store.state == .presenter(Presenter.State(worker: Worker.State())))
  }

  @Test func anotherCaseCancelsTheChildsEffects() async {
    let store = makeStore(.worker(Worker.State()))
    let task = store.send(.destination(.worker(.start("a"))))
    await gates.arrival(at: "a")
    store.send(.change(.worker(Worker.State(results: ["same child"]))))
    #expect(gates.cancelled == [])
    store.send(.change(.presenter(Presenter.State())))
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test func theActionThatEndsTheCaseMayStartALastEffect() async {
    let store = makeStore(.worker(Worker.State()))
    let first = store.send(.destination(.worker(.start("first"))))
    await gates.arrival(at: "first")
    let last = store.send(.destination(.worker(.start("last"))))
    await first.finish()
    await gates.arrival(at: "last")
    #expect(gates.cancelled == ["first"])
    store.send(.changeLater(.worker(Worker.State())))
    store.send(.change(.presenter(Presenter.State())))
    #expect(gates.waiting == ["last"])
    last.cancel()
    await last.finish()
  }

  @Test func aCaseThatAnotherReducerEndsIsNoticedByTheNextAction() async {
    let store = makeStore(.worker(Worker.State()))
    let task = store.send(.destination(.worker(.start("a"))))
    await gates.arrival(at: "a")
    store.send(.changeLater(.presenter(Presenter.State())))
    store.send(.changeLater(.presenter(Presenter.State())))
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test func anActionForAnotherCaseIsReported() {
    let store = makeStore(.presenter(Presenter.State()))
    withKnownIssue {
      store.send(.destination(.worker(.cancel)))
    } matching: { issue in
      issue.description.contains("'ifCaseLet' at CoreTests/IfCaseLetReducerTests.swift")
        && issue.description.contains("its state was 'presenter'")
    }
  }

  @Test(.enabled(if: RuntimeMetadata.isKnown), arguments: [true, false])
  func thePayloadIsChangedInPlace(isIndirect: Bool) {
    struct Child: Reducer {
      let mayMove: Bool
      var body: some Reducer<[Int], Int> {
        Reduce { state, action in
          let before = state.withUnsafeBufferPointer(\.baseAddress)
          state[0] = action
          #expect(mayMove || state.withUnsafeBufferPointer(\.baseAddress) == before)
          return .none
        }
      }
    }
    enum State: CasePathable {
      case plain([Int])
      indirect case boxed([Int])
      case text(String)
      case flag(Bool)
      struct AllCasePaths: Sendable {
        var plain: AnyCasePath<State, [Int]> {
          AnyCasePath(embed: State.plain) { if case .plain(let value) = $0 { value } else { nil } }
        }
        var boxed: AnyCasePath<State, [Int]> {
          AnyCasePath(embed: State.boxed) { if case .boxed(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    enum Action: CasePathable {
      case child(Int)
      case change(State)
      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, Int> {
          AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let path: CaseKeyPath<State, [Int]> = isIndirect ? \.boxed : \.plain
    let store = Store(initialState: path([1, 2])) {
      Reduce<State, Action> { state, action in
        if case .change(let new) = action { state = new }
        return .none
      }
      .ifCaseLet(path, action: \.child) { Child(mayMove: isIndirect) }
    }
    for round in 0..<3 {
      store.send(.child(round + 5))
      #expect(store.state[case: path] == [round + 5, 2])
      store.send(.change(.text("long enough to be on the heap, or so it seems")))
      store.send(.change(.flag(true)))
      store.send(.change(path([round, 2])))
    }
  }
}
