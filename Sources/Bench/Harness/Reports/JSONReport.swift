import FoundationEssentials
import SystemSupport

extension Results {
  /// All results, as one JSON object.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Reads the output of ``json()``.
  init(json: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Results.self, from: Data(json.utf8))
  }

  /// Reads an earlier run's results from a file.
  init(file: String) throws(Failure) {
    let text: String
    do {
      text = try Files.read(file)
    } catch {
      throw Failure(.usage, "\(error)")
    }
    guard let results = try? Results(json: text), results.schema == Self.currentSchema else {
      throw Failure(
        .damagedFile, "“\(file)” is not the output of --json of this version of Bench")
    }
    self = results
  }
}
