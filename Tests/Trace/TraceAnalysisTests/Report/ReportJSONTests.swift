import Foundation
import Testing

@testable import TraceAnalysis

/// Reports as JSON that other versions have written.
@Suite struct ReportJSONTests {
  private func everything() throws -> [String: Any] {
    var report = try withTemporaryDirectory { directory in
      try TraceOfEverything.writer.write(to: directory)
      var options = ReportOptions()
      options.grouping = .process
      return try Report(directory: directory.path, options: options)
    }
    report.damage = [TraceDamage(path: "a", message: "b")]
    report.losses.streams = [
      Report.Losses.Stream(
        stream: "a", events: 1, uncountedEvents: 2, packets: 3, uncountedPackets: 4)
    ]
    let object = try JSONSerialization.jsonObject(with: Data(try report.json().utf8))
    return try #require(object as? [String: Any])
  }

  /// A key of an object, or the index of a row.
  private enum Step: Equatable {
    case key(String)
    case row(Int)
  }

  /// Where each key of a document stands.
  private func paths(in document: Any, below path: [Step] = []) -> [[Step]] {
    if let object = document as? [String: Any] {
      return object.flatMap { key, value in
        [path + [.key(key)]] + paths(in: value, below: path + [.key(key)])
      }
    }
    return (document as? [Any] ?? []).enumerated().flatMap { index, row in
      paths(in: row, below: path + [.row(index)])
    }
  }

  /// The document without a key.
  private func removing(_ path: ArraySlice<Step>, from document: Any) -> Any {
    guard let step = path.first else { return document }
    switch step {
    case .key(let key):
      guard var object = document as? [String: Any], let value = object[key] else {
        return document
      }
      object[key] = path.count == 1 ? nil : removing(path.dropFirst(), from: value)
      return object
    case .row(let index):
      guard var rows = document as? [Any] else { return document }
      rows[index] = removing(path.dropFirst(), from: rows[index])
      return rows
    }
  }

  private func decode(_ document: Any) throws -> Report {
    let data = try JSONSerialization.data(withJSONObject: document)
    return try Report(json: String(decoding: data, as: UTF8.self))
  }

  @Test func anyKeyMayBeMissing() throws {
    let document = try everything()
    let whole = try decode(document)
    let paths = paths(in: document)
    #expect(paths.count > 300)
    // Each table has a row to leave something out of.
    for table in [
      "actions", "effects", "slowest_actions", "intervals", "observers", "logs", "stores",
    ] {
      #expect(paths.contains { $0.starts(with: [.key(table), .row(0)]) }, "\(table)")
    }
    for path in paths {
      let rest = removing(path[...], from: document)
      do {
        // All else is as it was.
        let written = try JSONSerialization.jsonObject(with: Data(try decode(rest).json().utf8))
        #expect(
          removing(path[...], from: written) as? NSDictionary == rest as? NSDictionary, "\(path)")
      } catch {
        Issue.record("without \(path): \(error)")
      }
    }
    #expect(try decode([String: Any]()).actions.isEmpty)
    #expect(whole.grouping == .process)
  }

  @Test func keysAndWordsOfLaterVersionsArePassedOver() throws {
    var document = try everything()
    let report = try decode(document)
    document["heat"] = ["level": 3]
    var actions = try #require(document["actions"] as? [[String: Any]])
    actions[0]["heat"] = [1, 2]
    document["actions"] = actions
    document["order"] = "heat"
    document["grouping"] = "galaxy"
    let later = try decode(document)
    #expect(later.actions == report.actions)
    #expect(later.order == .total)
    #expect(later.grouping == nil)
  }

  @Test func aValueOfAnotherTypeIsAnError() throws {
    var document = try everything()
    document["actions"] = 3
    #expect(throws: DecodingError.self) { try decode(document) }
    #expect(throws: DecodingError.self) { try Report(json: "[]") }
    #expect(throws: (any Error).self) { try Report(json: "{") }
  }
}
