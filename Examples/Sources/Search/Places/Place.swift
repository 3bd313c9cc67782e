/// A place that a time zone is named after.
struct Place: Codable, Equatable, Identifiable, Sendable {
  /// The name of its time zone, such as `Europe/Berlin`.
  let id: String
  let name: String
  let country: String
  /// In degrees, north of the equator.
  let latitude: Double
  /// In degrees, east of Greenwich.
  let longitude: Double
}

extension Place {
  /// The name with the name of the country, unless both are the same.
  var title: String { name == country ? name : "\(name), \(country)" }
}

/// The answer to a search.
struct Matches: Codable, Equatable, Sendable {
  /// The number of places, of which ``places`` are the first.
  var count: Int
  var places: [Place]
}
