import FoundationEssentials

extension Report {
  /// Returns the report as one JSON object, with the keys that ``Report`` documents.
  public func json() throws -> String {
    try jsonText(self)
  }

  /// Reads the output of ``json()``, of this or another version.
  ///
  /// A missing key stands for 0, `false`, an empty text or no rows. Unknown keys are ignored.
  ///
  /// - Throws: `DecodingError` if the text is not JSON, or if a value has another type than in a
  ///   report.
  public init(json: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Tolerated<Report>.self, from: Data(json.utf8)).value
  }
}
