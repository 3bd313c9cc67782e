/// Text for `man`, in its source form.
struct Roff {
  enum Font: String {
    case roman = "R"
    case bold = "B"
    case italic = "I"
  }

  private(set) var text = ""

  /// A request line, with arguments in quotation marks.
  mutating func request(_ name: String, _ arguments: String...) {
    text += "." + name
    for argument in arguments {
      text += " \"" + Self.escaped(argument).replacing("\"", with: "\\(dq") + "\""
    }
    text += "\n"
  }

  /// The first lines of a page of section 1. Names of options and files are not hyphenated.
  mutating func title(_ name: String, date: String) {
    text += ".TH \"\(Self.escaped(name.uppercased()))\" 1 \"\(date)\" composable\\-signpost"
    text += " \"signpost manual\"\n.nh\n.ad l\n"
  }

  /// The content of NAME, which `apropos` reads.
  mutating func name(_ name: String, _ description: String) {
    text += Self.escaped(name) + " \\- " + Self.escaped(description, keepingHyphens: true) + "\n"
  }

  mutating func paragraph(_ paragraph: String) {
    text += Self.escaped(paragraph, keepingHyphens: true) + "\n"
  }

  /// The synopsis: the command's name in bold.
  mutating func synopsis(command: String, usage: String) {
    let arguments = usage.hasPrefix(command) ? usage.dropFirst(command.count) : " " + usage
    text += "\\fB" + Self.escaped(command) + "\\fR" + Self.escaped(String(arguments)) + "\n"
  }

  /// A term, and its explanation indented below it.
  mutating func tagged(_ term: [(String, Font)], _ paragraphs: [String]) {
    request("TP")
    text += Self.protected(
      term.map { "\\f" + $0.1.rawValue + Self.escaped($0.0) }.joined() + "\\fR")
    text += "\n"
    for (number, paragraph) in paragraphs.enumerated() {
      if number > 0 { request("IP") }
      self.paragraph(paragraph)
    }
  }

  mutating func append(_ block: DiscussionBlock) {
    guard block.isLiteral else {
      for line in block.lines { paragraph(line) }
      return
    }
    request("RS", "4")
    request("nf")
    for line in block.lines {
      // Three dots are wider than one: columns stay aligned.
      text += Self.escaped(line.replacing("…   ", with: "... ")) + "\n"
    }
    request("fi")
    request("RE")
  }

  mutating func append(_ argument: CommandDescription.Argument) {
    var term: [(String, Font)] = []
    let names = argument.names ?? []
    for name in names.filter({ $0.kind == "short" }) + names.filter({ $0.kind != "short" }) {
      if !term.isEmpty { term.append((", ", .roman)) }
      term.append((name.text, .bold))
    }
    if argument.kind != .flag, let value = argument.valueName {
      if !term.isEmpty { term.append((" ", .roman)) }
      term.append((value, .italic))
    }
    if argument.isRepeating { term.append((" ...", .roman)) }
    var paragraphs = [argument.abstract ?? ""]
    if let discussion = argument.discussion, !discussion.isEmpty { paragraphs.append(discussion) }
    if let values = argument.allValues, !values.isEmpty {
      paragraphs.append("Values: " + values.joined(separator: ", ") + ".")
    }
    if let value = argument.defaultValue, argument.kind == .option {
      paragraphs.append("Default: " + value + ".")
    }
    tagged(term, paragraphs)
  }

  /// Names of pages, with commas between them.
  mutating func references(_ pages: [String]) {
    text += pages.map { "\\fB" + Self.escaped($0) + "\\fR(1)" }.joined(separator: ",\n") + "\n"
  }

  // MARK: Characters

  /// - Parameter keepingHyphens: Whether hyphens are part of words, which may break there.
  private static func escaped(_ text: String, keepingHyphens: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      // Hyphens to type are kept literally.
      case "-" where !keepingHyphens: escaped += "\\-"
      case "…": escaped += "..."
      case "–", "—": escaped += "\\(en"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let number = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - number.count)) + number + "]"
      }
    }
    // The first hyphens of an option are literal, also within text.
    if keepingHyphens { escaped = escaped.replacing(" --", with: " \\-\\-") }
    return protected(escaped)
  }

  /// Prevents a line from being a request.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }
}
