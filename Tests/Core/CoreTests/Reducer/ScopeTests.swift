import ComposableCore
import Testing

@MainActor
@Suite struct ScopeTests {
  @Test func actionPassesAnyNumberOfLayers() {
    let store = Nest16<Echo<String>>.makeStore()
    store.innermost.send(.receive("some text that is too long to be kept in place"))
    store.innermost.send(.receive("more"))
    #expect(
      store.innermost.received == ["some text that is too long to be kept in place", "more"])
    #expect(store.root.received == ["child", "child"])
    #expect(store.root.state.child.child.child.received == ["child", "child"])
  }

  @Test func effectComesUpThroughAllLayers() {
    let store = Nest16<Echo<String>>.makeStore()
    store.innermost.send(.echo("a"))
    #expect(store.innermost.received == ["a"])
    #expect(store.root.received == ["child", "child"])
  }

  @Test func actionForAParentStopsThere() {
    let store = Nest4<Echo<Int>>.makeStore()
    store.root.send(.child(.other("for the second")))
    #expect(store.root.received == ["child"])
    #expect(store.root.state.child.received == ["for the second"])
    #expect(store.root.state.child.child.received == [])
  }

  @Test func payloadsOfAnySizeAndAlignmentArrive() {
    expectEcho(true)
    expectEcho(SIMD2<Float>(1, 2))
    expectEcho(SIMD16<Double>(repeating: 1.5))
    expectEcho(Wide(text: "a"))
    expectEcho(Huge(last: "b"))
    expectEcho(String?.none)
    expectEcho([1, 2, 3])
  }

  private func expectEcho<Payload: Equatable & Sendable>(
    _ payload: Payload, _ location: SourceLocation = #_sourceLocation
  ) {
    let store = Nest16<Echo<Payload>>.makeStore()
    store.innermost.send(.receive(payload))
    store.innermost.send(.echo(payload))
    #expect(store.innermost.received == [payload, payload], sourceLocation: location)
    #expect(store.root.received.count == 3, sourceLocation: location)
  }

  @Test func payloadsAreReleasedOnceEach() {
    final class Payload: Sendable {}
    let store = Nest16<Echo<Payload>>.makeStore()
    weak var weakPayload: Payload?
    do {
      let payload = Payload()
      weakPayload = payload
      store.innermost.send(.receive(payload))
      store.innermost.send(.echo(payload))
      #expect(store.innermost.received.count == 2)
    }
    #expect(weakPayload != nil)
    store.innermost.send(.forget)
    #expect(weakPayload == nil)
  }

  @Test func featureMayContainItself() {
    let store = Store(initialState: Outline.State(id: 0)) { Outline() }
    store.send(.add(1))
    store.send(.children(.element(id: 1, action: .add(2))))
    store.send(
      .children(
        .element(id: 1, action: .children(.element(id: 2, action: .add(3))))))
    #expect(store.state.children[id: 1]?.children[id: 2]?.children[id: 3] != nil)
  }
}

/// Larger than most actions.
private struct Wide: Equatable, Sendable {
  var numbers = InlineArray<7, Int>(repeating: 3)
  var text = ""

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.text == rhs.text && lhs.numbers.indices.allSatisfy { lhs.numbers[$0] == rhs.numbers[$0] }
  }
}

/// Larger than the memory in which the actions of all layers are kept.
private struct Huge: Equatable, Sendable {
  var numbers = InlineArray<300, Int>(repeating: 5)
  var last = ""

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.last == rhs.last && lhs.numbers.indices.allSatisfy { lhs.numbers[$0] == rhs.numbers[$0] }
  }
}

/// Rows that have rows.
private struct Outline: Reducer {
  struct State: Identifiable {
    var id: Int
    var children: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: CasePathable {
    case add(Int)
    case children(IdentifiedAction<Int, Action>)

    struct AllCasePaths: Sendable {
      var children: AnyCasePath<Action, IdentifiedAction<Int, Action>> {
        AnyCasePath(embed: Action.children) {
          if case .children(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add(let id) = action { state.children.append(State(id: id)) }
      return .none
    }
    .forEach(\.children, action: \.children) { Outline() }
  }
}
