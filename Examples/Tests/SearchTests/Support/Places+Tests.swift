@testable import Search

extension Place {
  static let berlin = Place(
    id: "Europe/Berlin", name: "Berlin", country: "Germany", latitude: 52.5, longitude: 13.37)
  static let bermuda = Place(
    id: "Atlantic/Bermuda", name: "Bermuda", country: "Bermuda", latitude: 32.28,
    longitude: -64.77)
}

extension Matches {
  static let berlin = Matches(count: 1, places: [.berlin])
  static let berlinAndBermuda = Matches(count: 2, places: [.berlin, .bermuda])
}

extension SunDay {
  static let short = SunDay(date: "2026-11-23", rise: "07:40", set: "16:03", minutes: 503)
}

extension SearchFeature.State {
  /// After a search for "Ber".
  static var found: Self { Self(matches: .berlinAndBermuda, query: "Ber") }
}
