import ArgumentParser
import Foundation
import TraceExport

/// The destination of spans that `export` sends.
struct SendOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Send the spans to a collector: that of the environment, or \(OTLPEndpoint.defaultBase)."))
  var send = false

  @Option(
    help: ArgumentHelp(
      "Send the spans to this collector, which takes them at /v1/traces below this URL.",
      valueName: "url"))
  var endpoint: String?

  @Option(
    help: ArgumentHelp(
      "A header to send, name=value. Can be given several times.",
      discussion: "Other users see it in the list of processes: keys are safer in the environment.",
      valueName: "header"))
  var header: [String] = []

  @Option(
    name: .customLong("retry-for"),
    help: ArgumentHelp(
      "How long to retry spans that cannot be sent, such as 10min; default 60s.",
      valueName: "duration"))
  var retryLimit: TimeSpan?

  /// Whether spans are sent.
  var isAskedFor: Bool { send || endpoint != nil }

  /// An option that has no effect unless spans are sent.
  var optionInVain: String? {
    if !header.isEmpty { return "--header" }
    return retryLimit == nil ? nil : "--retry-for"
  }

  func validate() throws {
    for header in header where header.firstIndex(of: "=") == nil {
      throw ValidationError("--header takes name=value.")
    }
  }

  /// The settings of these options and the environment.
  func settings() throws -> OTLPEndpoint {
    var result = try OTLPEndpoint(
      base: endpoint, environment: ProcessInfo.processInfo.environment)
    for header in header {
      let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      try result.setHeader(String(parts[0]), String(parts[1]))
    }
    if let retryLimit { result.retryLimit = .nanoseconds(retryLimit.nanoseconds) }
    return result
  }
}
