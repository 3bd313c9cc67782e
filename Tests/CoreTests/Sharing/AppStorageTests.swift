import ComposableCore
import Foundation
import Testing

@Suite struct AppStorageTests {
  enum Sort: String, Sendable { case name, date }
  enum Level: Int, Sendable { case low, high }

  private func roundTrip<Value: Equatable & Sendable>(
    _ key: some SharedKey<Value>, _ initial: Value, _ other: Value
  ) {
    do {
      @Shared(key) var value = initial
      #expect(value == initial)
      $value.withLock { $0 = other }
    }
    @Shared(key) var value = initial
    #expect(value == other)
  }

  @Test func allTypesAreKept() throws {
    let page = try #require(URL(string: "https://example.org/a?b=c"))
    roundTrip(.appStorage("bool"), false, true)
    roundTrip(.appStorage("int"), 0, 42)
    roundTrip(.appStorage("double"), 0, 0.5)
    roundTrip(.appStorage("string"), "", "Blob")
    roundTrip(.appStorage("strings"), [], ["a", "b"])
    roundTrip(.appStorage("url"), URL(fileURLWithPath: "/tmp"), page)
    roundTrip(.appStorage("data"), Data(), Data([1, 2, 3]))
    roundTrip(.appStorage("date"), .distantPast, Date(timeIntervalSince1970: 1000))
    roundTrip(.appStorage("sort"), Sort.name, .date)
    roundTrip(.appStorage("level"), Level.low, .high)
    roundTrip(.appStorage("bool?"), Bool?.none, true)
    roundTrip(.appStorage("int?"), Int?.none, 42)
    roundTrip(.appStorage("sort?"), Sort?.none, .date)
    roundTrip(.appStorage("level?"), Level?.none, .high)
  }

  @Test func nilRemovesTheValue() {
    @Dependency(\.defaultAppStorage) var store
    @Shared(.appStorage("name")) var name: String?
    $name.withLock { $0 = "Blob" }
    #expect(store.string(forKey: "name") == "Blob")
    $name.withLock { $0 = nil }
    #expect(store.object(forKey: "name") == nil)
  }

  @Test func settingsAreLoaded() async throws {
    @Dependency(\.defaultAppStorage) var store
    store.set(7, forKey: "count")
    @Shared(.appStorage("count")) var count = 0
    #expect(count == 7)
    store.set(8, forKey: "count")
    try await $count.load()
    #expect(count == 8)
  }

  @Test func somethingElseInTheSettingsIsReported() {
    @Dependency(\.defaultAppStorage) var store
    store.set("many", forKey: "count")
    withKnownIssue {
      @Shared(.appStorage("count")) var count = 3
      #expect(count == 3)
    } matching: {
      $0.description.contains("something else for 'count': many")
    }
  }

  @Test func eachStoreHasItsOwn() throws {
    let suite = "composable-tests-\(UUID())"
    let store = try #require(UserDefaults(suiteName: suite))
    defer { store.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("count", store: store)) var count = 1
    @Shared(.appStorage("count")) var other = 2
    $count.withLock { $0 = 10 }
    #expect(store.integer(forKey: "count") == 10)
    #expect(other == 2)
  }
}
