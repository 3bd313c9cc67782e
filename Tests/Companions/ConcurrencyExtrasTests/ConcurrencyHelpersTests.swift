import ComposableConcurrencyExtras
import Testing

@Suite struct ConcurrencyHelpersTests {
  @Test func lockIsolatedCountsConcurrentChanges() async {
    let count = LockIsolated(0)
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { count.withValue { $0 += 1 } } }
    }
    #expect(count.value == 100)
    count.setValue(3)
    #expect(count == LockIsolated(3))
    #expect(LockIsolated("abc").count == 3)
  }

  @Test func lockIsolatedMayBeReadWhileItIsChanged() {
    let value = LockIsolated(1)
    value.withValue {
      $0 = 2
      #expect(value.value == 1)
    }
    #expect(value.value == 2)
  }

  @Test func actorIsolated() async {
    let values = ActorIsolated<[Int]>([])
    await withTaskGroup { group in
      for index in 0..<10 { group.addTask { await values.withValue { $0.append(index) } } }
    }
    #expect(await values.value.sorted() == Array(0..<10))
    await values.setValue([])
    #expect(await values.isEmpty)
  }

  @Test func anyHashableSendableComparesValues() {
    #expect(AnyHashableSendable(1) == AnyHashableSendable(1))
    #expect(AnyHashableSendable(1) != AnyHashableSendable("1"))
    #expect(AnyHashableSendable(AnyHashableSendable(1)) == AnyHashableSendable(1))
    #expect(AnyHashableSendable("one").base as? String == "one")
    #expect("\(AnyHashableSendable("one"))" == "one")
  }

  @Test func anyHashableSendable_mirror_hasTheErasedValue() {
    let children = Mirror(reflecting: AnyHashableSendable(1)).children
    #expect(children.count == 1)
    #expect(children.first?.label == "value")
    #expect(children.first?.value as? Int == 1)
  }

  @Test func uncheckedSendableReachesIntoItsValue() {
    var text = UncheckedSendable([1, 2])
    text.value.append(3)
    #expect(text.count == 3)
  }

  @Test func erasedStreamsHandOnAllElements() async throws {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<3 { continuation.yield(number) }
    continuation.finish()
    let text = numbers.map { "\($0)" }.eraseToStream()
    #expect(await text.reduce(into: []) { $0.append($1) } == ["0", "1", "2"])

    struct Failure: Error {}
    let failing = AsyncThrowingStream<Int, any Error> {
      $0.yield(1)
      $0.finish(throwing: Failure())
    }
    var received: [Int] = []
    await #expect(throws: Failure.self) {
      for try await number in failing.eraseToThrowingStream() { received.append(number) }
    }
    #expect(received == [1])
  }

  @available(*, deprecated)
  @Test func streamWithContinuation_yieldedElements_areReceived() async throws {
    let (numbers, continuation) = AsyncStream<Int>.streamWithContinuation()
    continuation.yield(1)
    continuation.finish()
    let sum = await numbers.reduce(0) { $0 + $1 }
    #expect(sum == 1)
    let (newest, throwing) = AsyncThrowingStream<Int, any Error>.streamWithContinuation(
      bufferingPolicy: .bufferingNewest(1))
    throwing.yield(2)
    throwing.yield(3)
    throwing.finish()
    let last = try await newest.reduce(0) { $0 + $1 }
    #expect(last == 3)
  }

  @Test func finishedAndNever() async throws {
    #expect(await AsyncStream<Int>.finished.first { _ in true } == nil)
    let waiting = Task { await AsyncStream<Int>.never.first { _ in true } }
    waiting.cancel()
    #expect(await waiting.value == nil)
    let never = Task { try await Task<Int, Never>.never() }
    never.cancel()
    await #expect(throws: CancellationError.self) { try await never.value }
  }

  @Test func cancellableValuePassesOnCancellation() async {
    let inner = Task { () async -> Bool in
      for await _ in AsyncStream<Never>.never {}
      return Task.isCancelled
    }
    let outer = Task { await inner.cancellableValue }
    outer.cancel()
    #expect(await outer.value)
  }

  @Test func resultOfAsynchronousWork() async {
    struct Failure: Error {}
    let success = await Result {
      await Task.yield()
      return 1
    }
    #expect(success == .success(1))
    let failure = await Result<Int, any Error> {
      await Task.yield()
      throw Failure()
    }
    #expect(throws: Failure.self) { try failure.get() }
  }

  @Test func megaYieldReturns() async {
    await Task.megaYield(count: 3)
    await Task.megaYield()
  }
}

@Suite struct NeverEndingTaskTests {
  /// Whether or not a value is needed.
  @Test func neverWaitsUntilItIsCancelled() async {
    let bare = Task { try await Task.never() }
    let value = Task<Int, any Error> { try await Task.never() }
    bare.cancel()
    value.cancel()
    await #expect(throws: CancellationError.self) { try await bare.value }
    await #expect(throws: CancellationError.self) { try await value.value }
  }
}
