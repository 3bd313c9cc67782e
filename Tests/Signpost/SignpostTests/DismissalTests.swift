import ComposableCore
import Signpost
import Testing

@MainActor
@Suite struct DismissalTests {
  /// A feature with a wrapper of its own that dismisses itself.
  struct Child: Reducer {
    struct State: Equatable {}
    enum Action { case closeButtonTapped }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { [dismiss] _ in await dismiss() }
    }
  }

  struct Parent: Reducer {
    struct State: Equatable {
      @PresentationState var child: Child.State? = Child.State()
    }

    enum Action: CasePathable {
      case child(PresentationAction<Child.Action>)

      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, PresentationAction<Child.Action>> {
          AnyCasePath(embed: Action.child) {
            switch $0 {
            case .child(let action): action
            }
          }
        }
      }

      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let wrapsChild: Bool

    var body: some ReducerOf<Self> {
      let reducer = Reduce<State, Action> { _, _ in .none }
      if wrapsChild {
        reducer.ifLet(\.$child, action: \.child) { Child().signpost("child") }
      } else {
        reducer.ifLet(\.$child, action: \.child) { Child() }
      }
    }
  }

  /// The dismissal is the parent's action, and does not pass the child's wrapper on its way.
  @Test(arguments: [true, false])
  func aDismissalIsAnOutputOfTheEffect(wrapsChild: Bool) async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: Parent.State()) {
        Parent(wrapsChild: wrapsChild).signpost("parent")
      }
      await store.send(.child(.presented(.closeButtonTapped))).finish()
      #expect(store.child == nil)
    }
    let outputs = recorder.events.filter { if case .effectOutput = $0 { true } else { false } }
    #expect(outputs == [.effectOutput(effect: 1, name: "child.dismiss")])
    let ends = recorder.events.filter { if case .effectEnd = $0 { true } else { false } }
    #expect(ends == [.effectEnd(effect: 1, outcome: .cancelled, outputs: 1)])
  }
}
