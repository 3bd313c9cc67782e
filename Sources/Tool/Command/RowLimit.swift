import ArgumentParser

/// The number of rows that a table has: a number, or `all`.
struct RowLimit: ExpressibleByArgument, Equatable {
  static let all = RowLimit(rows: .max)

  var rows: Int

  init(rows: Int) { self.rows = rows }

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let rows = Int(argument) {
      self.rows = rows
    } else {
      return nil
    }
  }

  /// The number, unless there is no limit.
  var number: Int? { self == .all ? nil : rows }

  func validate() throws {
    if rows < 0 { throw ValidationError("--limit takes a number of rows, 0 or more, or all.") }
  }
}
