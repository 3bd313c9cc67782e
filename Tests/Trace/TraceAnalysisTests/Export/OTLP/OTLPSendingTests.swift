import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// `signpost export --format otlp` against a real server, which misbehaves on request.
@Suite struct OTLPSendingTests {
  private func withRecording<Result>(
    _ writer: TraceWriter = TraceOfEverything.writer, _ body: (String) throws -> Result
  ) throws -> Result {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try writer.write(to: recording)
      return try body(recording.path)
    }
  }

  /// The number of sent spans, including one for the gap.
  private static let spanCount = TraceOfEverything.spans.values.reduce(0, +) + 1

  private func run(_ steps: String..., arguments: [String] = ["--endpoint", "URL"]) throws
    -> Collector
  {
    try withRecording { try Collector.run($0, arguments, steps: steps) }
  }

  @Test func allSpansArriveInOneCompressedRequest() throws {
    let sent = try run()
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.output == "")
    #expect(
      sent.errors.contains(
        "signpost: sent \(Self.spanCount) spans to \(sent.url)/v1/traces in 1 request"))
    #expect(sent.requests.map(\.path) == ["/v1/traces"])
    let headers = try #require(sent.requests.first?.headers)
    #expect(headers["content-type"] == "application/x-protobuf")
    #expect(headers["content-encoding"] == "gzip")
    #expect(headers["user-agent"] == "signpost")
    #expect(headers["expect"] == nil)
    // The same spans as in a file.
    let file = try exportedData(TraceOfEverything.writer, as: .otlp)
    #expect(
      sent.spans.sorted { $0.id < $1.id } == (try OTLPFiles.spans(file)).sorted { $0.id < $1.id })
  }

  @Test func send_logRecordsAndEvents_arriveWithTheirSpans() throws {
    let writer = TraceWriter.simple([
      .schema(0), .log(5, 4, "app.net", "slow", metadata: "attempt=2"),
      .actionBegin(10, 1, "app", "tap"), .actionBegin(11, 2, "row", "tap", parent: 1),
      .log(12, 6, "app", "broken"), .actionEnd(13, 2), .event(14, "hit", message: "from memory"),
      .actionEnd(15, 1), .event(20, "miss", id: 7),
    ])
    let sent = try withRecording(writer) { try Collector.run($0) }
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.logRequests.map(\.path) == ["/v1/logs"])
    #expect(sent.errors.contains("sent 4 log records to \(sent.url)/v1/logs in 1 request"))
    func id(_ prefix: String) throws -> DecodedSpan {
      try #require(sent.spans.first { $0.attributes["signpost.prefix"] == prefix })
    }
    let (outer, inner) = (try id("app"), try id("row"))
    #expect(sent.logs.map(\.span) == ["", inner.id, outer.id, ""])
    #expect(sent.logs.map(\.trace) == ["", outer.trace, outer.trace, ""])
    #expect(sent.logs.map(\.severity) == [13, 21, 0, 0])
    #expect(sent.logs.map(\.level) == ["warning", "critical", "", ""])
    #expect(sent.logs.map(\.event) == ["", "", "hit", "miss"])
    #expect(sent.logs.map(\.body) == ["slow", "broken", "from memory", ""])
    #expect(sent.logs[0].attributes["signpost.label"] == "app.net")
    #expect(sent.logs[0].attributes["signpost.metadata"] == "attempt=2")
    #expect(sent.logs[0].attributes["code.line.number"] == "7")
    #expect(sent.logs[3].attributes["signpost.group"] == "7")
    #expect(sent.logs[0].time == TraceWriter.origin + 5)
  }

  /// Nothing says when an action ends whose end is lost.
  @Test func send_logAfterLostEnd_belongsToNoSpan() throws {
    var writer = TraceWriter.simple([.schema(0), .actionBegin(10, 1, "app", "tap")])
    writer.streams[0] += [
      .init(events: [.schema(30)], discarded: 1),
      .init(events: [.log(40, 4, "app", "later")], discarded: 1),
    ]
    let sent = try withRecording(writer) { try Collector.run($0) }
    #expect(sent.logs.map(\.body) == ["later"])
    #expect(sent.logs.map(\.span) == [""])
  }

  /// Collectors of spans alone, such as Jaeger, have nothing at `/v1/logs`.
  @Test func send_collectorWithoutLogs_sendsSpans() throws {
    let sent = try withRecording { try Collector.run($0, logSteps: ["404"]) }
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.spans.count == Self.spanCount)
    #expect(
      sent.errors.contains(
        "no log records were sent: \(sent.url)/v1/logs refused the log records: status 404"))
  }

  @Test func send_refusedLogs_isAFailure() throws {
    let refused = try withRecording { try Collector.run($0, logSteps: ["401"]) }
    #expect(refused.status == 76)
    #expect(refused.errors.contains("/v1/logs refused the log records: status 401"))
    let partly = try withRecording { try Collector.run($0, logSteps: ["partial:1"]) }
    #expect(partly.status == 76)
    #expect(partly.errors.contains("the collector rejected 1 of them"))
  }

  @Test func manySpansAreManyRequestsOfOneConnection() throws {
    let count = 10_000
    let writer = TraceWriter.simple(
      [.schema(0)]
        + (1...count).flatMap { number -> [WrittenEvent] in
          let time = Int64(number) * 10
          return [
            .actionBegin(time, UInt64(number), "app", "tick"), .actionEnd(time + 5, UInt64(number)),
          ]
        })
    let sent = try withRecording(writer) { try Collector.run($0) }
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.spans.count == count)
    #expect(Set(sent.spans.map(\.id)).count == count)
    #expect(sent.requests.compactMap(\.spans) == [2048, 2048, 2048, 2048, 1808])
    #expect(Set(sent.requests.map(\.client)).count == 1)
    #expect(sent.errors.contains("in 5 requests, compressed to "))
  }

  @Test(arguments: ["429", "502", "503", "504", "cut", "reset"])
  func whatFailsForNowIsSentAgain(_ step: String) throws {
    let sent = try run(step)
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.requests.map(\.step) == [step, "ok"])
    #expect(sent.spans.count == Self.spanCount)
    #expect(sent.errors.contains("trying again in"))
    #expect(sent.errors.contains("in 2 requests, 1 retry"))
  }

  @Test func theServersPauseComesFirst() throws {
    let sent = try run("429:2", "503:1")
    #expect(sent.status == 0, "\(sent.errors)")
    let times = sent.requests.map(\.time)
    try #require(times.count == 3)
    #expect(times[1] - times[0] >= 2)
    #expect(times[2] - times[1] >= 1)
    #expect(
      sent.errors.contains("status 429 (too many requests), “step 429:2”: trying again in 2.00 s"))
  }

  @Test func aPauseThatIsTooLongEndsTheExport() throws {
    let sent = try run("503:3600")
    #expect(sent.status == 75)
    #expect(sent.requests.count == 1)
    #expect(sent.errors.contains("to be asked again in 3600"))
  }

  @Test func retriesEnd() throws {
    let sent = try run(
      "503", "503", "503", "503", "503", "503", "503", "503", "503", "503",
      arguments: ["--endpoint", "URL", "--retry-for", "1s"])
    #expect(sent.status == 75)
    #expect((2...4).contains(sent.requests.count))
    #expect(sent.spans.isEmpty)
    #expect(sent.errors.contains("status 503 (unavailable)"))
    #expect(
      sent.errors.contains(
        "sent 0 spans to \(sent.url)/v1/traces in \(sent.requests.count) requests"))
    let none = try run("503", arguments: ["--endpoint", "URL", "--retry-for", "0s"])
    #expect(none.status == 75)
    #expect(none.requests.count == 1)
  }

  @Test(arguments: ["400", "401", "403", "404", "413", "500", "501", "307", "page"])
  func whatIsRefusedIsNotSentAgain(_ step: String) throws {
    let sent = try run(step)
    #expect(sent.status == 76)
    #expect(sent.requests.count == 1)
    #expect(sent.spans.isEmpty)
    #expect(sent.errors.contains(step == "page" ? "a page for people" : "status \(step)"))
    #expect(sent.errors.contains("\(sent.url)/v1/traces refused the spans"))
  }

  /// Neither accepted nor rejected spans are resent.
  @Test(arguments: ["partial:3", "partial-json:3"])
  func partialSuccessIsCounted(_ step: String) throws {
    let sent = try run(step)
    #expect(sent.status == 76)
    #expect(sent.requests.count == 1)
    #expect(sent.errors.contains("the collector rejected 3 of them"))
    let message = step == "partial:3" ? "too \u{FFFD}[31mold" : "too old"
    #expect(sent.errors.contains("the collector says: “\(message)”"))
  }

  @Test func aWarningIsPassedOnAndNoFailure() throws {
    let sent = try run("warning")
    #expect(sent.status == 0)
    #expect(sent.errors.contains("the collector says: “names are long”"))
    #expect(!sent.errors.contains("rejected"))
  }

  @Test func aResponseThatIsNoMessageCountsByItsStatus() throws {
    #expect(try run("unreadable").status == 0)
  }

  @Test func whatIsRefusedCompressedIsSentAsItIs() throws {
    let sent = try run("no-gzip", "no-gzip", "no-gzip")
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.requests.map { $0.headers["content-encoding"] } == ["gzip", nil])
    #expect(sent.spans.count == Self.spanCount)
    #expect(sent.errors.contains("the collector takes nothing compressed"))
  }

  /// A server that takes spans and does not say so gets them again, with the same ids.
  @Test func whatIsSentTwiceIsTheSame() throws {
    let sent = try run("take-cut")
    #expect(sent.status == 0, "\(sent.errors)")
    let half = sent.spans.count / 2
    #expect(half == Self.spanCount)
    #expect(sent.spans.prefix(half) == sent.spans.suffix(half))
  }

  @Test func aServerThatTakesTooLongIsAskedAgain() throws {
    let sent = try withRecording {
      try Collector.run(
        $0, steps: ["slow:60"], variables: ["OTEL_EXPORTER_OTLP_TIMEOUT=300"])
    }
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(sent.requests.map(\.step) == ["slow:60", "ok"])
    #expect(sent.errors.contains("timed out"))
  }

  @Test func whereNothingAnswersTheStatusIs75() throws {
    try withRecording { recording in
      let result = try SignpostExecutable.run(
        "export", recording, "-f", "otlp", "--endpoint", "http://127.0.0.1:1", "--retry-for", "0s")
      #expect(result.status == 75)
      #expect(result.errors.contains("Spans could not be sent to http://127.0.0.1:1/v1/traces"))
    }
  }

  @Test func theEnvironmentIsFollowed() throws {
    let sent = try withRecording {
      try Collector.run(
        $0, ["--send", "--header", "x-key=of the command=1"],
        variables: [
          "OTEL_EXPORTER_OTLP_ENDPOINT=URL/collector/", "OTEL_EXPORTER_OTLP_COMPRESSION=none",
          "OTEL_EXPORTER_OTLP_HEADERS=x-key=of%20the%20environment, x-tenant = a%2Cb",
          "OTEL_SERVICE_NAME=shop", "OTEL_RESOURCE_ATTRIBUTES=service.name=no,host.name=h%3D1",
        ])
    }
    #expect(sent.status == 0, "\(sent.errors)")
    let request = try #require(sent.requests.first)
    #expect(request.path == "/collector/v1/traces")
    #expect(request.headers["content-encoding"] == nil)
    #expect(request.headers["x-key"] == "of the command=1")
    #expect(request.headers["x-tenant"] == "a,b")
    #expect(Set(sent.spans.map(\.service)) == ["shop"])
    #expect(sent.spans.allSatisfy { $0.resource["host.name"] == "h=1" })
    // The processes are still distinguished.
    #expect(Set(sent.spans.compactMap { $0.resource["process.pid"] }) == ["4242", "4343"])
  }

  /// Data leaves the machine only where the command says so.
  @Test func theEnvironmentAloneSendsNothing() throws {
    let sent = try withRecording {
      try Collector.run(
        $0, ["--output", "-"], variables: ["OTEL_EXPORTER_OTLP_ENDPOINT=URL"])
    }
    #expect(sent.requests.isEmpty)
  }

  @Test func httpsTakesACertificateThatIsTrusted() throws {
    try withRecording { recording in
      let (key, certificate) = (recording + "/../key.pem", recording + "/../certificate.pem")
      let made = try Command.run([
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key,
        "-out", certificate, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
      ])
      try #require(made.status == 0, "\(made.errors)")
      let trusted = try Collector.run(
        recording, server: ["--tls", certificate, key],
        variables: ["OTEL_EXPORTER_OTLP_CERTIFICATE=\(certificate)"])
      #expect(trusted.status == 0, "\(trusted.errors)")
      #expect(trusted.spans.count == Self.spanCount)
      let untrusted = try Collector.run(recording, server: ["--tls", certificate, key])
      #expect(untrusted.status == 75)
      #expect(untrusted.requests.isEmpty)
      #expect(untrusted.errors.contains("certificate"))
    }
  }

  /// A collector of other authors, which passes on the spans that it understood.
  @Test(.enabled(if: Viewers.has("rotel")))
  func aCollectorPassesSpansOn() throws {
    let sent = try withRecording {
      try Collector.run($0, server: ["--behind-rotel", "\(Self.spanCount)"])
    }
    #expect(sent.status == 0, "\(sent.errors)")
    let direct = try OTLPFiles.spans(try exportedData(TraceOfEverything.writer, as: .otlp))
    #expect(sent.spans.sorted { $0.id < $1.id } == direct.sorted { $0.id < $1.id })
  }

  @Test func aDamagedTraceIsSentUpToTheDamage() throws {
    let writer = TraceWriter.simple([
      .schema(0), .actionBegin(10, 1, "counter", "increment"), .actionEnd(40, 1),
    ])
    try withRecording(writer) { recording in
      let file = URL(fileURLWithPath: recording + "/ch_0")
      try Data(contentsOf: file).prefix(300).write(to: file)
      let sent = try Collector.run(recording)
      #expect(sent.status == 65)
      #expect(sent.spans.map(\.name) == ["increment"])
      #expect(sent.errors.contains("The readable part was sent"))
    }
  }

  @Test func withoutSpansThereIsNoRequest() throws {
    let sent = try withRecording(.simple([.schema(0)])) { try Collector.run($0) }
    #expect(sent.status == 0)
    #expect(sent.requests.isEmpty)
    #expect(sent.errors.contains("sent 0 spans"))
  }

  @Test(arguments: [
    (["--format", "csv", "--send"], "--format otlp"),
    (["--format", "otlp", "--send", "-o", "x"], "leave out --output"),
    (["--format", "otlp", "--send", "--force"], "leave out --force"),
    (["--format", "otlp", "--header", "a=b"], "add --send or --endpoint"),
    (["--format", "otlp", "--insecure"], "add --send or --endpoint"),
    (["--format", "otlp", "--send", "--header", "a"], "--header takes name=value"),
    (["--format", "otlp", "--send", "--header", "a b=c"], "“a b” cannot be the name of a header"),
    (
      ["--format", "otlp", "--send", "--header", "a=b\nc: d"], "“a” cannot be the name of a header"
    ),
    (["--format", "otlp", "--send", "--header", "Content-Type=text"], "leave it out"),
    (["--format", "otlp", "--endpoint", "localhost:4318"], "starts with http:// or https://"),
    (["--format", "otlp", "--send", "--retry-for", "soon"], "soon"),
  ])
  func contradictionsAreUsageErrors(_ arguments: [String], _ advice: String) throws {
    try withRecording { recording in
      let result = try SignpostExecutable.run(["export", recording] + arguments)
      #expect(result.status == 64)
      #expect(result.errors.contains(advice), "\(result.errors)")
    }
  }

  /// A documentation address, which leaves the machine if it has a route at all; nothing answers.
  @Test(arguments: [
    (["--header", "api-key=1"], nil as String?), ([], "k=1"),
  ])
  func send_keyWithoutEncryption_isRefused(options: [String], query: String?) throws {
    let url = "http://192.0.2.1:4318" + (query.map { "/?\($0)" } ?? "")
    try withRecording { recording in
      let refused = try SignpostExecutable.run(
        ["export", recording, "-f", "otlp", "--endpoint", url, "--retry-for", "0s"] + options)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("http:// does not encrypt it, and "))
    }
  }

  /// Nothing answers at the port of the proxy, which is on this machine.
  @Test func send_keyThroughAProxyWithoutEncryption_isRefused() throws {
    try withRecording { recording in
      let refused = try Command.run([
        "env", "http_proxy=http://127.0.0.1:9", builtExecutable("signpost"), "export", recording,
        "-f", "otlp", "--endpoint", "http://localhost:4318", "--header", "api-key=1",
      ])
      #expect(refused.status == 64)
      #expect(refused.errors.contains("a proxy of the environment passes it on"))
    }
  }

  @Test func send_withoutKeyAndEncryption_warns() throws {
    try withRecording { recording in
      let sent = try Command.run([
        "env", "OTEL_EXPORTER_OTLP_TIMEOUT=50", builtExecutable("signpost"), "export", recording,
        "-f", "otlp",
        "--endpoint", "http://192.0.2.1:4318", "--retry-for", "0s",
      ])
      #expect(sent.errors.contains("WARNING: http://192.0.2.1:4318/v1/traces is not encrypted"))
    }
  }
}

/// Reads files of requests.
enum OTLPFiles {
  static func spans(_ data: Data) throws -> [DecodedSpan] {
    try withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("trace.otlp")
      try data.write(to: file)
      let output = try Viewers.run(
        Viewers.installed.appendingPathComponent("bin/python3").path,
        Viewers.sources.appendingPathComponent("otlp.py").path, file.path)
      return try output.split(separator: "\n").map {
        try JSONDecoder().decode(DecodedSpan.self, from: Data($0.utf8))
      }
    }
  }
}
