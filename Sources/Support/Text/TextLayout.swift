#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The width of a text, and whether it has colours.
public struct TextLayout: Sendable, Equatable {
  /// The number of columns.
  public var width: Int
  /// Whether to use colours.
  public var usesColor: Bool
  /// The maximum number of rows of a table, 40 by default; further rows are only counted.
  public var maximumRows: Int {
    get { requestedRows ?? 40 }
    set { requestedRows = newValue }
  }
  /// The maximum number of rows that was set, `nil` for the default of each table.
  private var requestedRows: Int?
  /// Whether tables show distributions of durations, with block characters.
  public var showsDistributions = false
  /// Whether tables are in Markdown.
  public var isMarkdown = false

  /// The widest table; lines beyond this are hard to follow.
  static let widths = 60...160

  /// The width if no terminal is known: enough for all columns beside names of common length.
  public static let widthElsewhere = 120

  /// Creates a layout, by default the one for files and pipes.
  public init(width: Int = Self.widthElsewhere, usesColor: Bool = false, maximumRows: Int? = nil) {
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    self.usesColor = usesColor
    requestedRows = maximumRows
  }

  /// The layout for an open file: the layout of the terminal, if it is one. A pipe has the width of
  /// the terminal that the command was started from, as a pager shows its output there.
  public init(fileDescriptor: Int32) {
    guard isatty(fileDescriptor) == 1 else {
      self.init(
        width: Self.isPipe(fileDescriptor)
          ? Self.width(of: [STDERR_FILENO, STDIN_FILENO]) : Self.widthElsewhere)
      return
    }
    let width = Self.width(of: [fileDescriptor])
    let noColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
    self.init(width: width, usesColor: !noColor && !isDumb)
    showsDistributions = !isDumb && Self.isUnicode
  }

  private static func isPipe(_ fileDescriptor: Int32) -> Bool {
    var status = stat()
    return fstat(fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// The width that the environment names, or else of the first terminal.
  private static func width(of fileDescriptors: [Int32]) -> Int {
    if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns > 0 {
      return columns
    }
    for fileDescriptor in fileDescriptors {
      var size = winsize()
      if ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return Int(size.ws_col)
      }
    }
    return widthElsewhere
  }

  /// Whether the terminal probably supports more than ASCII.
  private static var isUnicode: Bool {
    let names: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
    let settings = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    return settings.first { !$0.isEmpty }?.lowercased().contains("utf") ?? false
  }

  package enum Style: String {
    case heading = "1"
    case warning = "1;31"
    case quiet = "2"
  }

  package func styled(_ text: String, _ style: Style) -> String {
    if isMarkdown { return style == .heading ? "**\(text)**" : text }
    return usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The layout of a table with another default of ``maximumRows``, which a set number replaces.
  package func withDefault(rows: Int) -> Self {
    var layout = self
    layout.requestedRows = requestedRows ?? rows
    return layout
  }

  /// Lines directly below a table. In Markdown, each line up to the next empty one is a row.
  package func belowTable(_ lines: [String]) -> [String] {
    isMarkdown && !lines.isEmpty ? [""] + lines : lines
  }

  /// The line below a table that counts the rows left out; empty if there are none.
  ///
  /// - Parameter options: The options that show them.
  package func rest(_ count: Int, see options: String) -> [String] {
    if count <= 0 { return [] }
    return belowTable([styled("and \(Units.count(UInt64(count))) more (see \(options))", .quiet)])
  }

  /// Breaks a text between words. A number stays with the word after it, such as its unit.
  package func wrapped(_ text: String, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    for word in Self.words(of: text) {
      if !line.isEmpty, line.columns + 1 + word.columns > width {
        lines.append(line)
        line = indent
      }
      line += line.isEmpty || line == indent ? word : " " + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var isAfterNumber = false
    for word in text.split(separator: " ") {
      let isNumber = word.last?.isNumber == true && !word.contains(where: \.isLetter)
      if isAfterNumber, !isNumber {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
      isAfterNumber = isNumber
    }
    return words
  }
}
