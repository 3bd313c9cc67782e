import CTracePage

/// A file of the page, embedded in this program.
struct PageFile {
  /// The path of the file, such as `scripts/main.js`.
  var name: String
  var text: String

  /// All files, in the order in which they are joined.
  static let all: [PageFile] = {
    var count = 0
    let files = trace_page_files(&count)
    return (0..<count).map { index in
      PageFile(
        name: String(cString: files[index].name),
        text: String(
          decoding: UnsafeBufferPointer(start: files[index].bytes, count: files[index].count),
          as: UTF8.self))
    }
  }()

  /// The page itself.
  static var document: String { all.first { $0.name == "index.html" }?.text ?? "" }

  /// All styles, one after the other.
  static var styles: String {
    all.filter { $0.name.hasSuffix(".css") }.map { Self.withoutComments($0.text) }
      .joined(separator: "\n")
  }

  /// All modules as one script, without their imports and exports.
  static var scripts: String {
    all.filter { $0.name.hasSuffix(".js") }.map(\.withoutModule).joined(separator: "\n")
  }

  private var withoutModule: String {
    var lines: [Substring] = []
    var isImport = false
    for line in Self.withoutComments(text).split(separator: "\n") {
      if line.hasPrefix("import ") { isImport = true }
      if !isImport {
        lines.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
      }
      if line.hasSuffix(";") { isImport = false }
    }
    return lines.joined(separator: "\n")
  }

  /// The lines without those that are only comments. Comments are a third of the page, which each
  /// export contains.
  static func withoutComments(_ text: String) -> String {
    var lines: [Substring] = []
    var isComment = false
    for line in text.split(separator: "\n") {
      let content = line.drop { $0 == " " }
      if isComment {
        guard let end = content.firstRange(of: "*/") else { continue }
        isComment = false
        let rest = content[end.upperBound...]
        if !rest.allSatisfy({ $0 == " " }) { lines.append(rest) }
      } else if content.hasPrefix("/*") {
        // A type annotation can precede code on its line.
        let end = content.firstRange(of: "*/")
        isComment = end == nil
        if let end, !content[end.upperBound...].allSatisfy({ $0 == " " }) { lines.append(line) }
      } else if !content.hasPrefix("//") {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
