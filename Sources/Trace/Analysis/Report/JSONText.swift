import FoundationEssentials

/// The text of a result as one JSON object, as all commands print it.
///
/// - Parameter keys: The spelling of keys. Our own formats have snake case.
package func jsonText(
  _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase
) throws -> String {
  let encoder = JSONEncoder()
  encoder.keyEncodingStrategy = keys
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
