import ComposableArchitecture
import Foundation
import Testing

@testable import Search

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SunFeatureTests {
  let clock = TestClock()

  private func makeStore(
    _ sun: @escaping @Sendable (Place.ID, Date) async throws -> [SunDay]
  ) -> TestStoreOf<SearchFeature> {
    TestStore(initialState: .found) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 1_800_000_000)
      $0.places.sun = sun
    }
  }

  @Test func aPlaceShowsItsDays() async {
    let store = makeStore { place, date in
      #expect(place == "Europe/Berlin")
      #expect(date == Date(timeIntervalSince1970: 1_800_000_000))
      return [.short]
    }
    await store.send(.placeTapped(Place.berlin.id)) {
      $0.detail = SunFeature.State(place: .berlin)
    }
    await store.receive(\.detail.loadRequested) {
      $0.detail?.loading = .running(attempt: 1)
    }
    await store.receive(\.detail.sunResponse.success) {
      $0.detail?.loading = .idle
      $0.detail?.days = [.short]
    }
    // The detail is open already.
    await store.send(.placeTapped(Place.berlin.id))
    await store.send(\.detail.closeButtonTapped)
    await store.receive(\.detail.dismiss) {
      $0.detail = nil
    }
  }

  @Test func anotherPlaceCancelsTheRequestOfTheFirst() async {
    let store = makeStore { place, _ in
      guard place == Place.bermuda.id else { return try await Task.never() }
      return [.short]
    }
    await store.send(.placeTapped(Place.berlin.id)) {
      $0.detail = SunFeature.State(place: .berlin)
    }
    await store.receive(\.detail.loadRequested) {
      $0.detail?.loading = .running(attempt: 1)
    }
    await store.send(.placeTapped(Place.bermuda.id)) {
      $0.detail = SunFeature.State(place: .bermuda)
    }
    await store.receive(\.detail.loadRequested) {
      $0.detail?.loading = .running(attempt: 1)
    }
    await store.receive(\.detail.sunResponse.success) {
      $0.detail?.loading = .idle
      $0.detail?.days = [.short]
    }
    // An effect of the first place that still runs would fail the test here.
  }

  @Test func closingCancelsTheRequest() async {
    let store = makeStore { _, _ in try await Task.never() }
    await store.send(.placeTapped(Place.berlin.id)) {
      $0.detail = SunFeature.State(place: .berlin)
    }
    await store.receive(\.detail.loadRequested) {
      $0.detail?.loading = .running(attempt: 1)
    }
    await store.send(\.detail.closeButtonTapped)
    await store.receive(\.detail.dismiss) {
      $0.detail = nil
    }
  }

  @Test func aFailureCanBeRetried() async {
    let attempts = LockIsolated(0)
    let store = makeStore { _, _ in
      guard
        attempts.withValue({
          $0 += 1; return $0
        }) > 3
      else { throw PlaceFailure.status(500) }
      return [.short]
    }
    await store.send(.placeTapped(Place.berlin.id)) {
      $0.detail = SunFeature.State(place: .berlin)
    }
    await store.receive(\.detail.loadRequested) {
      $0.detail?.loading = .running(attempt: 1)
    }
    await clock.advance(by: .milliseconds(250 + 500))
    await store.receive(\.detail.sunRetried) {
      $0.detail?.loading = .running(attempt: 2)
    }
    await store.receive(\.detail.sunRetried) {
      $0.detail?.loading = .running(attempt: 3)
    }
    await store.receive(\.detail.sunResponse.failure) {
      $0.detail?.loading = .failed(.status(500))
    }
    await store.send(\.detail.loadRequested) {
      $0.detail?.loading = .running(attempt: 1)
    }
    await store.receive(\.detail.sunResponse.success) {
      $0.detail?.loading = .idle
      $0.detail?.days = [.short]
    }
  }

  @Test func aPlaceThatIsNotShownIsNotOpened() async {
    let store = makeStore { _, _ in [] }
    await store.send(.placeTapped("Europe/Atlantis"))
  }
}
