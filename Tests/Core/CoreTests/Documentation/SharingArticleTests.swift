import ComposableCore
import Foundation
import Testing

/// The code of the article "Sharing".
@MainActor
@Suite struct SharingArticleTests {
  struct Counter: Reducer {
    struct State: Equatable {
      @Shared(.inMemory("count")) var count = 0
      init() {}
    }
    enum Action { case incrementButtonTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.$count.withLock { $0 += 1 }
        return .none
      }
    }
  }

  struct Settings: Codable, Equatable, Sendable {
    var volume = 5
  }

  @Test func share() {
    let first = Store(initialState: Counter.State()) { Counter() }
    let second = Store(initialState: Counter.State()) { Counter() }
    first.send(.incrementButtonTapped)
    #expect(second.count == 1)
    @Shared(.count) var count
    #expect(count == 1)
  }

  @Test func referToAnotherValue() async throws {
    @Shared(.count) var count
    let copy = $count
    $count = Shared(wrappedValue: 3, .inMemory("otherCount"))
    #expect(copy.wrappedValue == 3)
    try await $count.load(.count)
    #expect(copy.wrappedValue == 0)
    copy.withLock { $0 = 4 }
    @Shared(.count) var again
    #expect(again == 4)
  }

  @Test func storesTellOfChangesFromAnywhere() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let counts = LockIsolated<[Int]>([])
    let token = observe {
      let count = store.count
      counts.withValue { $0.append(count) }
    }
    let shared = store.state.$count
    await Task.detached { shared.withLock { $0 = 7 } }.value
    for _ in 0..<10_000 where counts.value.count < 2 { await Task.yield() }
    #expect(counts.value == [0, 7])
    token.cancel()
  }

  @Test func keep() {
    @Shared(.settings) var settings
    $settings.withLock { $0.volume = 6 }
    @Shared(.settings) var again
    #expect(again.volume == 6)
    @Shared(
      .fileStorage(
        URL(fileURLWithPath: "/note"),
        decode: { @Sendable in String(decoding: $0, as: UTF8.self) },
        encode: { @Sendable in Data($0.utf8) })
    ) var note = ""
    $note.withLock { $0 = "Milk" }
    #expect(note == "Milk")
  }

  @Test func test() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) {
      $0.$count.withLock { $0 = 1 }
    }
  }

  @Test func testWithAValueToBeginWith() async {
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 41 }
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) {
      $0.$count.withLock { $0 = 42 }
    }
    #expect(count == 42)
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var count: Self { Self[.inMemory("count"), default: 0] }
}

extension SharedKey where Self == FileStorageKey<SharingArticleTests.Settings>.Default {
  fileprivate static var settings: Self {
    Self[
      .fileStorage(URL(fileURLWithPath: "/settings.json")),
      default: SharingArticleTests.Settings()]
  }
}
