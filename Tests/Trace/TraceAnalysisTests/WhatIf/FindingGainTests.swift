import Foundation
import TestSupport
import TextTables
import Testing

@testable import TraceAnalysis

@Suite struct FindingGainTests {
  /// Two long observers. The first reacts while an effect of the same action takes longer;
  /// nothing waits for it.
  private var events: [WrittenEvent] {
    func ms(_ time: Int) -> Int64 { Int64(time) * 1_000_000 }
    var events: [WrittenEvent] = [.schema(0, version: 10)]
    for number in 0..<10 {
      let (time, id) = (number * 300 + 1, UInt64(number) * 10 + 1)
      events += [
        .send(ms(time), id, store: 1), .actionBegin(ms(time), id, "app", "opened"),
        .actionEnd(ms(time + 1), id, effect: 1),
        .effectBegin(ms(time + 1), id + 1, "app", "opened", action: id),
        .observeBegin(ms(time + 1), 1, line: 1, after: id, "app", "opened"),
        .observeEnd(ms(time + 61), 1, line: 1), .effectEnd(ms(time + 201), id + 1),
        .send(ms(time + 210), id + 2, store: 1),
        .actionBegin(ms(time + 210), id + 2, "app", "closed"),
        .actionEnd(ms(time + 211), id + 2),
        .observeBegin(ms(time + 211), 1, line: 2, after: id + 2, "app", "closed"),
        .observeEnd(ms(time + 251), 1, line: 2),
      ]
    }
    return events
  }

  @Test func addGains_longObservers_stayInTheOrderOfTheirCosts() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      var report = try Report(directory: directory.path)
      let costly = { report.findings.filter { $0.rule == "long-on-main-actor" } }
      #expect(costly().map(\.line) == [1, 2])
      #expect(costly().map(\.gainNs) == [nil, nil])
      try report.addGains()
      #expect(costly().map(\.line) == [1, 2])
      #expect(costly().map(\.gainNs) == [0, 400_000_000])
      #expect(costly().map(\.change) == [1, 2].map { "without observers Demo/main.swift:\($0)" })
      let text = report.findingsText(TextLayout(), showsAll: false)
      #expect(
        text.contains(
          "Gain: 400 ms of all actions from outside, 16.5 % of their waits, by signpost"))
      #expect(text.contains("Gain: none for actions from outside, by"))
      #expect(try report.findingsJSON().contains("\"gain_ns\" : 400000000"))
    }
  }

  @Test func finding_withCorrection_hasAChangeThatIsRead() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let report = try Report(directory: directory.path)
      let corrections = report.findings.compactMap(\.correction)
      #expect(!corrections.isEmpty)
      for text in corrections { #expect(throws: Never.self) { try WhatIfChange(text) } }
    }
  }

  @Test func addGains_onlyShown_areInTheTextOfTheReport() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      var report = try Report(directory: directory.path)
      let costly = report.findings.filter { $0.rule == "long-on-main-actor" }
      // Beyond the findings that the text shows.
      report.findings = (0..<3).flatMap { _ in costly }
      try report.addGains(onlyShown: true)
      #expect(
        report.findings.map { $0.gainNs == nil } == [false, false, false, false, false, true])
      #expect(report.text(TextLayout()).contains("%), gain 400 ms; long-on-main-actor"))
    }
  }

  @Test func report_text_hasTheGainsOfFindings() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      func gains(_ command: String, _ form: Regex<(Substring, Substring)>) throws -> [Substring] {
        try SignpostExecutable.run(command, directory.path).output.matches(of: form).map(\.output.1)
      }
      #expect(try gains("findings", /Gain: (none|\d+ ms)/) == ["none", "400 ms"])
      #expect(try gains("report", /, gain (none|\d+ ms);/) == ["none", "400 ms"])
    }
  }
}
