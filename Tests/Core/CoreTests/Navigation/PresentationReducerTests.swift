@testable import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct PresentationReducerTests {
  let gates = Gates()

  private func makeStore(_ state: Presenter.State = Presenter.State()) -> StoreOf<Presenter> {
    Store(initialState: state) { Presenter(gates: gates) }
  }

  @Test func runsThePresentedChild() async {
    let store = makeStore()
    store.send(.presentWorker(Worker.State(id: 1)))
    gates.open("a")
    await store.send(.worker(.presented(.start("a")))).finish()
    #expect(store.worker?.results == ["a"])
  }

  @Test func dismissesAfterTheParentRan() {
    let store = makeStore(Presenter.State(worker: Worker.State(id: 1)))
    store.send(.worker(.dismiss))
    #expect(store.worker == nil)
    #expect(store.log == ["dismissing 1"])
  }

  @Test func dismissalCancelsTheChildsEffects() async {
    let store = makeStore(
      Presenter.State(destination: .worker(Worker.State()), worker: Worker.State()))
    let task = store.send(.worker(.presented(.start("worker"))))
    let other = store.send(.destination(.presented(.worker(.start("destination")))))
    await gates.arrival(at: "worker")
    await gates.arrival(at: "destination")
    store.send(.worker(.dismiss))
    await task.finish()
    #expect(gates.cancelled == ["worker"])
    store.send(.present(nil))
    await other.finish()
    #expect(gates.cancelled == ["worker", "destination"])
  }

  @Test func anotherIdentityCancelsTheChildsEffects() async {
    let store = makeStore(Presenter.State(worker: Worker.State(id: 1)))
    let task = store.send(.worker(.presented(.start("one"))))
    await gates.arrival(at: "one")
    store.send(.presentWorker(Worker.State(id: 1, results: ["same"])))
    #expect(gates.cancelled == [])
    store.send(.presentWorker(Worker.State(id: 2)))
    await task.finish()
    #expect(gates.cancelled == ["one"])
  }

  @Test func anotherCaseCancelsTheChildsEffects() async {
    let store = makeStore(Presenter.State(destination: .worker(Worker.State())))
    let task = store.send(.destination(.presented(.worker(.start("worker")))))
    await gates.arrival(at: "worker")
    store.send(.present(.presenter(Presenter.State())))
    await task.finish()
    #expect(gates.cancelled == ["worker"])
  }

  @Test func theChildMayDismissItself() async {
    let store = makeStore(Presenter.State(worker: Worker.State(id: 1)))
    let work = store.send(.worker(.presented(.start("work"))))
    await gates.arrival(at: "work")
    await store.send(.worker(.presented(.result("dismiss")))).finish()
    #expect(store.worker == nil)
    #expect(store.log == ["dismissing 1"])
    await work.finish()
    #expect(gates.cancelled == ["work"])
  }

  /// As in the original, where another effect sends the action of the dismissal.
  @Test func dismiss_inACancelledEffectOfAFeatureThatIsPresented_dismisses() async {
    let hasBegun = AsyncStream<Void>.makeStream()
    let store = Store(initialState: Presenter.State(worker: Worker.State(id: 1))) {
      Reduce<Presenter.State, Presenter.Action> { _, _ in .none }
        .ifLet(\.$worker, action: \.worker) {
          Reduce<Worker.State, Worker.Action> { _, action in
            @Dependency(\.dismiss) var dismiss
            guard case .start = action else { return .cancel(id: 1) }
            return .run { [dismiss] _ in
              hasBegun.continuation.finish()
              try? await Task.sleep(for: .seconds(3600))
              await dismiss()
            }
            .cancellable(id: 1)
          }
        }
    }
    let work = store.send(.worker(.presented(.start("work"))))
    for await _ in hasBegun.stream {}
    store.send(.worker(.presented(.result("cancel"))))
    await work.finish()
    #expect(store.worker == nil)
  }

  @Test func theInnermostPresentationIsDismissed() async {
    let inner = Presenter.State(worker: Worker.State(id: 2))
    let store = makeStore(
      Presenter.State(destination: .presenter(inner), worker: Worker.State(id: 1)))
    let dismissal = Presenter.Action.worker(.presented(.result("dismiss")))
    await store.send(.destination(.presented(.presenter(dismissal)))).finish()
    #expect(store.destination == .presenter(Presenter.State(log: ["dismissing 2"])))
    #expect(store.worker?.id == 1)
  }

  @Test func dismissingTheOuterEndsTheInner() async {
    let inner = Presenter.State(worker: Worker.State(id: 2))
    let store = makeStore(Presenter.State(destination: .presenter(inner)))
    let task = store.send(
      .destination(.presented(.presenter(.worker(.presented(.start("inner")))))))
    await gates.arrival(at: "inner")
    store.send(.destination(.dismiss))
    await task.finish()
    #expect(gates.cancelled == ["inner"])
    #expect(store.destination == nil)
  }

  @Test func theParentMayDismissInResponseToTheChild() {
    let store = makeStore(Presenter.State(worker: Worker.State(id: 1)))
    store.send(.worker(.presented(.result("close"))))
    #expect(store.worker == nil)
  }

  @Test func aPromptIsOverAfterItsAction() {
    let alert = AlertState<Destination.AlertAction> { TextState("Sure?") }
    let store = makeStore(Presenter.State(destination: .alert(alert)))
    store.send(.destination(.presented(.alert(.confirmed))))
    #expect(store.destination == nil)
    #expect(store.log == ["confirmed true"])
  }

  @Test func aPromptThatLeadsToAnotherIsReplaced() {
    struct Feature: Reducer {
      struct State: Equatable { @PresentationState var alert: AlertState<Int>? }
      enum Action: CasePathable {
        case alert(PresentationAction<Int>)
        struct AllCasePaths: Sendable {
          var alert: AnyCasePath<Action, PresentationAction<Int>> {
            AnyCasePath(embed: Action.alert) {
              if case .alert(let value) = $0 { value } else { nil }
            }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .alert(.presented(let number)) = action, number > 0 {
            state.alert = AlertState { TextState("\(number)") }
          }
          return .none
        }
        .ifLet(\.$alert, action: \.alert)
      }
    }
    let store = Store(
      initialState: Feature.State(alert: AlertState { TextState("first") })
    ) { Feature() }
    store.send(.alert(.presented(1)))
    #expect(store.alert == AlertState { TextState("1") })
    store.send(.alert(.presented(0)))
    #expect(store.alert == nil)
  }

  @Test func anActionForNothingIsReported() {
    let store = makeStore()
    for action in [Presenter.Action.worker(.dismiss), .worker(.presented(.cancel))] {
      withKnownIssue {
        store.send(action)
      } matching: { issue in
        issue.description.contains("'ifLet' at CoreTests/Presenter.swift")
          && issue.description.contains("nothing was presented")
      }
    }
    #expect(store.worker == nil)
  }

  @Test func dismissingWhatIsNotPresentedIsReported() async {
    let store = Store(initialState: Worker.State()) { DismissingWorker(gates: gates) }
    await withKnownIssue {
      await store.send(.result("dismiss")).finish()
    } matching: { issue in
      issue.description.contains("A feature called 'dismiss' at CoreTests/Presenter.swift")
        && issue.description.contains("is not presented")
    }
  }

  @Test func aFeatureKnowsWhetherItIsPresented() async {
    gates.open("presented?")
    let presenter = makeStore(Presenter.State(worker: Worker.State()))
    await presenter.send(.worker(.presented(.start("presented?")))).finish()
    let alone = Store(initialState: Worker.State()) { DismissingWorker(gates: gates) }
    await alone.send(.start("presented?")).finish()
    #expect(presenter.worker?.results.first == "true")
    #expect(alone.results.first == "false")
  }

  /// An effect that the parent starts for an action of a presented child does not belong to the
  /// child.
  @Test func theParentsEffectsDoNotDismissTheChild() async {
    struct Feature: Reducer {
      let gates: Gates
      var body: some Reducer<Presenter.State, Presenter.Action> {
        Presenter(gates: gates)
        Reduce { _, action in
          guard case .worker(.presented(.result("work"))) = action else { return .none }
          return .run { _ in await DismissEffect()() }
        }
      }
    }
    let store = Store(initialState: Presenter.State(worker: Worker.State())) {
      Feature(gates: gates)
    }
    gates.open("work")
    await withKnownIssue {
      await store.send(.worker(.presented(.start("work")))).finish()
    } matching: {
      $0.description.contains("is not presented")
    }
    #expect(store.worker?.results == ["work"])
  }

  @Test func childStateIsChangedInPlace() {
    struct Child: Reducer {
      var body: some Reducer<[Int], Int> {
        Reduce { state, action in
          let before = state.withUnsafeBufferPointer(\.baseAddress)
          state[0] = action
          #expect(state.withUnsafeBufferPointer(\.baseAddress) == before)
          return .none
        }
      }
    }
    struct Feature: Reducer {
      struct State {
        var first = 1
        @PresentationState var child: [Int]?
        @PresentationState var other: [Int]?
      }
      enum Action: CasePathable {
        case child(PresentationAction<Int>)
        struct AllCasePaths: Sendable {
          var child: AnyCasePath<Action, PresentationAction<Int>> {
            AnyCasePath(embed: Action.child) {
              if case .child(let value) = $0 { value } else { nil }
            }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.$child, action: \.child) { Child() }
      }
    }
    let store = Store(initialState: Feature.State(child: [1, 2], other: [3, 4])) { Feature() }
    let before = store.child?.withUnsafeBufferPointer(\.baseAddress)
    store.send(.child(.presented(5)))
    store.send(.child(.presented(6)))
    #expect(store.child == [6, 2] && store.other == [3, 4])
    #expect(store.child?.withUnsafeBufferPointer(\.baseAddress) == before)
  }

  @Test func aComputedWrapperWorksToo() async {
    struct Feature: Reducer {
      struct State {
        var flag = false
        var inner = Presenter.State()
        var wrapper: PresentationState<Worker.State> {
          get { inner.$worker }
          set {
            inner.$worker = newValue
            flag = newValue.wrappedValue == nil
          }
        }
      }
      let gates: Gates
      var body: some Reducer<State, Presenter.Action> {
        EmptyReducer().ifLet(\.wrapper, action: \.worker) { Worker(gates: gates) }
      }
    }
    let store = Store(
      initialState: Feature.State(inner: Presenter.State(worker: Worker.State()))
    ) { Feature(gates: gates) }
    store.send(.worker(.presented(.result("x"))))
    #expect(store.inner.worker?.results == ["x"])
    store.send(.worker(.dismiss))
    #expect(store.inner.worker == nil)
  }

  /// Random presentations, dismissals and effects agree with a model: work ends with the child that
  /// started it, and goes on while that child is there, whatever else happens.
  @Test(arguments: 0..<20)
  func effectsEndWithTheirChild(seed: Int) async {
    var random = SplitMix(seed: UInt64(seed))
    let gates = Gates()
    let store = Store(initialState: Presenter.State()) { Presenter(gates: gates) }
    var worker: Int?
    var destination: String?
    var running: [(name: String, owner: String, task: StoreTask)] = []
    var expected: Set<String> = []
    func end(_ owner: String) {
      expected.formUnion(running.filter { $0.owner == owner }.map(\.name))
      running.removeAll { $0.owner == owner }
    }
    for step in 0..<60 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        let id = Int.random(in: 0..<3, using: &random)
        store.send(.presentWorker(Worker.State(id: id)))
        if worker != id { end("worker") }
        worker = id
      case 1:
        guard worker != nil else { continue }
        store.send(.worker(.dismiss))
        end("worker")
        worker = nil
      case 2:
        let alert = AlertState<Destination.AlertAction> { TextState("?") }
        let choices: [(String?, Destination.State?)] = [
          (nil, nil), ("alert", .alert(alert)), ("inner", .presenter(Presenter.State())),
          ("worker", .worker(Worker.State())),
        ]
        let (name, state) = choices.randomElement(using: &random)!
        store.send(.present(state))
        if name != destination { end("destination") }
        destination = name
      case 3:
        guard destination == "alert" else { continue }
        store.send(.destination(.presented(.alert(.confirmed))))
        destination = nil
      case 4, 5:
        guard worker != nil else { continue }
        let task = store.send(.worker(.presented(.start("work \(step)"))))
        await gates.arrival(at: "work \(step)")
        running.append(("work \(step)", "worker", task))
      default:
        guard destination == "worker" else { continue }
        let task = store.send(.destination(.presented(.worker(.start("work \(step)")))))
        await gates.arrival(at: "work \(step)")
        running.append(("work \(step)", "destination", task))
      }
      #expect(gates.cancelled == expected)
      #expect(gates.waiting == Set(running.map(\.name)))
      #expect(store.worker?.id == worker)
      #expect((store.destination != nil) == (destination != nil))
    }
    for work in running {
      gates.open(work.name)
      await work.task.finish()
    }
    #expect(gates.cancelled == expected)
  }
}
