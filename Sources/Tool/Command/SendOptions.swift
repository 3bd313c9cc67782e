import ArgumentParser
import Foundation
import TraceExport
import TraceRecording

/// The destination of the spans and log records that `export` sends.
struct SendOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Send spans and logs to the collector of the environment, or \(OTLPEndpoint.defaultBase)."
    ))
  var send = false

  @Option(
    help: ArgumentHelp(
      "Send them to this collector, at /v1/traces and /v1/logs below this URL.",
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
      "How long to retry data that cannot be sent, such as 10min; default 60s.",
      valueName: "time"))
  var retryLimit: TimeSpan?

  @Flag(help: "Send a key in a header in the clear, too.")
  var insecure = false

  /// Whether something is sent.
  var isAskedFor: Bool { send || endpoint != nil }

  /// An option that has no effect unless something is sent.
  var optionInVain: String? {
    if !header.isEmpty { return "--header" }
    if insecure { return "--insecure" }
    return retryLimit == nil ? nil : "--retry-for"
  }

  func validate() throws {
    for header in header where header.firstIndex(of: "=") == nil {
      throw ValidationError("--header takes name=value.")
    }
  }

  /// The settings of these options and the environment, for spans and for log records.
  func settings() throws -> (spans: OTLPEndpoint, logs: OTLPEndpoint) {
    let spans = try settings(of: .traces)
    let logs = try settings(of: .logs)
    try checkPrivacy(of: spans)
    if (logs.host, logs.isEncrypted) != (spans.host, spans.isEncrypted)
      || logs.mayHaveKey && !spans.mayHaveKey
    {
      try checkPrivacy(of: logs)
    }
    return (spans, logs)
  }

  private func settings(of signal: OTLPSignal) throws -> OTLPEndpoint {
    var result = try OTLPEndpoint(
      base: endpoint, signal: signal, environment: ProcessInfo.processInfo.environment)
    for header in header {
      let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      try result.setHeader(String(parts[0]), String(parts[1]))
    }
    if let retryLimit { result.retryLimit = .nanoseconds(retryLimit.nanoseconds) }
    return result
  }

  private static func exposure(of endpoint: OTLPEndpoint) -> String? {
    // On this machine, too: it forwards the request.
    endpoint.proxy(environment: ProcessInfo.processInfo.environment) == nil
      ? NetworkRoute.exposure(toHost: endpoint.host)
      : "a proxy of the environment passes it on"
  }

  /// Warns of data that others can read on their way, and refuses to send a key so.
  private func checkPrivacy(of endpoint: OTLPEndpoint) throws {
    guard !endpoint.isEncrypted, let reason = Self.exposure(of: endpoint) else { return }
    if endpoint.mayHaveKey, !insecure { throw KeyInTheClear(reason: reason) }
    Console.say(
      "WARNING: \(endpoint.displayedURL) is not encrypted, and \(reason): others may read the data."
    )
  }
}

/// A key that would be sent unencrypted.
struct KeyInTheClear: CommandFailure {
  var reason: String

  var status: ExitStatus { .usage }

  var message: String? {
    """
    A header can be a key, http:// does not encrypt it, and \(reason). Give an address with \
    https://, or one that ssh forwards; --insecure sends it in the clear.
    """
  }
}
