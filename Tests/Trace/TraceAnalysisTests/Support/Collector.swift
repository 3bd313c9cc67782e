import Foundation
import TestSupport
import Testing

/// A command that was run beside a server for requests of OTLP, and the actions of both.
struct Collector: Decodable {
  var url: String
  var status: Int32
  var output: String
  var errors: String
  var requests: [Request]
  /// The spans that the server took.
  var spans: [DecodedSpan]
  var logRequests: [Request]
  /// The log records that the server took.
  var logs: [DecodedLogRecord]

  struct Request: Decodable {
    var step: String
    var path: String
    /// The port of the client: the same for all requests of one connection.
    var client: Int
    var headers: [String: String]
    /// Seconds, from some start.
    var time: Double
    var size: Int?
    var spans: Int?
  }

  /// Runs `signpost export DIRECTORY --format otlp` beside a server.
  ///
  /// - Parameters:
  ///   - steps: How the server answers one request after the other; see
  ///     `Tests/Trace/Viewers/collector.py`.
  ///   - logSteps: The same for requests of log records.
  ///   - server: More arguments of the server's.
  ///   - variables: Added to the environment; URL stands for the server's.
  static func run(
    _ directory: String, _ arguments: [String] = ["--endpoint", "URL"], steps: [String] = [],
    logSteps: [String] = [],
    server: [String] = [], variables: [String] = []
  ) throws -> Collector {
    try Viewers.require()
    let python = Viewers.installed.appendingPathComponent("bin/python3").path
    let script = Viewers.sources.appendingPathComponent("collector.py").path
    // The settings of the machine have no effect.
    let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"].compactMap { name in
      ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
    }
    let result = try Command.run(
      ["/usr/bin/env", "-i"] + kept + variables + [python, script, "--steps"]
        + [steps.joined(separator: ","), "--log-steps", logSteps.joined(separator: ",")] + server
        + [builtExecutable("signpost"), "export"]
        + [directory, "--format", "otlp"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Collector.self, from: Data(result.output.utf8))
  }
}
