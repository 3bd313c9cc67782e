import Testing
import TraceSchema

@testable import TraceAnalysis

@Suite struct ReportTextTests {
  private let events: [WrittenEvent] = [
    .schema(0),
    .storeCreated(1_000, 1),
    .actionBegin(10_000, 1, "counter", "incrementButtonTapped"),
    .actionEnd(22_300, 1, effect: 1),
    .effectBegin(23_000, 1, "counter", "incrementButtonTapped", action: 1),
    .effectBegin(24_000, 2, "", "timer.started", action: 3),
    .actionBegin(2_000_000, 2, "counter", "incrementButtonTapped"),
    .actionEnd(2_000_999, 2, changed: 1),
    .effectOutput(3_000_000, 1, "response.success"),
    .effectEnd(3_500_000, 1, outputs: 1),
    .actionBegin(1_200_000_000, 3, "", "timer.ticked"),
    .actionEnd(1_234_000_000, 3),
  ]

  @Test func aSmallReport() throws {
    let report = try report(.simple(events))
    #expect(
      report.text() == """
        Of 1.23 s the main actor was busy 2.8 %: reducers 2.8 %, effects on it not recorded; idle or unknown 97.2 %.

        demo (4242)
        1.23 s, 3 actions, 2 effects, 12 events, nothing lost
        1 store created, 0 released, 1 alive at the end

        Actions by total time            count  share    total      min     mean      p50      p90      p99      max  std dev
        timer.ticked                         1  2.8 %  34.0 ms  34.0 ms  34.0 ms  34.0 ms  34.0 ms  34.0 ms  34.0 ms     0 ns
        [counter] incrementButtonTapped      2  0.0 %  13.3 µs   999 ns  6.65 µs   999 ns  12.3 µs  12.3 µs  12.3 µs  5.65 µs

        Effects by total time            started  finished  cancelled  failed  running  outputs    total     mean      max
        [counter] incrementButtonTapped        1         1          0       0        0        1  3.48 ms  3.48 ms  3.48 ms
        timer.started                          1         0          0       0        1        0        –        –        –

        Effects still running at the end  effect  of action     since     for
        timer.started                          2          3  +24.0 µs  1.23 s

        Slowest actions                     took        at  thread
        timer.ticked                     34.0 ms   +1.20 s    4242
        [counter] incrementButtonTapped  12.3 µs  +10.0 µs    4242
        [counter] incrementButtonTapped   999 ns  +2.00 ms    4242

        Slowest effects                     took   outcome        at  thread
        [counter] incrementButtonTapped  3.48 ms  finished  +23.0 µs    4242

        """)
  }

  @Test func aWarningComesFirst() throws {
    let newer = UInt64(TraceSchema.version) + 1
    let report = try report(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [.actionBegin(1, 1, "", "x"), .actionEnd(5, 1)]),
          TraceWriter.Packet(
            events: [.schema(20, version: newer), .actionEnd(30, 7)], discarded: 3000),
        ]
      ]))
    #expect(
      report.text(TextLayout(width: 80)) == """
        WARNING: 3,000 events were lost. All counts are lower bounds, all percentiles
        estimates. Record with more or larger buffers to lose nothing.
        WARNING: written with version \(newer) of the trace schema; this program knows version
        \(TraceSchema.version). Additions of the newer version are left out: update signpost.

        Of 29 ns the main actor was busy 13.8 %: reducers 13.8 %; idle or unknown
        86.2 %; at least, as events are missing.

        demo (4242)
        29 ns, 1 action, 0 effects, 4 events, 3,000 events lost

        Actions by total time  count   share  total  mean   p50   p90   p99   max
        x                          1  13.8 %   4 ns  4 ns  4 ns  4 ns  4 ns  4 ns

        Slowest actions  took     at  thread
        x                4 ns  +0 ns    4242

        1 action ended whose begin is not in the trace (it was before the recording, or
        lost); the tables leave them out.

        """)
  }

  /// A name says more than a column that few need; those without which a row says nothing stay.
  @Test func columnsGiveWayToNames() throws {
    let name = "checkout.presented.paymentMethods.added"
    let report = try report(
      .simple([
        .actionBegin(1, 1, "shop", name), .actionBegin(5, 2, "row", "x", parent: 1),
        .actionEnd(900, 2), .actionEnd(12_345_678, 1),
      ]))
    func heading(_ width: Int) -> [Substring] {
      let lines = report.text(TextLayout(width: width)).split(separator: "\n")
      let line = lines.first { $0.hasPrefix("Actions by") } ?? ""
      #expect(lines.contains { $0.hasPrefix("[shop] \(name) ") } == (width > 60), "\(width)")
      return line.split(separator: " ", omittingEmptySubsequences: true).dropFirst(4).map { $0 }
    }
    #expect(heading(60) == ["count", "total", "mean"])
    #expect(heading(80) == ["count", "total", "mean", "max"])
    #expect(heading(100) == ["count", "self", "share", "total", "mean", "max"])
    #expect(heading(120) == ["count", "self", "share", "total", "mean", "p50", "p99", "max"])
    #expect(heading(160).contains("dev"))
  }

  @Test func signpostersAndLoggersHaveTablesOfTheirOwn() throws {
    let report = try report(
      .simple([
        .intervalBegin(0, 1, "fetch"),
        .intervalBegin(1_000, 2, "fetch"),
        .intervalEnd(5_000, 1, "fetch"),
        .intervalEnd(9_000, 2, "fetch", outcome: 2),
        .intervalBegin(10_000, 3, "parse", category: ""),
        .event(11_000, "response"),
        .event(12_000, "response"),
        .log(13_000, 2, "app.network", "connected"),
        .log(14_000, 5, "app.network", "lost"),
        .log(20_000, 2, "", "hello"),
      ]))
    #expect(
      report.text(TextLayout(width: 130)) == """
        Of 20.0 µs the main actor was busy 0.0 %; intervals beside these 25.0 %, perhaps waiting; idle or unknown 75.0 %.

        demo (4242)
        20.0 µs, 0 actions, 0 effects, 3 intervals, 2 point events, 3 log records, 10 events, nothing lost

        Slowest actions, observers and intervals     took   outcome        at  thread
        [app:network] fetch                       8.00 µs    failed  +1.00 µs    4242
        [app:network] fetch                       5.00 µs  finished     +0 ns    4242

        Intervals by total time  count   share    total      min     mean      p50      p90      p99      max  failed  never ended
        [app:network] fetch          2  65.0 %  13.0 µs  5.00 µs  6.50 µs  5.00 µs  8.00 µs  8.00 µs  8.00 µs       1            0
        [app] parse                  1   0.0 %        –        –        –        –        –        –        –       0            1

        Point events            count
        [app:network] response      2

        Log records  count  error  info
        app.network      2      1     1
        (no label)       1      0     1

        """)
  }

  @Test func severalProcessesAreListed() throws {
    let report = try report(
      .simple([
        .actionBegin(0, 1, "", "x").in(process: 1, named: "first"),
        .actionEnd(10, 1).in(process: 1, named: "first"),
        .actionBegin(20, 1, "", "x").in(process: 22, named: "second"),
        .actionEnd(40, 1).in(process: 22, named: "second"),
        .schema(40).in(process: 1, named: "first"), .schema(50).in(process: 22, named: "second"),
      ]))
    #expect(
      report.text() == """
        first: Of 40 ns the main actor was busy 25.0 %: reducers 25.0 %; idle or unknown 75.0 %.
        second: Of 30 ns the main actor was busy 66.7 %: reducers 66.7 %; idle or unknown 33.3 %.

        2 processes: first (1), second (22)
        50 ns, 2 actions, 0 effects, 6 events, nothing lost
        Rows sum up all processes; --by process sets actions and effects apart.

        Processes  pid  actions  effects  stores alive
        first        1        1        0             0
        second      22        1        0             0

        Actions by total time  count   share  total    min   mean    p50    p90    p99    max  std dev  changed
        x                          2  60.0 %  30 ns  10 ns  15 ns  10 ns  20 ns  20 ns  20 ns     5 ns        2

        Slowest actions   took      at  thread  pid
        x                20 ns  +20 ns      22   22
        x                10 ns   +0 ns       1    1

        """)
  }

  @Test func prefixesThatSeemToHoldIdsAreRemarkedOn() throws {
    let few = try report(.simple((1...50).map { .actionBegin($0, 1, "row \($0)", "x") })).text()
    #expect(!few.contains("prefixes differ"))
    let events = (1...200).map { WrittenEvent.actionBegin($0, UInt64($0), "row \($0)", "x") }
    #expect(try report(.simple(events)).text().contains("200 prefixes differ. If they hold ids"))
  }

  @Test func moreNamesThanAreToldApartAreWarnedOf() throws {
    let events = (1...65_600).map { WrittenEvent.actionBegin($0, UInt64($0), "", "action \($0)") }
    let report = try report(.simple(events))
    #expect(report.actions.first { $0.name == "(64 further names)" }?.count == 64)
    #expect(report.text().contains("WARNING: the trace has too many distinct names"))
  }

  @Test func noLineIsWiderThanTheTerminal() throws {
    let report = try report(
      .simple([
        .actionBegin(0, 1, "a-rather-long-prefix", String(repeating: "longName.", count: 30)),
        .actionEnd(999_999, 1),
        .effectBegin(
          1_000_000, 1, "a-rather-long-prefix", String(repeating: "longName.", count: 30),
          action: 1),
        .actionEnd(1_000_001, 50),
      ]))
    for width in [60, 80, 100, 132] {
      for line in report.text(TextLayout(width: width)).split(separator: "\n") {
        #expect(line.count <= width)
      }
    }
  }

  @Test func coloursAreUsedOnlyWhereAsked() throws {
    let report = try report(.simple(events))
    #expect(!report.text().contains("\u{1B}"))
    #expect(report.text(TextLayout(usesColor: true)).contains("\u{1B}[1m"))
  }

  @Test func whatStandsInATraceCanNotCommandTheTerminal() throws {
    let report = try report(
      .simple([
        .actionBegin(0, 1, "\u{1B}[2J", "a\u{1B}]0;title\u{7}b\nc\u{202E}d"),
        .actionEnd(10, 1).in(process: 1, named: "e\u{1B}c"),
      ]))
    #expect(report.text().unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(!report.text().contains("\u{202E}"))
  }

  @Test(arguments: [
    (0, "0 ns"), (999, "999 ns"), (1000, "1.00 µs"), (12_345, "12.3 µs"), (99_949, "99.9 µs"),
    (99_950, "100 µs"), (999_499, "999 µs"), (999_500, "1.00 ms"), (1_005_000, "1.00 ms"),
    (9_994_999, "9.99 ms"), (9_995_000, "10.0 ms"), (59_900_000_000, "59.9 s"),
    (3_600_000_000_000, "3,600 s"), (Int64.max, "9,223,372,037 s"), (-1500, "-1.50 µs"),
  ])
  func durationsHaveThreeDigits(nanoseconds: Int64, text: String) {
    #expect(Units.duration(nanoseconds) == text)
  }
}
