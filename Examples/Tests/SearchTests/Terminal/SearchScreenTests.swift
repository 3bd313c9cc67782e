import ComposableArchitecture
import TerminalKit
import Testing

@testable import Search

@MainActor
@Suite struct SearchScreenTests {
  private func text(
    _ state: SearchFeature.State, columns: Int = 80, rows: Int = 24
  ) -> String {
    SearchScreen(
      state: state, places: IdentifiedArray(uniqueElements: state.matches?.places ?? []),
      selection: RowSelection(), size: Screen.Size(columns: columns, rows: rows), usesColor: false
    )
    .lines.joined(separator: "\n")
  }

  @Test func saysWhatToDoFirst() {
    #expect(
      text(SearchFeature.State()) == """

          Place: ▏

          Type a part of the name of a place.

          ctrl-d quit
        """)
  }

  @Test func thePlaceIsBelowTheList() {
    var state = SearchFeature.State.found
    state.detail = SunFeature.State(days: [.short], place: .berlin)
    #expect(
      text(state) == """

          Place: Ber▏

          2 places
          › Berlin, Germany
            Bermuda

          Berlin, Germany
          52.5° N, 13.4° E
          2026-11-23  07:40–16:03  8 h 23 min   ░░░░░░░░████████░░░░░░░░

          ↑↓ select   return open   esc close   ctrl-d quit
        """)
  }

  @Test func thePlaceIsBesideTheListOnAWideTerminal() {
    var state = SearchFeature.State.found
    state.detail = SunFeature.State(days: [.short], place: .berlin)
    let lines = text(state, columns: 110).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  › Berlin, Germany") && $0.hasSuffix("13.4° E") })
  }

  @Test(arguments: [
    (Loading.running(attempt: 1), "Searching …"),
    (.running(attempt: 2), "Searching, attempt 2 of 3 …"),
    (.failed(.status(503)), "The service is overloaded (HTTP status 503)."),
  ])
  func showsHowTheSearchIsDoing(loading: Loading, text: String) {
    var state = SearchFeature.State.found
    state.loading = loading
    #expect(self.text(state).contains(text))
    #expect(self.text(state).contains("ctrl-r try again") == (loading.failure != nil))
  }

  @Test func nothingFoundIsAnAnswer() {
    let state = SearchFeature.State(matches: Matches(count: 0, places: []), query: "xyz")
    #expect(text(state).contains("No place has this in its name"))
  }

  @Test(arguments: [(80, 24), (110, 34), (60, 20), (40, 12)])
  func everythingFits(columns: Int, rows: Int) {
    let matches = PlaceTable.all.places(named: "a")
    var state = SearchFeature.State(matches: matches, query: String(repeating: "a", count: 200))
    state.detail = SunFeature.State(
      days: Array(repeating: .short, count: 7), place: matches.places[0])
    let lines = text(state, columns: columns, rows: rows)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < rows)
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(lines.last?.contains("quit") == true)
  }

  @Test func aPlaceThatAServiceSendsTwiceIsShownOnce() {
    let view = SearchView(
      store: Store(
        initialState: SearchFeature.State(
          matches: Matches(count: 2, places: [.berlin, .berlin]), query: "Ber")
      ) {
        SearchFeature()
      })
    let lines = view.screen(Screen.Size(columns: 80, rows: 24), footer: nil)
    #expect(lines.count { $0.contains("Berlin, Germany") } == 1)
  }

  @Test func textCannotControlTheTerminal() {
    let place = Place(id: "x", name: "\u{1B}[2J", country: "\n", latitude: 0, longitude: 0)
    var state = SearchFeature.State(matches: Matches(count: 1, places: [place]), query: "\u{7}")
    state.detail = SunFeature.State(days: [SunDay(date: "\u{1B}", minutes: 0)], place: place)
    #expect(!text(state).unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }
}
