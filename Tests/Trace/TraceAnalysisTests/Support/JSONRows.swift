import Foundation
import Testing

/// Rows of a table that a script has written as JSON.
enum JSONRows {
  /// The substitute for a missing value.
  static let null = "\(NSNull())"

  /// The values as text.
  static func decode(_ line: some StringProtocol) throws -> [[String]] {
    let rows = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(rows as? [[Any]]).map { row in row.map { "\($0)" } }
  }
}
