import Foundation

/// The daylight of one day at one place.
struct SunDay: Codable, Equatable, Sendable {
  /// The date, such as `2026-11-23`.
  var date: String
  /// When the sun rises, such as `07:41`, by the clocks of the place; nil where it does not.
  var rise: String?
  /// When the sun sets.
  var set: String?
  /// The minutes from sunrise to sunset.
  var minutes: Int
}

extension SunDay {
  /// The days from the one at the place at `date` on.
  static func days(_ count: Int, from date: Date, at place: Place) -> [Self] {
    guard let zone = TimeZone(identifier: place.id) else { return [] }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return (0..<count).compactMap { offset in
      calendar.date(byAdding: .day, value: offset, to: date)
        .flatMap { calendar.date(bySettingHour: 12, minute: 0, second: 0, of: $0) }
        .map { Self(noon: $0, at: place, calendar) }
    }
  }

  private init(noon: Date, at place: Place, _ calendar: Calendar) {
    let parts = calendar.dateComponents([.year, .month, .day], from: noon)
    date = String(
      format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    switch Daylight(on: noon, latitude: place.latitude, longitude: place.longitude) {
    case .always: minutes = 24 * 60
    case .never: minutes = 0
    case .between(let rise, let set):
      self.rise = Self.time(rise, calendar)
      self.set = Self.time(set, calendar)
      minutes = Int((set.timeIntervalSince(rise) / 60).rounded())
    }
  }

  private static func time(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date.addingTimeInterval(30))
    return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
  }
}
