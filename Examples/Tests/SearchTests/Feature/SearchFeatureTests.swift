import ComposableArchitecture
import Foundation
import Testing

@testable import Search

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SearchFeatureTests {
  let clock = TestClock()

  private func makeStore(
    _ state: SearchFeature.State = SearchFeature.State(),
    _ search: @escaping @Sendable (String) async throws -> Matches
  ) -> TestStoreOf<SearchFeature> {
    TestStore(initialState: state) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.places.search = search
    }
  }

  @Test func searchesOnceTypingHasPaused() async {
    let store = makeStore { name in
      #expect(name == "Ber")
      return .berlinAndBermuda
    }
    await store.send(\.binding.query, "B") {
      $0.query = "B"
      $0.loading = .running(attempt: 1)
    }
    await clock.advance(by: .milliseconds(299))
    await store.send(\.binding.query, "Ber") {
      $0.query = "Ber"
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchResponse.success) {
      $0.loading = .idle
      $0.matches = .berlinAndBermuda
    }
  }

  @Test func aNewSearchCancelsTheOneUnderWay() async {
    let cancelled = LockIsolated<[String]>([])
    let store = makeStore { name in
      guard name == "B" else { return .berlin }
      do {
        try await Task.never()
      } catch {
        cancelled.withValue { $0.append(name) }
      }
      return .berlinAndBermuda
    }
    await store.send(\.binding.query, "B") {
      $0.query = "B"
      $0.loading = .running(attempt: 1)
    }
    await clock.advance(by: .milliseconds(300))
    #expect(cancelled.value == [])
    await store.send(\.binding.query, "Berl") {
      $0.query = "Berl"
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchResponse.success) {
      $0.loading = .idle
      $0.matches = .berlin
    }
    #expect(cancelled.value == ["B"])
  }

  @Test func anEmptyFieldEndsTheSearch() async {
    let store = makeStore(.found) { _ in try await Task.never() }
    await store.send(\.binding.query, "Berl") {
      $0.query = "Berl"
      $0.loading = .running(attempt: 1)
    }
    await clock.advance(by: .milliseconds(300))
    await store.send(\.binding.query, " ") {
      $0.query = " "
      $0.loading = .idle
      $0.matches = nil
    }
  }

  @Test func clearingEndsTheSearch() async {
    let store = makeStore(.found) { _ in .berlin }
    await store.send(\.binding.query, "Berl") {
      $0.query = "Berl"
      $0.loading = .running(attempt: 1)
    }
    await store.send(.clearButtonTapped) {
      $0.query = ""
      $0.loading = .idle
      $0.matches = nil
    }
    await clock.advance(by: .seconds(1))
  }

  @Test func whatFailsForAMomentIsRepeated() async {
    let attempts = LockIsolated(0)
    let store = makeStore { _ in
      guard
        attempts.withValue({
          $0 += 1; return $0
        }) == 3
      else { throw PlaceFailure.status(503) }
      return .berlin
    }
    await store.send(\.binding.query, "Berl") {
      $0.query = "Berl"
      $0.loading = .running(attempt: 1)
    }
    await clock.advance(by: .milliseconds(300 + 250))
    await store.receive(\.searchRetried) {
      $0.loading = .running(attempt: 2)
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.searchRetried) {
      $0.loading = .running(attempt: 3)
    }
    await store.receive(\.searchResponse.success) {
      $0.loading = .idle
      $0.matches = .berlin
    }
  }

  @Test func theThirdFailureIsShownAndCanBeRetried() async {
    let isBroken = LockIsolated(true)
    let store = makeStore(.found) { _ in
      if isBroken.value { throw PlaceFailure.unreachable(reason: "no route") }
      return .berlin
    }
    await store.send(\.binding.query, "Berl") {
      $0.query = "Berl"
      $0.loading = .running(attempt: 1)
    }
    await clock.advance(by: .milliseconds(300 + 250 + 500))
    await store.receive(\.searchRetried) {
      $0.loading = .running(attempt: 2)
    }
    await store.receive(\.searchRetried) {
      $0.loading = .running(attempt: 3)
    }
    await store.receive(\.searchResponse.failure) {
      $0.loading = .failed(.unreachable(reason: "no route"))
      $0.matches = nil
    }
    isBroken.setValue(false)
    // No pause: the user has finished typing.
    await store.send(.retryButtonTapped) {
      $0.loading = .running(attempt: 1)
    }
    await store.receive(\.searchResponse.success) {
      $0.loading = .idle
      $0.matches = .berlin
    }
    await store.send(.retryButtonTapped)
  }

  @Test func whatCannotSucceedIsNotRepeated() async {
    let store = makeStore { _ in throw PlaceFailure.status(404) }
    await store.send(\.binding.query, "Berl") {
      $0.query = "Berl"
      $0.loading = .running(attempt: 1)
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchResponse.failure) {
      $0.loading = .failed(.status(404))
    }
  }
}
