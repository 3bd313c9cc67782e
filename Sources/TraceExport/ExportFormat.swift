/// The formats that a trace can be exported to.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// A row for each span.
  case csv

  /// What names of files in this format end with, as their viewers expect it.
  public var fileExtension: String {
    switch self {
    case .csv: "csv"
    }
  }

  /// One line for `--help`: what it is for.
  public var purpose: String {
    switch self {
    case .csv: "a row for each span, for spreadsheets and data frames"
    }
  }
}
