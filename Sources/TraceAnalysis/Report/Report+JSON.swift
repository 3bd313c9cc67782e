import FoundationEssentials

extension Report {
  /// The report as one JSON object, with the keys that ``Report`` documents.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads what ``json()`` wrote, of this or another version.
  ///
  /// A key that is missing stands for 0, `false`, an empty text or no rows; one that is not known is passed over.
  ///
  /// - Throws: `DecodingError` if it is no JSON, or has a value of another type than a report.
  public init(json: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Tolerated<Report>.self, from: Data(json.utf8)).value
  }
}
