import ComposableArchitecture
import Foundation

/// Results and failures in words.
enum SearchText {
  static func summary(of state: SearchFeature.State) -> String {
    guard !state.query.isEmpty else { return "no search" }
    let places = state.loading == .idle ? rows(state.matches?.places ?? []) : ""
    return (["\"\(state.query)\"", status(of: state), places]).filter { !$0.isEmpty }
      .joined(separator: ": ")
  }

  static func summary(of detail: SunFeature.State) -> String {
    switch detail.loading {
    case .failed(let failure): "\(detail.place.name): \(failure)"
    case .running(let attempt): "\(detail.place.name): \(running("loading", attempt))"
    case .idle: "\(detail.place.name): " + (detail.days.first.map(day) ?? "")
    }
  }

  /// How the search is doing.
  static func status(of state: SearchFeature.State) -> String {
    switch state.loading {
    case .failed(let failure): return "\(failure)"
    case .running(let attempt): return running("searching", attempt)
    case .idle: break
    }
    guard let matches = state.matches else { return "" }
    return switch matches.count {
    case 0: "no place has this in its name"
    case 1: "1 place"
    case matches.places.count: "\(matches.count) places"
    default: "the first \(matches.places.count) of \(matches.count) places"
    }
  }

  /// - Parameter attempt: The number of the attempt, which is shown from the second on.
  static func running(_ what: String, _ attempt: Int) -> String {
    attempt == 1 ? "\(what) …" : "\(what), attempt \(attempt) of \(Loading.attempts) …"
  }

  /// A day, such as `2026-11-23 07:41–16:02, 8 h 21 min`.
  static func day(_ day: SunDay) -> String {
    "\(day.date) \(times(of: day)), \(duration(of: day))"
  }

  static func times(of day: SunDay) -> String {
    if let rise = day.rise, let set = day.set { return "\(rise)–\(set)" }
    return day.minutes > 0 ? "day and night" : "never"
  }

  static func duration(of day: SunDay) -> String {
    "\(day.minutes / 60) h \(day.minutes % 60) min"
  }

  /// The position in degrees, such as `52.5° N, 13.4° E`.
  static func position(of place: Place) -> String {
    func angle(_ degrees: Double, _ positive: String, _ negative: String) -> String {
      String(format: "%.1f° ", abs(degrees)) + (degrees < 0 ? negative : positive)
    }
    return angle(place.latitude, "N", "S") + ", " + angle(place.longitude, "E", "W")
  }

  private static func rows(_ places: [Place]) -> String {
    let shown = places.prefix(5).enumerated().map { "\($0 + 1) \($1.title)" }
    return shown.joined(separator: "; ") + (places.count > shown.count ? "; …" : "")
  }
}
