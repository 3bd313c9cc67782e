import ComposableArchitecture
import TerminalKit

/// A field for the name, the places that were found, and the one that was chosen.
struct SearchView: TerminalView {
  /// The request of a line.
  enum Request: Equatable, Sendable {
    case clear
    case close
    case open(Int)
    case retry
    case search(String)
  }

  let store: StoreOf<SearchFeature>
  let selection = RowSelection<Place.ID>()

  nonisolated static let commands: [Command<Request>] = [
    Command(
      "search", keys: [], label: "search", help: "search for places by a part of their name",
      parameter: .init("name", example: "Ber")
    ) { $0.isEmpty ? nil : .search($0) },
    Command("clear", keys: [], label: "clear", help: "end the search", sends: .clear),
    Command(
      "open", keys: [], label: "open", help: "show the daylight of a place that was found",
      parameter: .init("row", example: "1")
    ) { Int($0).map { .open($0) } },
    Command("close", keys: [], label: "close", help: "close the place", sends: .close),
    Command("retry", keys: [], label: "try again", help: "repeat what has failed", sends: .retry),
  ]

  // MARK: Lines

  func actions(
    for request: Request
  ) throws(LineCommandFailure) -> [SearchFeature.Action] {
    switch request {
    case .clear:
      return [.clearButtonTapped]
    case .close:
      guard store.detail != nil else { throw .impossible("no place is open; open one first") }
      return [.detail(.presented(.closeButtonTapped))]
    case .open(let row):
      guard let place = places.element(numbered: row) else {
        throw .impossible("there is no row \(row); there are \(places.count)")
      }
      return [.placeTapped(place.id)]
    case .retry:
      guard !retries.isEmpty else { throw .impossible("nothing has failed") }
      return retries
    case .search(let name):
      return [.set(\.query, name)]
    }
  }

  /// The actions that repeat failed requests.
  private var retries: [SearchFeature.Action] {
    var actions: [SearchFeature.Action] = []
    if store.loading.failure != nil { actions.append(.retryButtonTapped) }
    if store.detail?.loading.failure != nil {
      actions.append(.detail(.presented(.loadRequested)))
    }
    return actions
  }

  var summary: String {
    ([SearchText.summary(of: store.state)]
      + (store.detail.map { [SearchText.summary(of: $0)] } ?? []))
      .joined(separator: " | ").printable
  }

  // MARK: Keys

  private var places: IdentifiedArrayOf<Place> {
    // A service may answer with a place twice.
    IdentifiedArray(store.matches?.places ?? [], uniquingIDsWith: { first, _ in first })
  }

  func press(_ key: Key) -> KeyResponse<SearchFeature.Action> {
    switch key {
    case .return:
      return selection.selected(in: places).map { .send(.placeTapped($0.id)) } ?? .handled
    case .escape where store.detail != nil:
      return .send(.detail(.presented(.closeButtonTapped)))
    case .escape, .control("u"):
      return .send(.clearButtonTapped)
    case .control("r"):
      return retries.first.map { .send($0) } ?? .handled
    case _ where selection.move(with: key, in: places):
      return .handled
    default:
      return store.query.edited(by: key).map { .send(.set(\.query, $0)) } ?? .handled
    }
  }

  // MARK: Screen

  func screen(_ size: Screen.Size, footer: [String]?) -> [String] {
    SearchScreen(state: store.state, places: places, selection: selection, size: size).lines
  }

  func lines(width: Int, usesColor: Bool) -> [String] { [] }
}
