import ComposableCore
import Foundation
import Observation
import Testing

/// The interface between a shared value and its key.
@Suite struct SharedKeyTests {
  struct Failure: Error {}

  /// A key whose loads and saves end when a test says so.
  final class Source: Sendable {
    let loads = LockIsolated<[LoadContinuation<Int>]>([])
    let saves = LockIsolated<[(value: Int, context: SaveContext, continuation: SaveContinuation)]>(
      [])
    let subscriber = LockIsolated<SharedSubscriber<Int>?>(nil)
    let onSave = LockIsolated<(@Sendable (Int) -> Void)?>(nil)

    func key(_ name: String = "number") -> Key { Key(source: self, name: name) }
    var key: Key { key() }

    /// Resumes the load with a number.
    func load(_ index: Int, _ result: Result<Int?, any Error>) {
      loads.value[index].resume(with: result)
    }
  }

  struct Key: SharedKey, CustomStringConvertible {
    let source: Source
    let name: String

    var id: String { name }
    var description: String { ".key(\"\(name)\")" }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      source.loads.withValue { $0.append(continuation) }
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      source.subscriber.setValue(subscriber)
      return SharedSubscription { [source] in source.subscriber.setValue(nil) }
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      source.saves.withValue { $0.append((value, context, continuation)) }
      source.onSave.value?(value)
    }
  }

  private let source = Source()

  // MARK: Loading

  @Test func valueIsLoadedLater() {
    @Shared(source.key) var number = 1
    #expect($number.isLoading)
    #expect(number == 1)
    source.load(0, .success(2))
    #expect(!$number.isLoading)
    #expect(number == 2)
    source.subscriber.value?.yield(3)
    #expect(number == 3)
    source.subscriber.value?.yieldReturningInitialValue()
    #expect(number == 1)
  }

  @Test func errorsAreInTheStatus() async {
    @Shared(source.key) var number = 1
    source.load(0, .failure(Failure()))
    #expect($number.loadError is Failure)
    source.subscriber.value?.yield(2)
    #expect($number.loadError == nil)
    source.subscriber.value?.yield(throwing: Failure())
    #expect($number.loadError is Failure)
    #expect(number == 2)
    $number.withLock { $0 = 3 }
    source.saves.value[0].continuation.resume(throwing: Failure())
    #expect($number.saveError is Failure)
    #expect(number == 3)
    $number.withLock { $0 = 4 }
    source.saves.value[1].continuation.resume()
    #expect($number.saveError == nil)
    #expect($number.loadError == nil)
  }

  @Test func changeWhileLoadingStays() async throws {
    @Shared(source.key) var number = 1
    $number.withLock { $0 = 10 }
    source.load(0, .success(2))
    #expect(number == 10)
    #expect(!$number.isLoading)

    let shared = $number
    async let load: Void = shared.load()
    await waitUntil { source.loads.value.count == 2 }
    #expect($number.isLoading)
    source.subscriber.value?.yield(11)
    source.load(1, .success(3))
    try await load
    #expect(number == 11)
    #expect(!$number.isLoading)
  }

  @Test func laterLoadCounts() async throws {
    @Shared(source.key) var number = 1
    source.load(0, .success(2))
    let shared = $number
    async let first: Void = shared.load()
    await waitUntil { source.loads.value.count == 2 }
    async let second: Void = shared.load()
    await waitUntil { source.loads.value.count == 3 }
    source.load(2, .success(20))
    #expect($number.isLoading)
    source.load(1, .success(10))
    try await first
    try await second
    #expect(number == 20)
    #expect(!$number.isLoading)

    async let third: Void = shared.load()
    await waitUntil { source.loads.value.count == 4 }
    async let fourth: Void = shared.load()
    await waitUntil { source.loads.value.count == 5 }
    source.load(3, .success(30))
    source.load(4, .success(40))
    try await third
    try await fourth
    #expect(number == 40)
  }

  @Test func nothingToLoadIsTheInitialValue() async throws {
    @Shared(source.key) var number = 1
    source.load(0, .success(2))
    let shared = $number
    async let load: Void = shared.load()
    await waitUntil { source.loads.value.count == 2 }
    source.loads.value[1].resumeReturningInitialValue()
    try await load
    #expect(number == 1)
  }

  @Test func anotherKeyIsLoaded() async throws {
    @Shared(source.key("first")) var number = 1
    source.load(0, .success(2))
    let copy = $number
    async let load: Void = copy.load(source.key("second"))
    await waitUntil { source.loads.value.count == 2 }
    #expect(number == 2)
    #expect($number.isLoading)
    source.load(1, .success(3))
    try await load
    #expect(number == 3)
    $number.withLock { $0 = 4 }
    source.saves.value[0].continuation.resume()
    @Shared(source.key("second")) var second = 0
    #expect(second == 4)
    #expect("\($number)" == #"Shared<Int>(.key("second"))"#)
  }

  @Test func anotherKeyThatCannotBeLoadedIsAnError() async throws {
    @SharedReader(source.key("first")) var number = 1
    source.load(0, .success(2))
    let copy = $number
    let load = Task { try await copy.load(source.key("second")) }
    await waitUntil { source.loads.value.count == 2 }
    source.load(1, .failure(Failure()))
    await #expect(throws: Failure.self) { try await load.value }
    #expect(number == 2)
    #expect($number.loadError is Failure)
  }

  @Test func keyWithADefaultIsLoaded() async throws {
    @Shared(value: 1) var number
    try await $number.load(.sharedCount)
    #expect(number == 1)
    @Shared(.sharedCount) var count
    $count.withLock { $0 = 8 }
    #expect(number == 8)
    #expect(InMemoryKey<Int>.Default[.inMemory("sharedCount"), default: 5].initialValue == 5)
  }

  // MARK: Saving

  @Test func savesAreInOrderAndOutsideOfTheLock() async {
    let value = Shared(wrappedValue: 0, source.key)
    source.load(0, .success(nil))
    // Another thread reads and changes the value while this one waits in 'save'.
    let onSave: @Sendable (Int) -> Void = { _ in
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        if value.wrappedValue < 100 { value.withLock { $0 += 1 } }
        isDone.signal()
      }
      isDone.wait()
    }
    source.onSave.setValue(onSave)
    value.withLock { $0 = 1 }
    let saved = source.saves.value
    #expect(saved.map(\.value) == Array(1...100))
    for save in saved { save.continuation.resume() }
    #expect(value.saveError == nil)
  }

  @Test func observerMayChangeTheValue() {
    let value = Shared(wrappedValue: 0, source.key)
    source.load(0, .success(nil))
    withObservationTracking {
      _ = value.wrappedValue
    } onChange: {
      // The change within is one that it observes as well.
      if value.wrappedValue == 1 { value.withLock { $0 += 1 } }
    }
    value.withLock { $0 = 1 }
    #expect(value.wrappedValue == 2)
    #expect(source.saves.value.map(\.value) == [1, 2])
    for save in source.saves.value { save.continuation.resume() }
  }

  @Test func savingWaitsForTheOutcome() async throws {
    let value = Shared(wrappedValue: 0, source.key)
    source.load(0, .success(nil))
    let save = Task { try await value.save() }
    await waitUntil { source.saves.value.count == 1 }
    #expect(source.saves.value[0].context == .userInitiated)
    source.saves.value[0].continuation.resume(throwing: Failure())
    await #expect(throws: Failure.self) { try await save.value }
    #expect(value.saveError is Failure)
  }

  // MARK: Continuations and subscriptions

  @Test func continuationThatIsResumedTwiceIsReported() {
    @Shared(source.key) var number = 1
    source.load(0, .success(2))
    withKnownIssue {
      source.load(0, .success(3))
    } matching: {
      $0.description.contains("resumed more than once")
        && $0.description.contains(#".key("number")"#)
    }
    #expect(number == 2)
  }

  @Test func load_droppedContinuation_isReportedAndEndsWithoutAnError() async throws {
    @Shared(source.key) var number = 1
    withKnownIssue {
      source.loads.setValue([])
    } matching: {
      $0.description.contains("let go of the continuation of 'load'")
    }
    #expect(number == 1)
    #expect(!$number.isLoading)
    #expect($number.loadError == nil)

    $number.withLock { $0 = 2 }
    let shared = $number
    try await withKnownIssue {
      async let load: Void = shared.load()
      await waitUntil { source.loads.value.count == 1 }
      source.loads.setValue([])
      try await load
    } matching: {
      $0.description.contains("let go of the continuation of 'load'")
    }
    #expect(number == 2)
    #expect(!$number.isLoading)
    #expect($number.loadError == nil)
  }

  @Test func save_droppedContinuation_isReportedAndEndsWithoutAnError() async throws {
    @Shared(source.key) var number = 1
    source.load(0, .success(2))
    let shared = $number
    try await withKnownIssue {
      async let save: Void = shared.save()
      await waitUntil { source.saves.value.count == 1 }
      source.saves.setValue([])
      try await save
    } matching: {
      $0.description.contains("let go of the continuation of 'save'")
    }
    #expect($number.saveError == nil)
  }

  @Test func continuation_dropped_callsBackWithoutAValue() {
    let loaded = LockIsolated<[Int?]>([])
    let saved = LockIsolated(0)
    withKnownIssue {
      _ = LoadContinuation<Int>("load") { result in
        loaded.withValue { $0.append(try? result.get()) }
        #expect(throws: Never.self) { _ = try result.get() }
      }
      _ = SaveContinuation("save") { result in
        saved.withValue { $0 += 1 }
        #expect(throws: Never.self) { try result.get() }
      }
    }
    #expect(loaded.value == [nil])
    #expect(saved.value == 1)
  }

  @Test func subscriptionEndsWithTheValue() {
    do {
      @Shared(source.key) var number = 1
      source.load(0, .success(2))
      #expect(source.subscriber.value != nil)
    }
    #expect(source.subscriber.value == nil)
  }

  // MARK: Referring to another value

  @Test func assigningTheProjectionRefersCopiesToAnotherValue() {
    @Shared(.inMemory("first")) var number = 1
    let copy = $number
    let part = $number.magnitude
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = copy.wrappedValue
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    $number = Shared(wrappedValue: 2, .inMemory("second"))
    #expect(changes.value == 1)
    #expect(number == 2)
    #expect(copy.wrappedValue == 2)
    #expect(part.wrappedValue == 1)
    copy.withLock { $0 = 3 }
    @Shared(.inMemory("second")) var second = 0
    #expect(second == 3)
    @Shared(.inMemory("first")) var first = 1
    #expect(first == 1)
  }

  @Test func assigningTheProjectionOfAReader() {
    @SharedReader(value: 1) var number
    let copy = $number
    @Shared(value: 2) var other
    $number = SharedReader($other)
    $other.withLock { $0 = 3 }
    #expect(number == 3)
    #expect(copy.wrappedValue == 3)
    $number = .constant(4)
    #expect(number == 4)
    #expect(other == 3)
  }
}

/// Waits until something has happened on another thread.
private func waitUntil(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
