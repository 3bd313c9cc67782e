import Foundation

/// The places of the time zone database, which is in the public domain
/// (https://www.iana.org/time-zones).
struct PlaceTable: Sendable {
  /// All places there are.
  static let all = PlaceTable(text: String(decoding: PackageResources.places_tsv, as: UTF8.self))

  let places: [Place]
  /// The names of the places, without regard to case and accents.
  private let names: [String]

  /// - Parameter text: A line per place: its time zone, name, country, latitude and longitude, with
  ///   tabs between them.
  init(text: String) {
    places = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 5, let latitude = Double(fields[3]), let longitude = Double(fields[4])
      else { return nil }
      return Place(
        id: fields[0], name: fields[1], country: fields[2], latitude: latitude,
        longitude: longitude)
    }
    names = places.map { "\($0.name.folded) \($0.country.folded)" }
  }

  /// Finds places by the start of their name, then by the start of another word, then by any part
  /// of their name and of the name of their country.
  ///
  /// - Parameter limit: The most places to return.
  func places(named text: String, limit: Int = 20) -> Matches {
    let text = text.folded
    var ranked: [[Place]] = [[], [], []]
    for (name, place) in zip(names, places) {
      guard let rank = Self.rank(of: text, in: name) else { continue }
      ranked[rank].append(place)
    }
    let found = ranked.flatMap(\.self)
    return Matches(count: found.count, places: Array(found.prefix(limit)))
  }

  subscript(_ id: Place.ID) -> Place? { places.first { $0.id == id } }

  private static func rank(of text: String, in name: String) -> Int? {
    if name.hasPrefix(text) { return 0 }
    if name.contains(" \(text)") { return 1 }
    return name.contains(text) ? 2 : nil
  }
}

extension String {
  fileprivate var folded: String {
    trimmingCharacters(in: .whitespaces)
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
