import CompanionSupport
import ComposableCore
import Foundation
import TestSupport
import Testing

/// The turns of other tasks while a test store is used, and its comparisons.
@MainActor
@Suite struct TestStoreTurnsTests {
  private func makeStore(
    _ effect: @escaping (Int) -> Effect<Int> = { _ in .none }
  ) -> TestStore<[Int], Int> {
    TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return effect(action)
      }
    }
  }

  @Test func aTaskThatWaitsGetsATurn() async {
    let store = makeStore()
    await store.send(1) { $0 = [1] }
    for number in 2..<5 {
      let hasRun = LockIsolated(false)
      Task { hasRun.setValue(true) }
      await store.send(number) { $0.append(number) }
      #expect(hasRun.value)
    }
  }

  @Test func aTaskThatAnotherStartsGetsATurnWithTheNextAction() async {
    let store = makeStore()
    let turns = LockIsolated(0)
    Task {
      turns.withValue { $0 += 1 }
      Task { turns.withValue { $0 += 1 } }
    }
    await store.send(1) { $0 = [1] }
    await store.send(2) { $0 = [1, 2] }
    #expect(turns.value == 2)
  }

  @Test func effectsHaveDoneWhatTheyCanWhenSendReturns() async {
    let log = LockIsolated<[String]>([])
    let store = makeStore { action in
      guard action == 1 else { return .none }
      return .run { send in
        for _ in 0..<5 { await Task.yield() }
        log.withValue { $0.append("yielded") }
        await Task.detached { log.withValue { $0.append("detached") } }.value
        await send(2)
        log.withValue { $0.append("sent") }
      }
    }
    await store.send(1) { $0 = [1] }
    #expect(log.value == ["yielded", "detached", "sent"])
    await store.receive(2) { $0 = [1, 2] }
  }

  @Test func anEffectThatWaitsForAnotherThreadIsGivenTime() async {
    let store = makeStore { action in
      guard action == 1 else { return .none }
      return .run { send in
        try await ContinuousClock().sleep(for: .milliseconds(1))
        await send(2)
      }
    }
    await store.send(1) { $0 = [1] }
    await store.receive(2) { $0 = [1, 2] }
    await store.finish()
  }

  // MARK: Comparing

  struct Row: Equatable, Identifiable {
    let id: Int
    @Shared var total: Int
  }

  /// The array has the same storage before and after the action: only a shared value is another.
  @Test func changedSharedValuesInACollectionAreNoticed() async {
    let total = Shared(value: 0)
    await expectIssue("changed after", "but no change was expected") {
      let store = TestStore(
        initialState: IdentifiedArray(uniqueElements: [Row(id: 1, total: total)])
      ) {
        Reduce<IdentifiedArrayOf<Row>, Int> { state, action in
          state[0].$total.withLock { $0 += action }
          return .none
        }
      }
      await store.send(1)
    }
  }

  @Test func collectionsWithOneStorageAreEqual() {
    let rows = IdentifiedArray(
      uniqueElements: (0..<10).map { Row(id: $0, total: Shared(value: $0)) })
    var others = rows
    #expect(rows == others)
    others.move(fromOffsets: [0], toOffset: 10)
    #expect(rows != others)
    others.move(fromOffsets: [9], toOffset: 0)
    #expect(rows == others)
  }

  @Test func sendWithoutAssertion_state_isTheOneAfterTheAction() {
    let store = makeStore()
    let place = SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    store.sendWithoutAssertion(1, at: place)
    #expect(store.state == [1])
  }

  /// In a process of its own: the executor is one for all tests.
  @Test func useMainSerialExecutor_isOnWhileAStoreUsesIt() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        @MainActor func makeStore() -> TestStore<Int, Int> {
          TestStore(initialState: 0) { EmptyReducer() }
        }
        do {
          let (store, other) = (makeStore(), makeStore())
          precondition(store.useMainSerialExecutor)
          store.useMainSerialExecutor = false
          store.useMainSerialExecutor = false
          precondition(store.useMainSerialExecutor)
          other.useMainSerialExecutor = false
          precondition(!store.useMainSerialExecutor)
          other.useMainSerialExecutor = true
          precondition(store.useMainSerialExecutor)
          do { makeStore().useMainSerialExecutor = false }
          precondition(store.useMainSerialExecutor)
        }
        let store = makeStore()
        store.useMainSerialExecutor = false
        precondition(!store.useMainSerialExecutor)
      }
    }
  }
}
