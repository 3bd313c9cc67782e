import Foundation
import Testing

@testable import TraceAnalysis

@Suite struct FindingsOutputTests {
  /// Five slow calls and ten sends within a reducer.
  private func report(_ first: [WrittenEvent] = []) throws -> Report {
    var events = first
    for index in 0..<5 {
      let (time, id) = (Int64(index) * 100_000_000, UInt64(index + 1))
      events += [
        .send(time, id, store: 1, name: "it's"), .actionBegin(time, id, "my app", "it's"),
        .send(time + 1, id + 100, store: 1, reentrant: true),
        .send(time + 2, id + 200, store: 1, reentrant: true),
        .actionEnd(time + 60_000_000, id),
      ]
    }
    return try TraceAnalysisTests.report(.simple(events))
  }

  @Test func findings_severalRules_areInTheOrderOfCost() throws {
    #expect(try report().findings.map(\.rule) == ["long-on-main-actor", "reentrant-sends"])
    #expect(try report().findings.map(\.costNs) == [300_000_000, nil])
  }

  @Test func text_findings_haveCostCorrectionAndCommand() throws {
    let text = try report().findingsText(TextLayout(width: 80), showsAll: false)
    #expect(text.contains("1. The reducer of [my app] it's blocks the main actor"))
    #expect(
      text.contains("Cost: 300 ms of reducers, 65.2 % of the time; long-on-main-actor, certain"))
    #expect(text.contains("--prefix 'my app' --name 'it'\\''s'"))
    #expect(text.contains("Why: A frame of a display"))
    #expect(text.contains("\n   Rule: signpost findings --rules long-on-main-actor\n"))
    // Sends within a reducer have no duration.
    #expect(text.contains("Cost: not recorded; reentrant-sends, certain"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func text_allRules_listsEachWithItsOutcome() throws {
    let text = try report().findingsText(TextLayout(width: 120), showsAll: true)
    #expect(text.contains("long-on-main-actor: 1 finding\n"))
    #expect(text.contains("storm: not found\n"))
    #expect(text.contains("growing-effects: not judged: the recording is shorter than a second\n"))
  }

  @Test func report_text_hasFindingsAboveTheTables() throws {
    let text = try report().text()
    let findings = try #require(text.range(of: "\nFindings\n1. "))
    let tables = try #require(text.range(of: "\nActions by total time"))
    #expect(findings.lowerBound < tables.lowerBound)
  }

  @Test func report_findings_haveCostAndCorrectionInFewLines() throws {
    let text = try report().text(TextLayout(width: 80))
    let lines = text.split(separator: "\n").drop { $0 != "Findings" }
    let last = try #require(lines.firstIndex { $0.hasPrefix("Reasons and evidence: signpost") })
    let findings = lines[..<last]
    #expect(findings.count <= 1 + 2 * 4)
    #expect(
      findings.contains(
        "   Cost: 300 ms of reducers (65.2 %); long-on-main-actor, certain"))
    #expect(findings.contains { $0.hasPrefix("   Do: Compute in an effect") })
    #expect(!findings.contains { $0.contains("See:") || $0.contains("Rule:") })
  }

  @Test func report_manyFindings_namesTheOthersInFewLines() throws {
    let events = (0..<8).flatMap { name in
      (0..<5).flatMap { index -> [WrittenEvent] in
        let time = Int64(name * 5 + index) * 1_000_000_000
        let (id, duration) = (UInt64(name * 5 + index + 1), Int64(100 - name) * 1_000_000)
        return [
          .actionBegin(time, id, "app", "slow\(name)"), .actionEnd(time + duration, id),
        ]
      }
    }
    let text = try TraceAnalysisTests.report(.simple(events)).text(TextLayout(width: 120))
    let rule = "(long-on-main-actor)"
    #expect(
      text.contains(
        "\nAlso: [app] slow5 \(rule), [app] slow6 \(rule), [app] slow7 \(rule).\nReasons"),
      "\(text)")
    #expect(text.contains("5. The reducer of [app] slow4 "))
  }

  @Test func report_markdown_escapesNames() throws {
    var layout = TextLayout()
    layout.isMarkdown = true
    let text = try report().text(layout)
    #expect(text.contains("1. **The reducer of \\[my app\\] it's blocks the main actor"))
  }

  @Test func json_findings_hasVerdictsOfAllRules() throws {
    let json = try report().findingsJSON()
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(object?["format_version"] as? Int == 1)
    #expect((object?["findings"] as? [Any])?.count == 2)
    #expect((object?["rules"] as? [Any])?.count == RuleDescription.all.count)
    #expect(json.contains("\"outcome\" : \"not_judged\""))
  }

  @Test func sarif_findings_refersToTheRules() throws {
    let json = try report().findingsSARIF()
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let run = try #require((object?["runs"] as? [[String: Any]])?.first)
    #expect(object?["version"] as? String == "2.1.0")
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["long-on-main-actor", "reentrant-sends"])
    // A code host refuses results without a location.
    let places = results.map { ($0["locations"] as? [[String: Any]])?.first.map(Self.place) }
    #expect(places == ["signpost.json:1", "signpost.json:1"])
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    #expect((driver?["rules"] as? [Any])?.count == RuleDescription.all.count)
  }

  @Test func sarif_storeOfTheSubject_isTheLocation() throws {
    let json = try report([.storeCreated(0, 1, feature: "Shop")]).findingsSARIF()
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let run = try #require((object?["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let places = results.compactMap { ($0["locations"] as? [[String: Any]])?.first }
    // Nothing says which store processes the other action.
    #expect(places.map(Self.place) == ["Demo/main.swift:7", "signpost.json:1"])
    #expect(
      (places.first?["message"] as? [String: Any])?["text"] as? String
        == "A store of Shop, which processes [my app] it's, is created here.")
  }

  @Test(arguments: [
    ("My App/Übersicht: 1.swift", "My%20App/%C3%9Cbersicht%3A%201.swift"), ("a/b-c_d~.swift", nil),
  ])
  func sarif_file_isAURIReference(file: String, expected: String?) throws {
    var report = try report()
    report.findings[0].file = file
    report.findings[0].line = 41
    report.findings[1].file = file
    report.findings[1].line = 0
    let json = try report.findingsSARIF()
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let run = try #require((object?["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let places = results.map { ($0["locations"] as? [[String: Any]])?.first.map(Self.place) }
    #expect(places == ["\(expected ?? file):41", "\(expected ?? file):1"])
  }

  @Test func sarif_filesOfSources_areRelativeToTheRepository() throws {
    try withTemporaryDirectory { directory in
      let folder = directory.appendingPathComponent("Sources/My App")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: folder.appendingPathComponent("List.swift"))
      var report = try report()
      report.findings[0].file = "My_App/List.swift"
      report.findings[1].file = "Other/List.swift"
      let sources = SourceTree([directory.path], of: report.findings.compactMap(\.sourceFile))
      let json = try report.findingsSARIF(sources)
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let run = try #require((object?["runs"] as? [[String: Any]])?.first)
      let root = (run["originalUriBaseIds"] as? [String: [String: Any]])?["%SRCROOT%"]
      #expect(
        root?["uri"] as? String == "file://\(directory.resolvingSymlinksInPath().path)/")
      let results = try #require(run["results"] as? [[String: Any]])
      let artifacts = results.map { result in
        (result["locations"] as? [[String: Any]])?.first.map(Self.artifact) ?? nil
      }
      #expect(
        artifacts == [
          ["uri": "Sources/My%20App/List.swift", "uriBaseId": "%SRCROOT%"],
          ["uri": "Other/List.swift"],
        ])
    }
  }

  private static func artifact(_ location: [String: Any]) -> [String: String]? {
    let physical = location["physicalLocation"] as? [String: Any]
    return physical?["artifactLocation"] as? [String: String]
  }

  private static func place(_ location: [String: Any]) -> String {
    let physical = location["physicalLocation"] as? [String: Any]
    let artifact = physical?["artifactLocation"] as? [String: Any]
    let region = physical?["region"] as? [String: Any]
    return "\(artifact?["uri"] as? String ?? ""):\(region?["startLine"] as? Int ?? 0)"
  }

  @Test func rules_filterThatSelectsNothing_areNotJudged() throws {
    let report = try TraceAnalysisTests.report(.simple([.actionBegin(0, 1, "", "x")])) {
      $0.filter.names = [NamePattern("y")]
    }
    #expect(report.rules.allSatisfy { $0.outcome == .notJudged })
    let reasons = report.rules.compactMap(\.reason)
    #expect(reasons.contains("the filter selects nothing"))
    #expect(try report.findingsJSON().contains("The recording has no name “y”."))
  }

  // MARK: - Silenced rules

  @Test func silence_rule_keepsTheReason() throws {
    var report = try report()
    report.silence(
      try FindingsConfiguration(
        json: #"{"silenced": [{"rule": "long-on-main-actor", "reason": "a batch program"}]}"#))
    #expect(report.findings.map(\.rule) == ["reentrant-sends"])
    let verdict = try #require(report.rules.first { $0.rule == "long-on-main-actor" })
    #expect(verdict.outcome == .silenced)
    #expect(verdict.reason == "a batch program")
  }

  @Test func silence_otherSubject_keepsTheFinding() throws {
    var report = try report()
    report.silence(
      try FindingsConfiguration(
        json: """
          {"silenced": [{"rule": "long-on-main-actor", "subject": "[other] *", "reason": "old"}]}
          """))
    #expect(report.findings.count == 2)
    #expect(report.rules.allSatisfy { $0.outcome != .silenced })
  }

  @Test(arguments: [
    ("", "expected"), (#"{"silenced": [{"rule": "storm"}]}"#, "has no reason"),
    (#"{"silenced": [{"rule": "strom", "reason": "x"}]}"#, "there is no rule strom"),
  ])
  func configuration_wrong_namesTheProblem(text: String, problem: String) throws {
    let error = #expect(throws: FindingsConfigurationError.self) {
      try FindingsConfiguration(json: text)
    }
    #expect(error?.description.contains(problem) == true)
  }

  /// Documentation/Findings.md has a section for each rule, with its threshold.
  @Test func rules_document_hasEachRule() throws {
    let file = Viewers.repository.appendingPathComponent("Documentation/Findings.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let sections = text.components(separatedBy: "\n## ").dropFirst()
    func words(_ text: some StringProtocol) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for rule in RuleDescription.all {
      let section = try #require(sections.first { $0.hasPrefix("\(rule.id)\n") }, "\(rule.id)")
      #expect(words(section).contains(words(rule.title)), "\(rule.id)")
      #expect(words(section).contains(words(rule.threshold)), "\(rule.id)")
    }
    let names = sections.compactMap { $0.split(separator: "\n").first.map(String.init) }
    #expect(
      names.filter {
        !["Several processes", "Options", "Paths of files", "Thresholds", "Without a rule"]
          .contains($0)
      }
        == RuleDescription.all.map(\.id))
    let rest = try #require(sections.first { $0.hasPrefix("Without a rule\n") })
    let plain = words(rest.filter { !"`*".contains($0) })
    for mistake in UnjudgedMistake.all {
      #expect(plain.contains("\(mistake.title). \(words(mistake.reason))"), "\(mistake.title)")
    }
    #expect(rest.components(separatedBy: "\n\n**").count - 1 == UnjudgedMistake.all.count)
  }

  @Test func rules_descriptions_areComplete() {
    let rules = RuleDescription.all
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(!rule.title.isEmpty && !rule.threshold.isEmpty && !rule.reason.isEmpty)
    }
  }
}
