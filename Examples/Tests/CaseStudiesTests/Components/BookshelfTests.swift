import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct BookshelfTests {
  private let clock = TestClock()
  private let requests = LockIsolated<[String]>([])

  private func makeStore() -> TestStoreOf<Bookshelf> {
    TestStore(initialState: Bookshelf.State()) {
      Bookshelf()
    } withDependencies: { [clock, requests] in
      $0.favorites.set = { isFavorite, id in
        try await clock.sleep(for: .seconds(1))
        requests.withValue { $0.append("\(id) \(isFavorite)") }
        if id == "moby-dick" { throw FavoriteFailure(description: "lent out") }
      }
    }
  }

  @Test func theStarChangesBeforeTheServerConfirmsIt() async {
    let store = makeStore()
    await store.send(\.books[id: "emma"].favorite.buttonTapped) {
      $0.books[id: "emma"]?.favorite.isFavorite = true
      $0.books[id: "emma"]?.favorite.isRequesting = true
    }
    #expect(store.state.books[id: "emma"]?.favorite.isSettled == false)
    await clock.advance(by: .seconds(1))
    await store.receive(\.books[id: "emma"].favorite.confirmed) {
      $0.books[id: "emma"]?.favorite.isConfirmedFavorite = true
      $0.books[id: "emma"]?.favorite.isRequesting = false
    }
  }

  @Test func theStarGoesBackWhereTheServerRefuses() async {
    let store = makeStore()
    await store.send(\.books[id: "moby-dick"].favorite.buttonTapped) {
      $0.books[id: "moby-dick"]?.favorite.isFavorite = true
      $0.books[id: "moby-dick"]?.favorite.isRequesting = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.books[id: "moby-dick"].favorite.refused) {
      $0.books[id: "moby-dick"]?.favorite.isFavorite = false
      $0.books[id: "moby-dick"]?.favorite.isRequesting = false
      $0.books[id: "moby-dick"]?.favorite.alert = AlertState { TextState("lent out") }
    }
    await store.send(\.books[id: "moby-dick"].favorite.alert.dismiss) {
      $0.books[id: "moby-dick"]?.favorite.alert = nil
    }
  }

  @Test func buttonTapped_whileARequestIsUnderWay_requestsAfterIt() async {
    let store = makeStore()
    await store.send(\.books[id: "emma"].favorite.buttonTapped) {
      $0.books[id: "emma"]?.favorite.isFavorite = true
      $0.books[id: "emma"]?.favorite.isRequesting = true
    }
    await store.send(\.books[id: "emma"].favorite.buttonTapped) {
      $0.books[id: "emma"]?.favorite.isFavorite = false
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.books[id: "emma"].favorite.confirmed) {
      $0.books[id: "emma"]?.favorite.isConfirmedFavorite = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.books[id: "emma"].favorite.confirmed) {
      $0.books[id: "emma"]?.favorite.isConfirmedFavorite = false
      $0.books[id: "emma"]?.favorite.isRequesting = false
    }
    #expect(requests.value == ["emma true", "emma false"])
  }

  @Test func afterTwoTapsTheStarGoesBackToWhatWasConfirmed() async {
    let store = makeStore()
    for isFavorite in [true, false] {
      await store.send(\.books[id: "moby-dick"].favorite.buttonTapped) {
        $0.books[id: "moby-dick"]?.favorite.isFavorite = isFavorite
        $0.books[id: "moby-dick"]?.favorite.isRequesting = true
      }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.books[id: "moby-dick"].favorite.refused) {
      $0.books[id: "moby-dick"]?.favorite.isRequesting = false
      $0.books[id: "moby-dick"]?.favorite.alert = AlertState { TextState("lent out") }
    }
  }

  @Test func rowsDoNotCancelEachOther() async {
    let store = makeStore()
    for id in ["emma", "walden"] {
      await store.send(\.books[id: id].favorite.buttonTapped) {
        $0.books[id: id]?.favorite.isFavorite = true
        $0.books[id: id]?.favorite.isRequesting = true
      }
      await clock.advance(by: .milliseconds(100))
    }
    for id in ["emma", "walden"] {
      await clock.advance(by: id == "emma" ? .milliseconds(800) : .milliseconds(100))
      await store.receive(\.books[id: id].favorite.confirmed) {
        $0.books[id: id]?.favorite.isConfirmedFavorite = true
        $0.books[id: id]?.favorite.isRequesting = false
      }
    }
  }
}
