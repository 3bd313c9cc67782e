import ComposableCore
import Testing

/// Elements of collections and stacks that reduce their actions where they are.
@MainActor
@Suite struct ElementLayerTests {
  /// So large that a few of them do not fit on the stack of an action's way.
  struct Large: Equatable, Sendable {
    var numbers: SIMD64<Int> = .zero
    var text = ""
  }

  /// A row with an id of any type, rows in it, and screens above it.
  struct Item<ID: Hashable & Sendable>: Reducer {
    struct State: Identifiable, Equatable {
      let id: ID
      var texts: [String] = []
      var items: IdentifiedArray<ID, Item.State> = []
      var path = StackState<Item.State>()
    }

    enum Action: CasePathable {
      case add(String)
      case addLarge(Large)
      case addLater(String)
      case swap(Int, Int)
      indirect case items(IdentifiedAction<ID, Item.Action>)
      case path(StackAction<Item.State, Item.Action>)

      struct AllCasePaths: Sendable {
        var items: AnyCasePath<Action, IdentifiedAction<ID, Item.Action>> {
          AnyCasePath(embed: { .items($0) }) {
            if case .items(let value) = $0 { value } else { nil }
          }
        }
        var path: AnyCasePath<Action, StackAction<Item.State, Item.Action>> {
          AnyCasePath(embed: { .path($0) }) { if case .path(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let text): state.texts.append(text)
        case .addLarge(let large): state.texts.append("\(large.numbers[63]) \(large.text)")
        case .addLater(let text): return .send(.add(text))
        case .swap(let first, let second): state.items.swapAt(first, second)
        case .items: state.texts.append("item")
        case .path: state.texts.append("path")
        }
        return .none
      }
      .forEach(\.items, action: \.items) { Item() }
      .forEach(\.path, action: \.path) { Item() }
    }
  }

  /// Three rows, the second of which has three rows, and so on.
  private func outline<ID>(_ ids: [ID], depth: Int) -> Item<ID>.State {
    var state = Item<ID>.State(id: ids[0])
    guard depth > 0 else { return state }
    state.items = IdentifiedArray(uniqueElements: ids.map { Item<ID>.State(id: $0) })
    state.items[1] = replacing(outline(ids, depth: depth - 1), id: ids[1])
    return state
  }

  private func replacing<ID>(_ state: Item<ID>.State, id: ID) -> Item<ID>.State {
    Item<ID>.State(id: id, texts: state.texts, items: state.items, path: state.path)
  }

  private func action<ID>(
    _ action: Item<ID>.Action, for ids: [ID]
  ) -> Item<ID>.Action {
    ids.reversed().reduce(action) { .items(.element(id: $1, action: $0)) }
  }

  /// The texts of the rows on the way to the innermost, the outermost first.
  private func texts<ID>(_ state: Item<ID>.State) -> [[String]] {
    [state.texts] + (state.items.count > 1 ? texts(state.items[1]) : [])
  }

  private func expectRows<ID: Hashable & Sendable>(
    _ ids: [ID], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for depth in [1, 2, 20] {
      let store = Store(initialState: outline(ids, depth: depth)) { Item<ID>() }
      let way = Array(repeating: ids[1], count: depth)
      let copy = store.state
      for text in ["a", "b"] { store.send(action(.add(text), for: way)) }
      store.send(action(.addLarge(Large(numbers: SIMD64(repeating: 7), text: "c")), for: way))
      let passed = Array(repeating: "item", count: 3)
      #expect(
        texts(store.state) == Array(repeating: passed, count: depth) + [["a", "b", "7 c"]],
        sourceLocation: sourceLocation)
      // The copy is from an earlier time, and so are its other rows.
      #expect(copy == outline(ids, depth: depth), sourceLocation: sourceLocation)
      store.send(action(.add("z"), for: way.dropLast() + [ids[2]]))
      let last = way.dropLast().reduce(store.state) { state, _ in state.items[1] }
      #expect(last.items[2].texts == ["z"], sourceLocation: sourceLocation)
      #expect(last.items[0].texts.isEmpty, sourceLocation: sourceLocation)
    }
  }

  private final class Token: Hashable, Sendable {
    static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test func rowsWithIDsOfAnyTypeReduceTheirActions() {
    expectRows([1, 2, 3])
    expectRows(["the first of the rows", "the second of the rows", "the third of the rows"])
    // Over-aligned: not to be kept with the actions on their way.
    expectRows([SIMD8<Double>(repeating: 1), .init(repeating: 2), .init(repeating: 3)])
  }

  @Test func idsThatAreObjectsEnd() {
    weak var token: Token?
    do {
      let tokens = [Token(), Token(), Token()]
      token = tokens[1]
      expectRows(tokens)
    }
    #expect(token == nil)
  }

  @Test func rowsAreFoundWhereverTheyMove() {
    let ids = Array(0..<40)
    let store = Store(initialState: outline(ids, depth: 1)) { Item<Int>() }
    for pass in 0..<200 {
      store.send(action(.add("\(pass)"), for: [pass * 7 % 40]))
      store.send(.swap(pass % 40, pass * 3 % 40))
    }
    for id in ids {
      let expected = (0..<200).filter { $0 * 7 % 40 == id }.map { "\($0)" }
      #expect(store.state.items[id: id]?.texts == expected)
    }
  }

  @Test func effectsOfRowsWithinRowsReachThem() async {
    let store = Store(initialState: outline([1, 2, 3], depth: 3)) { Item<Int>() }
    await store.send(action(.addLater("later"), for: [2, 2, 3])).finish()
    #expect(store.state.items[1].items[1].items[2].texts == ["later"])
    #expect(store.state.items[1].texts == ["item", "item"])
  }

  // MARK: Screens

  /// Two screens, the upper of which has two, and so on.
  private func trail(depth: Int) -> Item<Int>.State {
    var state = Item<Int>.State(id: depth)
    if depth > 0 { state.path = StackState([Item<Int>.State(id: -1), trail(depth: depth - 1)]) }
    return state
  }

  private func action(_ action: Item<Int>.Action, forTopOf state: Item<Int>.State)
    -> Item<
      Int
    >.Action
  {
    guard let id = state.path.ids.last, let top = state.path.last else { return action }
    return .path(.element(id: id, action: self.action(action, forTopOf: top)))
  }

  @Test(arguments: [1, 2, 20]) func screensReduceTheirActions(depth: Int) async {
    let initial = trail(depth: depth)
    let store = Store(initialState: initial) { Item<Int>() }
    let copy = store.state
    store.send(action(.add("a"), forTopOf: initial))
    await store.send(action(.addLater("b"), forTopOf: initial)).finish()
    store.send(
      action(.addLarge(Large(numbers: SIMD64(repeating: 7), text: "c")), forTopOf: initial))
    var state = store.state
    while let top = state.path.last {
      #expect(state.texts == ["path", "path", "path", "path"])
      #expect(state.path[0].texts.isEmpty)
      state = top
    }
    #expect(state.texts == ["a", "b", "7 c"])
    #expect(copy == initial)
  }
}
