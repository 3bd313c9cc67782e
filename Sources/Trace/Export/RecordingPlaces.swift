import SystemSupport
import TraceAnalysis

/// Removes the directories of recordings from their exports: exports are shared, and the paths
/// contain names of users and customers.
struct RecordingPlaces {
  /// The names of the directories, or another title.
  let title: String
  private let replacements: [Replacement]

  private struct Replacement {
    /// The directory as named when the export was made, without a trailing slash.
    var directory: String
    /// The path of the directory from the root.
    var path: String
    var name: String
  }

  /// - Parameters:
  ///   - directories: The directories that are exported.
  ///   - title: The title; `nil` for the names of the directories.
  init(_ directories: [String], title: String? = nil) {
    let names = directories.map(TraceReader.title)
    self.title = title ?? names.joined(separator: ", ")
    replacements = zip(directories, names).map { directory, name in
      Replacement(
        directory: String(directory.reversed().drop { $0 == "/" }.reversed()),
        path: Self.absolute(directory),
        name: directories.count == 1 ? title ?? name : name)
    }
  }

  /// The path from the root with links in it, by which libbabeltrace2 names streams.
  private static func absolute(_ directory: String) -> String {
    var parts: [Substring] = []
    let path = directory.hasPrefix("/") ? directory : Files.resolved(".") + "/" + directory
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// A path, or a text with paths, with names in place of the directories.
  func replaced(in text: String) -> String {
    replacements.reduce(text) { text, replacement in
      // The path first: it can end with the directory.
      [replacement.path, replacement.directory].reduce(text) { text, place in
        Self.replaced(place, with: replacement.name, in: text)
      }
    }
  }

  private static func replaced(_ place: String, with name: String, in text: String) -> String {
    // Paths such as `..` reveal nothing, and occur in many texts.
    guard place.contains(where: { $0 != "." && $0 != "/" }) else { return text }
    if text == place { return name }
    return text.replacing(place + "/", with: name + "/")
      .replacing("“\(place)”", with: "“\(name)”")
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
      for replacement in replacements {
        report.findings[index].command = report.findings[index].command
          .replacing(
            quotedForShell(replacement.directory), with: quotedForShell(replacement.name))
      }
    }
    return report
  }
}
