@testable import ComposableCore
import TestSupport
import Testing

/// Reducers that call others by themselves, for each action.
@MainActor
@Suite struct CalledReducerTests {
  final class Counter { var count = 0 }

  /// Counts how often its body is evaluated.
  private struct Feature: Reducer {
    let evaluations: Counter
    var step = 1

    var body: some Reducer<Int, Int> {
      evaluate()
      return Reduce { state, action in
        state += action * step
        return .none
      }
    }

    private func evaluate() { evaluations.count += 1 }
  }

  /// A feature of a type of its own.
  private struct Tagged<Tag>: Reducer {
    let base: Feature

    var body: some Reducer<Int, Int> { base }
  }

  /// Calls the reducer that it wraps.
  private struct Calling<Base: Reducer>: Reducer {
    let base: Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      base.reduce(into: &state, action: action)
    }
  }

  /// Makes a reducer for each action, and calls that.
  private struct Making<Base: Reducer>: Reducer {
    let make: (Base.State, Base.Action) -> Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      make(state, action).reduce(into: &state, action: action)
    }
  }

  @Test func aBodyIsEvaluatedOnceInAStore() {
    let evaluations = Counter()
    let store = Store(initialState: 0) { Calling(base: Feature(evaluations: evaluations)) }
    for action in 1...3 { store.send(action) }
    #expect(store.state == 6)
    #expect(evaluations.count == 1)

    let other = Store(initialState: 0) { Calling(base: Feature(evaluations: evaluations)) }
    other.send(1)
    #expect(evaluations.count == 2)
  }

  @Test func operatorsOfTheLibraryArePreparedOnce() {
    let evaluations = Counter()
    let store = Store(initialState: 0) {
      Calling(
        base: CombineReducers {
          Feature(evaluations: evaluations)
          Feature(evaluations: evaluations, step: 10)
        })
    }
    for action in 1...3 { store.send(action) }
    #expect(store.state == 66)
    #expect(evaluations.count == 2)
  }

  @Test func aClosureMayCallReducers() {
    let evaluations = Counter()
    let feature = Feature(evaluations: evaluations)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in feature.reduce(into: &state, action: action) }
    }
    for action in 1...3 { store.send(action) }
    #expect(store.state == 6)
    #expect(evaluations.count == 1)
  }

  @Test func withoutAStoreABodyIsEvaluatedForEachAction() {
    let evaluations = Counter()
    let feature = Feature(evaluations: evaluations)
    var state = 0
    for action in 1...3 { _ = feature.reduce(into: &state, action: action) }
    #expect(state == 6)
    #expect(evaluations.count == 3)
  }

  /// A child that no action reaches costs nothing.
  @Test func reduce_withoutAStore_otherChildrenAreNotEvaluated() {
    let evaluations = Counter()
    struct Parent: Reducer {
      struct State {
        var one = 0
        var two = Part()
      }
      typealias Action = Numbers
      let evaluations: Counter

      var body: some Reducer<State, Action> {
        Scope(state: \.one, action: \.one) { Feature(evaluations: evaluations) }
        CombineReducers {
          Scope(state: \.two.count, action: \.two) { Feature(evaluations: evaluations) }
          Reduce { state, action in
            if case .two = action { state.two.changes += 1 }
            return .none
          }
        }
      }
    }
    let parent = Parent(evaluations: evaluations)
    var state = Parent.State()
    for action in 1...3 { _ = parent.reduce(into: &state, action: .two(action)) }
    #expect(state.one == 0 && state.two.count == 6 && state.two.changes == 3)
    #expect(evaluations.count == 3)
    _ = parent.reduce(into: &state, action: .one(5))
    #expect(state.one == 5 && evaluations.count == 4)
  }

  struct Part {
    var count = 0
    var changes = 0
  }

  enum Numbers: CasePathable {
    case one(Int)
    case two(Int)

    struct AllCasePaths: Sendable {
      var one: AnyCasePath<Numbers, Int> {
        AnyCasePath(embed: Numbers.one) { if case .one(let value) = $0 { value } else { nil } }
      }
      var two: AnyCasePath<Numbers, Int> {
        AnyCasePath(embed: Numbers.two) { if case .two(let value) = $0 { value } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func eachValueIsAReducerOfItsOwn() {
    let evaluations = Counter()
    let store = Store(initialState: 0) {
      Making<Feature> { _, action in Feature(evaluations: evaluations, step: action % 5) }
    }
    var expected = 0
    for action in 0..<100 {
      store.send(action)
      expected += action * (action % 5)
    }
    #expect(store.state == expected)
    #expect(evaluations.count == 5)
  }

  /// A small value before a large one, so that there are bytes in between.
  private struct Padded: Reducer {
    let isAdding: Bool
    let amount: Int
    let isTwice: Bool

    var body: some Reducer<Int, Int> {
      Reduce { state, _ in
        state += (isAdding ? amount : -amount) * (isTwice ? 2 : 1)
        return .none
      }
    }
  }

  @Test func whatIsBetweenPropertiesMakesNoDifference() {
    let store = Store(initialState: 0) {
      Making<Padded> { _, action in
        Padded(isAdding: action % 2 == 0, amount: action % 3, isTwice: action % 5 == 0)
      }
    }
    var expected = 0
    for action in 0..<300 {
      store.send(action)
      expected += (action % 2 == 0 ? 1 : -1) * (action % 3) * (action % 5 == 0 ? 2 : 1)
    }
    #expect(store.state == expected)
  }

  private final class Amount {
    let value: Int
    let alive: Counter

    init(_ value: Int, alive: Counter) {
      self.value = value
      self.alive = alive
      alive.count += 1
    }

    deinit { alive.count -= 1 }
  }

  private struct Adding: Reducer {
    let amount: Amount

    var body: some Reducer<Int, Int> {
      // Read when the body is evaluated, so that an object in the place of another would show.
      let value = amount.value
      Reduce { state, _ in
        state += value
        return .none
      }
    }
  }

  @Test func anObjectInThePlaceOfAnotherIsAnother() {
    let alive = Counter()
    var store: Store<Int, Int>? = Store(initialState: 0) {
      Making<Adding> { _, action in Adding(amount: Amount(action, alive: alive)) }
    }
    for action in 0..<1_000 {
      store?.send(action)
      #expect(alive.count <= 32)
    }
    #expect(store?.state == 499_500)
    #expect(alive.count == 0, "values that are always others are not kept")
    store = nil
    #expect(alive.count == 0)
  }

  @Test func whatIsKeptEndsWithTheStore() {
    let alive = Counter()
    do {
      let amount = Amount(1, alive: alive)
      var store: Store<Int, Int>? = Store(initialState: 0) {
        Making<Adding> { _, _ in Adding(amount: amount) }
      }
      store?.send(0)
      store?.send(0)
      #expect(store?.state == 2)
      store = nil
    }
    #expect(alive.count == 0)
  }

  @Test func valuesThatAreUsedStayWhileOthersComeAndGo() {
    let evaluations = Counter()
    let alive = Counter()
    struct Mixed: Reducer {
      let feature: Feature
      let alive: Counter

      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        _ = Adding(amount: Amount(action, alive: alive)).reduce(into: &state, action: 0)
        _ = Feature(evaluations: feature.evaluations, step: action).reduce(into: &state, action: 0)
        return feature.reduce(into: &state, action: 1)
      }
    }
    let store = Store(initialState: 0) {
      Mixed(feature: Feature(evaluations: evaluations, step: 7), alive: alive)
    }
    for action in 100..<1_100 { store.send(action) }
    #expect(store.state == (100..<1_100).reduce(0, +) + 7_000)
    #expect(evaluations.count <= 1_001, "the one that is called each time is prepared once")
  }

  // MARK: Reducers that call themselves

  private struct Countdown: Reducer {
    let depth: Int

    var body: some Reducer<[Int], Int> {
      Reduce { state, action in
        state.append(depth)
        guard depth > 0 else { return .none }
        return Countdown(depth: depth - 1).reduce(into: &state, action: action)
      }
    }
  }

  @Test func aReducerThatRunsIsNotLeftOut() {
    let store = Store(initialState: [Int]()) { Calling(base: Countdown(depth: 200)) }
    for _ in 0..<3 { store.send(0) }
    let once = Array((0...200).reversed())
    #expect(store.state == once + once + once)
  }

  private struct Tree: Reducer {
    struct State: Equatable {
      var count = 0
      var children: [State] = []
    }

    var body: some Reducer<State, Int> {
      Reduce { state, action in
        state.count += action
        for index in state.children.indices {
          _ = Tree().reduce(into: &state.children[index], action: action)
        }
        return .none
      }
    }
  }

  @Test func aReducerMayCallItself() {
    let leaf = Tree.State()
    let store = Store(initialState: Tree.State(children: [leaf, Tree.State(children: [leaf])])) {
      Tree()
    }
    for _ in 0..<3 { store.send(2) }
    let changed = Tree.State(count: 6)
    #expect(
      store.state
        == Tree.State(count: 6, children: [changed, Tree.State(count: 6, children: [changed])]))
  }

  // MARK: Dependencies

  private struct Named: Reducer {
    @Dependency(\.number) var number

    var body: some Reducer<[String], Int> {
      Reduce { state, _ in
        state.append(number.name)
        return .none
      }
    }
  }

  /// A feature whose body makes one that keeps the dependencies of the moment.
  private struct Parent: Reducer {
    var body: some Reducer<[String], Int> {
      Named()
    }
  }

  private struct Renaming<Base: Reducer>: Reducer {
    let base: Base
    let name: (Base.Action) -> String?

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      guard let name = name(action) else { return base.reduce(into: &state, action: action) }
      return withDependencies {
        $0.number.name = name
      } operation: {
        base.reduce(into: &state, action: action)
      }
    }
  }

  /// The first call decides on the dependencies that a body keeps.
  @Test(arguments: [0, 1]) func reduce_withOverriddenDependencies_usesThoseOfTheCall(first: Int) {
    func seen(_ base: some Reducer<[String], Int>) -> [String] {
      let store = Store(initialState: [String]()) {
        Renaming(base: base) { $0 % 3 == 0 ? nil : "number \($0)" }
      }
      for action in first..<100 { store.send(action) }
      return store.state
    }
    let expected = (first..<100).map { $0 % 3 == 0 ? "test" : "number \($0)" }
    #expect(seen(Parent()) == expected)
    #expect(seen(Named()) == expected)
  }

  @Test func aStoresOverridesAreSeenByWhatItsReducersCall() {
    let store = Store(initialState: [String]()) {
      Calling(base: Parent())
    } withDependencies: {
      $0.number.name = "store"
    }
    store.send(0)
    withDependencies {
      $0.number.name = "sender"
    } operation: {
      _ = store.send(0)
    }
    #expect(store.state == ["store", "store"])
  }

  @Test func reducersOfManyTypes_arePreparedOnce() {
    let evaluations = Counter()
    /// Reducers of as many types.
    func reducers<Tag>(_: Tag.Type, _ count: Int) -> [any Reducer<Int, Int>] {
      guard count > 0 else { return [] }
      return [Tagged<Tag>(base: Feature(evaluations: evaluations))]
        + reducers([Tag].self, count - 1)
    }
    func call(_ reducer: some Reducer<Int, Int>, _ state: inout Int, _ action: Int) {
      _ = reducer.reduce(into: &state, action: action)
    }
    let all = reducers(Int.self, 50)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        for reducer in all { call(reducer, &state, action) }
        return .none
      }
    }
    for action in 1...3 { store.send(action) }
    #expect(store.state == 6 * 50)
    #expect(evaluations.count == 50)
  }

  // MARK: Effects

  @Test func reducersOfTheLibrary_theirEffectsRun() {
    let start = Reduce<Int, Int> { state, action in
      state += action
      return action == 1 ? .send(10) : .none
    }
    @ReducerBuilder<Int, Int> func sequence() -> some Reducer<Int, Int> {
      start
      EmptyReducer()
    }
    func sum(_ reducer: some Reducer<Int, Int>) -> Int {
      let store = Store(initialState: 0) { Calling(base: reducer) }
      store.send(1)
      return store.state
    }
    #expect(sum(start) == 11)
    #expect(sum(sequence()) == 11)
    #expect(sum(CombineReducers { start }) == 11)
    #expect(sum(Scope(\.self, action: \.self) { start }) == 11)
  }

  @Test(arguments: Family.Kind.allCases)
  func theEffectsOfChildrenEndWithThem(_ kind: Family.Kind) async {
    let gates = Gates()
    let store = Store(initialState: Family.State()) { Calling(base: Family(gates: gates)) }
    let task = store.send(.start("a"), to: kind)
    await gates.arrival(at: "a")
    store.send(.remove(kind, by: .parent))
    await task.finish()
    #expect(gates.cancelled == ["a"])

    store.send(.replace(kind, by: .after))
    let next = store.send(.start("b"), to: kind)
    await gates.arrival(at: "b")
    store.send(.nothing)
    #expect(gates.waiting == ["b"])
    store.send(.remove(kind, by: .after))
    store.send(.nothing)
    await next.finish()
    #expect(gates.cancelled == ["a", "b"])
  }

  /// The reducer is another value for each action, and its children are in the same places.
  @Test func theEffectsOfChildrenEndAlsoWhereTheReducerIsMadeAnew() async {
    let gates = Gates()
    let store = Store(initialState: Family.State()) {
      Making<CombineReducers<Family.State, Family.Action, Family>> { _, _ in
        CombineReducers { Family(gates: gates) }
      }
    }
    let task = store.send(.start("a"), to: .optional)
    await gates.arrival(at: "a")
    store.send(.remove(.optional, by: .parent))
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }
}
