import SystemSupport
import TextTables
import Testing

@testable import BenchHarness

@Suite struct ReportTests {
  private let results = Results.made(
    [
      .made("send/root", rounds: [15, 15, 15], instructions: 99),
      .made("send/run", kind: .asynchronous, rounds: [9_000, 10_000], allocations: 5.5, range: 1),
      .made("send/store", kind: .retained, rounds: [671], allocations: 9, bytes: 600),
    ],
    figures: [
      .made("send/root / plain", 1.5, budget: 2),
      .made("send/each layer", 9.25, unit: .nanoseconds, per: "layer", budget: 8),
      .made("send/growth", -0.001, unit: .exponent, per: "rows"),
    ])

  @Test func theTableSaysWhatWasFound() {
    #expect(
      TableReport(results: results, layout: TextLayout()).text == """
        Test processor, 2 cores · Linux 6
        Swift 6.3 · glibc 2.36 · release build

        send    median  spread     ops/s  allocs/op  bytes/op     instr/op  retain/release
        root   15.0 ns  ±0.0 %  66.7 M/s          0         0           99             1/2
        run    9.00 µs  ±5.6 %   111 k/s       ≈5.5        ≈0  unavailable     unavailable
        store   671 ns  ±0.0 %  1.49 M/s     9 kept  600 kept            –               –

        send: from the same rounds          value     spread                budget
        root / plain                        1.50×    ±0.000×                ≤ 2× ✓
        each layer                  9.25 ns/layer  ±0.000 ns  ≤ 8 ns ✗ over budget
        growth                          rows^0.00      ±0.00

        """)
  }

  @Test func reports_refusedRow_sayWhyAndHaveNoNumber() throws {
    let sentence = "send/run: not measured: traced by session other of uid 0"
    let refused = Results.made(
      [.made("send/root", rounds: [15, 15, 15])],
      refusals: [Refusal(name: "send/run", reason: "traced by session other of uid 0")])
    let lines = TableReport(results: refused, layout: TextLayout()).text.split(separator: "\n")
    #expect(lines.last.map(String.init) == sentence)
    #expect(!lines.contains { $0.hasPrefix("run ") })
    #expect(MarkdownReport(results: refused).text.contains("\n- " + sentence + "\n"))
    #expect(try Results(json: refused.json()).refusals == refused.refusals)
    // Outputs of versions without refused rows are read, too.
    #expect(try !results.json().contains("refusals"))
    #expect(try Results(json: results.json()).refusals.isEmpty)
  }

  @Test func aBaselineAddsWhatChanged() {
    var before = results
    before.suites[0].benchmarks[0] = .made("send/root", rounds: [10, 10, 10])
    before.suites[0].benchmarks.removeLast()
    let text = TableReport(results: results, baseline: before, layout: TextLayout()).text
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains { $0.hasPrefix("root 10.0 ns 15.0 ns +50 % ±0.0 %") })
    #expect(lines.contains { $0.hasPrefix("run 9.00 µs 9.00 µs 0.0 % within noise") })
    #expect(lines.contains { $0.hasPrefix("store – 671 ns new") })
  }

  @Test func aDebugBuildSaysSoFirst() {
    let text = TableReport(results: .made(isDebugBuild: true), layout: TextLayout()).text
    #expect(text.hasPrefix("DEBUG BUILD"))
    #expect(MarkdownReport(results: .made(isDebugBuild: true)).text.contains("**Debug build"))
  }

  @Test func aNarrowTerminalDropsColumnsRatherThanBreakingLines() {
    let layout = TextLayout(width: 60)
    for line in TableReport(results: results, layout: layout).text.split(separator: "\n") {
      #expect(line.count <= 60)
    }
  }

  @Test func markdownHasTheSameTables() {
    let text = MarkdownReport(results: results).text
    #expect(text.contains("| send | median | spread | ops/s |"))
    #expect(text.contains("| root | 15.0 ns | ±0.0 % | 66.7 M/s | 0 | 0 | 99 | 1/2 |"))
    #expect(text.contains("| each layer | 9.25 ns/layer | ±0.000 ns | ≤ 8 ns ✗ over budget |"))
    #expect(text.contains("| growth | rows\\^0.00 |"))
  }

  @Test func jsonIsReadAsItWasWritten() throws {
    let json = try results.json()
    #expect(json.contains("\"schema\" : 1"))
    let read = try Results(json: json)
    #expect(try read.json() == json)
    #expect(read.benchmarks[1].rounds == [9_000, 10_000])
  }

  @Test func anotherFileIsNoBaseline() throws {
    let scratch = try Scratch()
    try Files.replace(scratch.path + "/file", with: "{}")
    let damaged = #expect(throws: Failure.self) { try Results(file: scratch.path + "/file") }
    #expect(damaged?.status == .damagedFile)
    let missing = #expect(throws: Failure.self) { try Results(file: scratch.path + "/missing") }
    #expect(missing?.status == .usage)
  }
}
