import ComposableCore
import Testing

@testable import BenchSuites

@Suite struct SuitesTests {
  @Test func namesAreUniqueAndBeginWithTheirSuite() {
    let names = Suite.all.flatMap { suite in suite.benchmarks.map(\.name) }
    #expect(Set(names).count == names.count)
    for suite in Suite.all {
      #expect(!suite.benchmarks.isEmpty)
      for benchmark in suite.benchmarks {
        #expect(benchmark.name.hasPrefix(suite.name + "/"))
      }
    }
    #expect(Set(Suite.all.map(\.name)).count == Suite.all.count)
  }

  @Test func figuresReferToBenchmarksOfTheirSuite() {
    for suite in Suite.all {
      let names = Set(suite.benchmarks.map(\.name))
      #expect(Set(suite.figures.map(\.name)).count == suite.figures.count)
      for figure in suite.figures {
        switch figure.kind {
        case .ratio(let first, to: let second), .difference(let first, from: let second):
          #expect(names.isSuperset(of: [first, second]), "\(figure.name)")
        case .slope(let points, per: _):
          #expect(names.isSuperset(of: points.map(\.benchmark)), "\(figure.name)")
          #expect(Set(points.map(\.x)).count > 1, "\(figure.name)")
        case .exponent(let points, of: _):
          #expect(names.isSuperset(of: points.map(\.benchmark)), "\(figure.name)")
          #expect(Set(points.map(\.x)).count > 1, "\(figure.name)")
          #expect(points.allSatisfy { $0.x > 0 }, "\(figure.name)")
        }
      }
    }
  }

  /// Hundreds of megabytes, in a process in which other tests watch the memory: Bench itself runs
  /// these whenever it judges.
  private static func isLarge(_ benchmark: String) -> Bool {
    benchmark.hasSuffix("/10000") || benchmark.hasSuffix("/100000")
      || benchmark.hasSuffix("/1000000")
  }

  /// The operations verify their effects, and stop at the first that is wrong.
  @MainActor
  @Test(arguments: Suite.all.flatMap(\.benchmarks).filter { !isLarge($0.name) })
  func operationsRun(_ benchmark: Benchmark) async {
    switch benchmark.setUp() {
    case .synchronous(let body):
      body(0)
      body(1)
      body(9)
    case .asynchronous(let body):
      await body(0)
      await body(1)
      await body(9)
    case .retained(let body):
      if benchmark.name.hasSuffix("that ended") {
        // The kept memory belongs to the store in which all of them have ended.
        #expect(body(9).count == 1)
      } else {
        #expect(body(0).isEmpty)
        #expect(body(9).count == 9)
      }
    }
  }
}

@MainActor
@Suite struct FeaturesTests {
  @Test func actionSentToTheInnermostStoreReachesTheRoot() {
    let store = Store(initialState: Level20.State()) { Level20() }
    let counter = Level20.counter(of: store)
    counter.send(.incrementButtonTapped)
    counter.send(.incrementButtonTapped)
    #expect(store.counter.count == 2)
    #expect(counter.count == 2)
    store.send(Level20.action(.decrementButtonTapped))
    #expect(counter.count == 1)
    store.send(.volumeChanged(3))
    #expect(store.volume == 3)
    store.send(.resetButtonTapped)
    #expect(store.resets == 1)
    #expect(counter.count == 0)
  }

  @Test func layersDoNothingButPassOn() {
    let store = Store(initialState: Layer20.State()) { Layer20() }
    Layer20.counter(of: store).send(.numberChosen(7))
    #expect(store.counter.count == 7)
    store.send(.resetButtonTapped)
    #expect(store.counter.count == 7)
    #expect(store.resets == 0)
  }

  @Test func eachRowHasAStore() {
    let store = Store(initialState: Board.State(rows: 205)) { Board() }
    let rows = Board.rowStores(of: store)
    #expect(store.lists.map(\.rows.count) == [100, 100, 5])
    #expect(rows.count == 205)
    #expect(Set(rows.map(ObjectIdentifier.init)).count == 205)
    rows[101].send(.tapped)
    #expect(store.lists[1].rows[1].taps == 1)
    #expect(rows[101].taps == 1)
    #expect(rows.map(\.taps).reduce(0, +) == 1)
    store.send(.incrementButtonTapped)
    #expect(store.count == 1)
  }

  @Test func elementsAreSpreadOverTheCollection() {
    let ids = Set((0..<100).map { element($0, of: 1_000) })
    #expect(ids == Set((0..<64).map { $0 * 15 }))
    #expect((0..<100).allSatisfy { (0..<10).contains(element($0, of: 10)) })
  }

  @Test func observersHearOfEachChangeAndReadAgain() {
    let counter = ObservableCounter()
    var reads = 0
    let observers = Observers([{ reads += counter.state.count * 0 + 1 }])
    #expect(reads == 1)
    counter.send(.incrementButtonTapped)
    counter.send(.incrementButtonTapped)
    #expect(observers.notifications == 0)
    observers.update()
    #expect(observers.notifications == 1)
    #expect(reads == 2)
    observers.update()
    #expect(observers.notifications == 1)
    counter.send(.incrementButtonTapped)
    observers.update()
    #expect(observers.notifications == 2)
    #expect(reads == 3)
  }

  @Test func workIsDoneAndCancelled() async {
    let store = Store(initialState: Worker.State()) { Worker() }
    await store.send(.sendButtonTapped).finish()
    #expect(store.results == 1)
    await store.send(.resultsRequested(10)).finish()
    #expect(store.results == 11)
    await store.send(.mergeButtonTapped(10)).finish()
    await store.send(.runButtonTapped).finish()
    #expect(store.results == 11)

    let waiting = store.send(.waitButtonTapped(id: 1))
    let replaced = store.send(.restartButtonTapped(id: 2))
    let replacing = store.send(.restartButtonTapped(id: 2))
    await replaced.finish()
    store.send(.cancelButtonTapped(id: 1))
    await waiting.finish()
    replacing.cancel()
    await replacing.finish()
  }

  @Test func plainCountersCount() {
    let counter = PlainCounter()
    counter.send(.incrementButtonTapped)
    counter.send(.numberChosen(5))
    counter.send(.decrementButtonTapped)
    #expect(counter.state.count == 4)
    let unchecked = UncheckedPlainCounter()
    unchecked.send(.incrementButtonTapped)
    #expect(unchecked.state.pointee.count == 1)
  }

  @Test func whatIsHiddenFromTheOptimiserStaysWhatItIs() {
    #expect(opaque("text") == "text")
    #expect(opaque([1, 2, 3]) == [1, 2, 3])
    let object = PlainCounter()
    #expect(opaque(object) === object)
  }
}
