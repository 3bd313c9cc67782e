import ComposableCore
import Observation
import TestSupport
import Testing

@MainActor
@Suite struct ObservationTests {
  @Test func observerHearsBeforeSendReturns() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let observer = Reader { store.count }
    store.send(.increment)
    #expect(observer.changes == 1)
  }

  @Test func observerHearsOnceForEachRead() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let observer = Reader { store.count }
    store.send(.increment)
    store.send(.increment)
    #expect(observer.changes == 1)
    observer.read()
    store.send(.increment)
    #expect(observer.changes == 2)
  }

  /// The framework installs an observer when the function that reads has returned.
  @Test func change_whileTheObserverReads_leavesItObserved() {
    let plain = Store(initialState: Counter.State()) { Counter() }
    let fields = Store(initialState: ObservedLeaf(id: 1)) {
      Reduce<ObservedLeaf, Void> { state, _ in
        state.number += 1
        return .none
      }
    }
    let first = Reader {
      let count = plain.count
      if count == 0 { plain.send(.increment) }
      return count
    }
    let second = Reader {
      let number = fields.number
      if number == 0 { fields.send(()) }
      return number
    }
    #expect(plain.count == 1 && fields.number == 1)
    #expect(first.changes == 0 && second.changes == 0)
    plain.send(.increment)
    fields.send(())
    #expect(first.changes == 1 && second.changes == 1)
  }

  @Test func optionalChild_isRemoved_notifiesReadersOfItsParentOnly() async throws {
    let store = Store(initialState: Parent.State(optional: Worker.State())) {
      Parent(gates: Gates())
    }
    let child = try #require(store.scope(\.optional, action: \.optional))
    let results = Reader { child.results }
    let presence = Reader { store.optional == nil }
    store.send(.optional(.result("a")))
    await Task.megaYield()
    #expect(results.changes == 1)
    results.read()
    store.send(.dismiss)
    await Task.megaYield()
    #expect(results.changes == 1)
    #expect(presence.changes == 1)
  }

  @Test func change_takenBackAfterAnotherHasRead_isHeardOfByTheOther() async {
    let store = Store(initialState: Parity()) {
      Reduce<Parity, Void> { state, _ in
        state.number += 1
        return .none
      }
    }
    let first = Reader { store.isOdd }
    store.send(())
    let second = Reader { store.isOdd }
    store.send(())
    await eventually { second.changes == 1 }
    #expect(first.changes <= 1)
  }

  @Test func observerOfAValueThatStaysTheSameHearsNothing() async {
    let counts = Store(initialState: Pair.State()) { Pair() }
    let second = Reader { counts.second }
    let whole = Reader { counts.state }
    counts.send(.first)
    await Task.yield()
    #expect(second.changes == 0)
    #expect(whole.changes == 1)
    counts.send(.second)
    #expect(second.changes == 1)
  }

  @Test func observerOfAChildHearsOfAParentsChange() {
    let parent = Store(initialState: Parent.State()) { Parent(gates: Gates()) }
    let child = parent.scope(\.counter, action: \.counter)
    let observer = Reader { child.count }
    parent.send(.counter(.increment))
    #expect(observer.changes == 1)
  }

  @Test func manyObserversHearOncePerTurnAndOnlyOfWhatChanged() async {
    let store = Store(initialState: Many.State()) { Many() }
    let observers = (0..<Many.count).map { index in Reader { store[many: index] } }
    store.send(.change(7))
    store.send(.change(7))
    store.send(.change(40))
    #expect(observers.allSatisfy { $0.changes == 0 })
    await eventually { observers[7].changes == 1 }
    #expect(observers.enumerated().filter { $1.changes > 0 }.map(\.offset) == [7, 40])
    observers[7].read()
    store.send(.change(7))
    await eventually { observers[7].changes == 2 }
    #expect(observers.map(\.changes).reduce(0, +) == 3)
  }

  @Test func changeThatIsTakenBackWithinATurnIsNone() async {
    let store = Store(initialState: Many.State()) { Many() }
    let observers = (0..<Many.count).map { index in Reader { store[many: index] } }
    store.send(.change(1))
    store.send(.change(2))
    store.send(.undo(1))
    await eventually { observers[2].changes == 1 }
    #expect(observers[1].changes == 0)
  }

  @Test func observingACollectionDoesNotMakeReducersCopyIt() {
    let store = Store(initialState: Array(repeating: 0, count: 100)) {
      Reduce<[Int], Int> { state, action in
        let before = state.withUnsafeBufferPointer(\.baseAddress)
        state[action] += 1
        #expect(state.withUnsafeBufferPointer(\.baseAddress) == before)
        return .none
      }
    }
    let observer = Reader { store.state.count }
    store.send(3)
    #expect(observer.changes == 1)
    observer.read()
    store.send(3)
    #expect(observer.changes == 2)
  }

  @Test func readingThroughAKeyPathMadeAtRunTimeIsObserved() {
    let store = Store(initialState: Parent.State()) { Parent(gates: Gates()) }
    let observer = Reader {
      store[dynamicMember: (\Parent.State.counter).appending(path: \.count)]
    }
    store.send(.counter(.increment))
    #expect(observer.changes == 1)
    observer.read()
    store.send(.counter(.increment))
    #expect(observer.changes == 2)
  }
}

/// Reads values and counts the notifications of their changes.
@MainActor
private final class Reader {
  private let get: @MainActor () -> Any
  private(set) var changes = 0

  init(_ get: @escaping @MainActor () -> Any) {
    self.get = get
    read()
  }

  func read() {
    withObservationTracking {
      _ = get()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.changes += 1 }
    }
  }
}

private struct Parity {
  var number = 0
  var isOdd: Bool { number % 2 == 1 }
}

private struct Pair: Reducer {
  struct State: Equatable { var first = 0, second = 0 }
  enum Action { case first, second }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .first: state.first += 1
      case .second: state.second += 1
      }
      return .none
    }
  }
}

private struct Many: Reducer {
  static let count = 64

  struct State {
    var values = Array(repeating: 0, count: Many.count)

    subscript(many index: Int) -> Int { values[index] }
  }
  enum Action { case change(Int), undo(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let index): state.values[index] += 1
      case .undo(let index): state.values[index] -= 1
      }
      return .none
    }
  }
}

extension Store where State == Many.State {
  fileprivate subscript(many index: Int) -> Int { self[dynamicMember: \.[many: index]] }
}
