/// Where a recording hands over to the report.
enum RecordReport {
  /// Prints the report of a finished recording on standard error.
  ///
  /// Standard output belongs to the recorded program.
  static func print(directory: String, json: Bool) -> ExitStatus {
    .ok
  }
}
