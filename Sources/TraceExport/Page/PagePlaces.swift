import TraceAnalysis

/// Leaves out of a page where its recording is kept: pages are given to others, and the path has
/// the name of the user in it.
struct PagePlaces {
  /// The recording, as it was named when the page was made, without a slash at its end.
  let directory: String
  /// What stands for it.
  let title: String

  init(directory: String, title: String) {
    self.directory = String(directory.reversed().drop { $0 == "/" }.reversed())
    self.title = title
  }

  /// A path, or a text with paths, with the title in place of the directory.
  func replaced(in text: String) -> String {
    // Such as `..`, which says nothing, and is in many texts.
    guard directory.contains(where: { $0 != "." && $0 != "/" }) else { return text }
    return text == directory ? title : text.replacing(directory + "/", with: title + "/")
  }

  /// A report that names files below the title.
  func replaced(in report: Report) -> Report {
    var report = report
    report.directory = title
    report.remarks = report.remarks.map(replaced)
    for index in report.damage.indices {
      report.damage[index].path = replaced(in: report.damage[index].path)
      report.damage[index].message = replaced(in: report.damage[index].message)
    }
    for index in report.losses.streams.indices {
      report.losses.streams[index].stream = replaced(in: report.losses.streams[index].stream)
    }
    return report
  }
}
