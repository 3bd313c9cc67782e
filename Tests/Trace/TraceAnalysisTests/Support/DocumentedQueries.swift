import Foundation

/// The queries that Documentation/Export.md shows.
enum DocumentedQueries {
  /// The queries that the document shows for a format.
  static func of(_ format: String) throws -> [String] {
    let file = Viewers.repository
      .appendingPathComponent("Documentation/Export.md")
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ")
    let part = parts.first { $0.hasPrefix("\(format)\n") } ?? ""
    return part.components(separatedBy: "```sql\n").dropFirst().map { text in
      text.components(separatedBy: "```")[0]
    }
  }
}
