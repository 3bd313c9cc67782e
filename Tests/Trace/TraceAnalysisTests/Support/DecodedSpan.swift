/// A span as the messages of the OpenTelemetry project have decoded it.
struct DecodedSpan: Decodable, Equatable {
  var service: String
  var resource: [String: String]
  var scope: String
  var name: String
  var trace: String
  var id: String
  var parent: String
  var state: String
  var start: Int64
  var end: Int64
  var status: Int
  var attributes: [String: String]
  var links: [[String]]

  var kind: String { attributes["signpost.kind"] ?? "" }
}
