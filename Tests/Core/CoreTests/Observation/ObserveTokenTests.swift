import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct ObserveTokenTests {
  @Test func showsNowAndAfterEachChange() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let texts = LockedTexts()
    let token = observe { texts.append("\(store.count)") }
    #expect(texts.all == ["0"])
    store.send(.increment)
    await eventually { texts.all == ["0", "1"] }
    store.send(.increment)
    await eventually { texts.all == ["0", "1", "2"] }
    token.cancel()
    #expect(token.isCancelled)
  }

  @Test func endsWhenTheTokenIsCancelledOrReleased() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let texts = LockedTexts()
    let cancelled = observe { texts.append("cancelled \(store.count)") }
    var kept: Set<ObserveToken> = []
    observe { texts.append("kept \(store.count)") }.store(in: &kept)
    var list: [ObserveToken] = []
    observe { texts.append("released \(store.count)") }.store(in: &list)
    cancelled.cancel()
    list = []
    store.send(.increment)
    await eventually { texts.all.contains("kept 1") }
    #expect(texts.all == ["cancelled 0", "kept 0", "released 0", "kept 1"])
    kept = []
  }

  @Test func theEndLetsGoOfWhatWasRead() {
    weak var released: StoreOf<Counter>?
    do {
      let store = Store(initialState: Counter.State()) { Counter() }
      released = store
      let token = observe { _ = store.count }
      token.cancel()
      let other = observe { _ = store.count }
      withExtendedLifetime(other) {}
    }
    #expect(released == nil)
  }

  @Test func saysOnceThatItEnded() {
    let ended = LockedTexts()
    var token: ObserveToken? = ObserveToken { ended.append("first") }
    token?.cancel()
    token?.cancel()
    token = nil
    token = ObserveToken { ended.append("second") }
    token = nil
    #expect(ended.all == ["first", "second"])
  }

  @Test func storesSayWhatTheyRun() {
    let store = Store(initialState: Counter.State()) { Counter() }
    #expect(store.debugDescription == "StoreOf<Counter>")
    let plain = Store<Int, String>(initialState: 0) { EmptyReducer() }
    #expect(plain.debugDescription == "Store<Int, String>")
  }
}
