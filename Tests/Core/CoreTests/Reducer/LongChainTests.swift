import ComposableCore
import Testing

/// A body may have many operators. While each of them was tried as every other one, the compiler
/// gave up on a chain of this length.
@MainActor
struct LongChainTests {
  @Test func eachOperatorRunsItsChild() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.first(.presented(.tapped)))
    store.send(.second(.presented(.tapped)))
    store.send(.third(.tapped))
    store.send(.fourth(.tapped))
    store.send(.fifth(.element(id: 0, action: .tapped)))
    store.send(.sixth(.element(id: 0, action: .tapped)))
    store.send(.seventh(.element(id: store.seventh.ids[0], action: .tapped)))
    store.send(.eighth(.element(id: store.eighth.ids[0], action: .tapped)))
    #expect(store.first?.taps == 1)
    #expect(store.second?.taps == 1)
    #expect(store.third?.taps == 1)
    #expect(store.fourth?.taps == 1)
    #expect(store.fifth.first?.taps == 1)
    #expect(store.sixth.first?.taps == 1)
    #expect(store.seventh.first?.taps == 1)
    #expect(store.eighth.first?.taps == 1)
  }

  private struct Leaf: Reducer {
    struct State: Identifiable, Sendable {
      let id = 0
      var taps = 0
    }

    enum Action: Sendable { case tapped }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.taps += 1
        return .none
      }
    }
  }

  private struct Parent: Reducer {
    struct State: Sendable {
      @PresentationState var first: Leaf.State? = Leaf.State()
      @PresentationState var second: Leaf.State? = Leaf.State()
      var third: Leaf.State? = Leaf.State()
      var fourth: Leaf.State? = Leaf.State()
      var fifth: IdentifiedArrayOf<Leaf.State> = [Leaf.State()]
      var sixth: IdentifiedArrayOf<Leaf.State> = [Leaf.State()]
      var seventh = StackState([Leaf.State()])
      var eighth = StackState([Leaf.State()])
    }

    enum Action: CasePathable {
      case first(PresentationAction<Leaf.Action>), second(PresentationAction<Leaf.Action>)
      case third(Leaf.Action), fourth(Leaf.Action)
      case fifth(IdentifiedActionOf<Leaf>), sixth(IdentifiedActionOf<Leaf>)
      case seventh(StackActionOf<Leaf>), eighth(StackActionOf<Leaf>)

      struct AllCasePaths: Sendable {
        var first: AnyCasePath<Action, PresentationAction<Leaf.Action>> {
          AnyCasePath(embed: Action.first) { if case .first(let leaf) = $0 { leaf } else { nil } }
        }
        var second: AnyCasePath<Action, PresentationAction<Leaf.Action>> {
          AnyCasePath(embed: Action.second) { if case .second(let leaf) = $0 { leaf } else { nil } }
        }
        var third: AnyCasePath<Action, Leaf.Action> {
          AnyCasePath(embed: Action.third) { if case .third(let leaf) = $0 { leaf } else { nil } }
        }
        var fourth: AnyCasePath<Action, Leaf.Action> {
          AnyCasePath(embed: Action.fourth) { if case .fourth(let leaf) = $0 { leaf } else { nil } }
        }
        var fifth: AnyCasePath<Action, IdentifiedActionOf<Leaf>> {
          AnyCasePath(embed: Action.fifth) { if case .fifth(let leaf) = $0 { leaf } else { nil } }
        }
        var sixth: AnyCasePath<Action, IdentifiedActionOf<Leaf>> {
          AnyCasePath(embed: Action.sixth) { if case .sixth(let leaf) = $0 { leaf } else { nil } }
        }
        var seventh: AnyCasePath<Action, StackActionOf<Leaf>> {
          AnyCasePath(embed: Action.seventh) {
            if case .seventh(let leaf) = $0 { leaf } else { nil }
          }
        }
        var eighth: AnyCasePath<Action, StackActionOf<Leaf>> {
          AnyCasePath(embed: Action.eighth) { if case .eighth(let leaf) = $0 { leaf } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.$first, action: \.first) { Leaf() }
        .ifLet(\.third, action: \.third) { Leaf() }
        .forEach(\.fifth, action: \.fifth) { Leaf() }
        .forEach(\.seventh, action: \.seventh) { Leaf() }
        .ifLet(\.$second, action: \.second) { Leaf() }
        .ifLet(\.fourth, action: \.fourth) { Leaf() }
        .forEach(\.sixth, action: \.sixth) { Leaf() }
        .forEach(\.eighth, action: \.eighth) { Leaf() }
    }
  }
}
