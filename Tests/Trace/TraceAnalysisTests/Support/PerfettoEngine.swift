import Foundation
import TestSupport
import Testing

/// Perfetto's own engine, which answers questions on a trace in SQL.
enum PerfettoEngine {
  /// The rows that queries give, each value as text.
  static func query(_ trace: Data, _ queries: String...) throws -> [[[String]]] {
    try withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("trace")
      try trace.write(to: file)
      let output = try Viewers.run(
        "node", Viewers.sources.appendingPathComponent("perfetto.mjs").path,
        Viewers.installed.path, file.path, arguments: queries)
      return try output.split(separator: "\n").map { try JSONRows.decode($0) }
    }
  }

  /// The engine's complaints about a trace: none, if it is correct.
  static let complaints = """
    SELECT name, value FROM stats WHERE severity IN ('error', 'data_loss') AND value > 0
    """
}
