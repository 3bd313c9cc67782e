import TraceAnalysis

/// Removes the directories of recordings from their page: pages are shared, and the paths contain
/// the name of the user.
struct PagePlaces {
  /// The title of the page.
  let title: String
  /// The directories as named when the page was made, without a trailing slash, and the
  /// replacements.
  private let replacements: [(directory: String, name: String)]

  /// - Parameters:
  ///   - directories: The directories that the page shows.
  ///   - title: The title; `nil` for the names of the directories.
  init(_ directories: [String], title: String? = nil) {
    let names = directories.map(TraceReader.title)
    self.title = title ?? names.joined(separator: ", ")
    replacements = zip(directories, names).map { directory, name in
      (
        String(directory.reversed().drop { $0 == "/" }.reversed()),
        directories.count == 1 ? title ?? name : name
      )
    }
  }

  /// A path, or a text with paths, with names in place of the directories.
  func replaced(in text: String) -> String {
    replacements.reduce(text) { text, replacement in
      let (directory, name) = replacement
      // Paths such as `..` reveal nothing, and occur in many texts.
      guard directory.contains(where: { $0 != "." && $0 != "/" }) else { return text }
      if text == directory { return name }
      return text.replacing(directory + "/", with: name + "/")
        .replacing("“\(directory)”", with: "“\(name)”")
    }
  }

  /// A report with files named relative to the title.
  func replaced(in report: Report) -> Report {
    var report = report
    report.directory = title
    report.directories = replacements.map(\.name)
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
    for index in report.findings.indices {
      for (directory, name) in replacements {
        report.findings[index].command = report.findings[index].command
          .replacing(quotedForShell(directory), with: quotedForShell(name))
      }
    }
    return report
  }
}
