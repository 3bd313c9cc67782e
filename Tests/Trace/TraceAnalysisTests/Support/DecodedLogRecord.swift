/// A log record as the messages of the OpenTelemetry project have decoded it.
struct DecodedLogRecord: Decodable, Equatable {
  var service: String
  var time: Int64
  var severity: Int
  var level: String
  var event: String
  var body: String
  var trace: String
  var span: String
  var attributes: [String: String]
}
