import ComposableCore
import Foundation
import Observation
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

  @Test func somethingElseInTheSettingsIsAnError() throws {
    @Dependency(\.defaultAppStorage) var store
    store.set("many", forKey: "count")
    @Shared(.appStorage("count")) var count = 3
    #expect(count == 3)
    let error = try #require($count.loadError)
    #expect("\(error)".contains("something else for 'count': many"))
  }

  @Test func changesOfTheSettingsAreObserved() {
    @Dependency(\.defaultAppStorage) var store
    @Shared(.appStorage("count")) var count = 1
    let key = withDependencies {
      $0.appStorageKeyFormatWarningEnabled = false
    } operation: {
      AppStorageKey<String?>.appStorage("a.text")
    }
    @Shared(key) var text: String?
    @Shared(.appStorage("sort")) var sort = Sort.name
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = count
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    store.set(2, forKey: "count")
    store.set("two", forKey: "a.text")
    store.set("date", forKey: "sort")
    #expect(count == 2)
    #expect(text == "two")
    #expect(sort == .date)
    #expect(changes.value == 1)
    store.removeObject(forKey: "count")
    store.removeObject(forKey: "a.text")
    #expect(count == 1)
    #expect(text == nil)
    store.set("many", forKey: "count")
    #expect(count == 1)
    #expect($count.loadError != nil)
    store.set(3, forKey: "count")
    #expect(count == 3)
    #expect($count.loadError == nil)
  }

  @Test func ownChangeIsObservedOnce() {
    @Shared(.appStorage("count")) var count = 1
    @Shared(.appStorage("count")) var other: Int?
    let changes = LockIsolated(0)
    let shared = $count
    @Sendable func observe() {
      withObservationTracking {
        _ = shared.wrappedValue
      } onChange: {
        changes.withValue { $0 += 1 }
        observe()
      }
    }
    observe()
    $count.withLock { $0 = 2 }
    #expect(changes.value == 1)
    #expect(other == 2)
  }

  @Test func defaultIsRegistered() throws {
    @Dependency(\.defaultAppStorage) var store
    let page = try #require(URL(string: "https://example.org/a?b=c"))
    @Shared(.appStorage("bool")) var bool = true
    @Shared(.appStorage("count")) var count = 7
    @Shared(.appStorage("url")) var url = page
    #expect(store.bool(forKey: "bool"))
    #expect(store.integer(forKey: "count") == 7)
    #expect(store.url(forKey: "url") == page)
    store.set(false, forKey: "bool")
    store.set(URL(fileURLWithPath: "/tmp"), forKey: "url")
    #expect(!bool)
    #expect(url.path == "/tmp")
    store.removeObject(forKey: "bool")
    #expect(bool)
  }

  @Test func appStorage_nilOverADefault_readsAsNil() async throws {
    @Dependency(\.defaultAppStorage) var store
    do {
      @Shared(.appStorage("count")) var count: Int? = 42
      #expect(count == 42)
      #expect(store.integer(forKey: "count") == 42)
      $count.withLock { $0 = nil }
      #expect(count == nil)
      #expect(store.object(forKey: "count") == nil)
      try await $count.load()
      #expect(count == nil)
    }
    @Shared(.appStorage("count")) var count: Int?
    #expect(count == nil)
  }

  @Test(arguments: ["example.org", "@count"])
  func appStorage_nameThatCannotBeObserved_isReported(_ name: String) {
    withKnownIssue {
      @Shared(.appStorage(name)) var count = 1
      #expect(count == 1)
    } matching: {
      $0.description.contains("contains an invalid character") && $0.description.contains(name)
    }
    withDependencies {
      $0.appStorageKeyFormatWarningEnabled = false
    } operation: {
      @Shared(.appStorage(name)) var count = 1
      #expect(count == 1)
    }
  }

  @Test func appStorage_twoObjectsForASuite_areReported() throws {
    let suite = "composable-tests-\(UUID())"
    let first = try #require(UserDefaults(suiteName: suite))
    let second = try #require(UserDefaults(suiteName: suite))
    defer { first.removePersistentDomain(forName: suite) }
    @Shared(.appStorage("count", store: first)) var count = 1
    @Shared(.appStorage("other", store: first)) var other = 1
    withKnownIssue {
      @Shared(.appStorage("count", store: second)) var count = 1
      #expect(count == 1)
    } matching: {
      $0.description.contains(suite)
    }
  }

  @Test func appStorage_fileURL_isReadByUserDefaults() throws {
    let name = "composable.tests.\(UUID().uuidString)"
    let store = UncheckedSendable(try #require(UserDefaults(suiteName: name)))
    defer { store.value.removePersistentDomain(forName: name) }
    let file = URL(fileURLWithPath: "/tmp/a b/c%20d.txt")
    let page = try #require(URL(string: "https://example.org/a?b=c"))
    @Shared(.appStorage("file", store: store.value)) var shared = page
    $shared.withLock { $0 = file }
    #expect(store.value.url(forKey: "file") == file)
    store.value.set(file, forKey: "other file")
    @Shared(.appStorage("other file", store: store.value)) var otherFile: URL?
    #expect(otherFile?.absoluteURL == file)
  }

  @Test func codableValuesAreKeptAsJSON() throws {
    struct User: Codable, Equatable { var name = "Blob" }
    @Dependency(\.defaultAppStorage) var store
    roundTrip(.appStorage("user"), User(), User(name: "Blob, Jr."))
    let data = try #require(store.data(forKey: "user"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"name":"Blob, Jr."}"#)
    roundTrip(.appStorage("user?"), User?.none, User())
    roundTrip(.appStorage("numbers"), [1], [1, 2])
    @Shared(.appStorage("number")) var number = [0.0]
    $number.withLock { $0 = [.infinity] }
    #expect($number.saveError is EncodingError)
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
