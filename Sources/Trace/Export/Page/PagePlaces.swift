import TraceAnalysis

/// Removes the directory of a recording from its page: pages are shared, and the path contains the
/// name of the user.
struct PagePlaces {
  /// The recording's directory as named when the page was made, without a trailing slash.
  let directory: String
  /// The replacement.
  let title: String

  init(directory: String, title: String) {
    self.directory = String(directory.reversed().drop { $0 == "/" }.reversed())
    self.title = title
  }

  /// A path, or a text with paths, with the title in place of the directory.
  func replaced(in text: String) -> String {
    // Paths such as `..` reveal nothing, and occur in many texts.
    guard directory.contains(where: { $0 != "." && $0 != "/" }) else { return text }
    return text == directory ? title : text.replacing(directory + "/", with: title + "/")
  }

  /// A report with files named relative to the title.
  func replaced(in report: Report) -> Report {
    var report = report
    report.directory = title
    report.remarks = report.remarks.map(replaced)
    for index in report.damage.indices {
      report.damage[index].path = replaced(in: report.damage[index].path)
      report.damage[index].message = replaced(in: report.damage[index].message)
    }
    for index in report.parts.indices {
      report.parts[index].part = replaced(in: report.parts[index].part)
      report.parts[index].other = replaced(in: report.parts[index].other)
    }
    for index in report.losses.streams.indices {
      report.losses.streams[index].stream = replaced(in: report.losses.streams[index].stream)
    }
    let (place, name) = (quotedForShell(directory), quotedForShell(title))
    for index in report.findings.indices {
      report.findings[index].command = report.findings[index].command.replacing(place, with: name)
    }
    return report
  }
}
