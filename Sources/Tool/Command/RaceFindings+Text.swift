import Foundation
import ReplayFile
import TextTables

extension RaceFindings {
  /// The findings as one JSON object.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// The findings as text.
  func text(limit: RowLimit?) -> String {
    let shown = races.prefix(limit?.number ?? races.count)
    let left = races.count - shown.count
    let pairs = Units.count(UInt64(tried), "pair")
    let all =
      complete
      ? "The test tried \(pairs) in the other order: all that could have come so."
      : "The test tried \(pairs) in the other order, and there are more: call `Replay.races` with a "
        + "larger limit."
    let heading =
      races.isEmpty
      ? "No order of two actions matters."
      : "\(Units.count(UInt64(races.count), "race"))."
    return
      ([heading + " " + all] + shown.map { $0.text.printableLines() }
      + (left > 0 ? ["and \(left) more (see --limit and --json)"] : []))
      .joined(separator: "\n\n") + "\n"
  }
}
