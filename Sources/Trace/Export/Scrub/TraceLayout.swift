/// The layout of the packets of a trace, so far as LTTng-UST writes it: it says where texts are.
///
/// It is read from the metadata, in the language of CTF 1.8.
struct TraceLayout {
  /// The type of a field. Alignments are in bytes.
  indirect enum Kind {
    case number(size: Int, alignment: Int)
    /// UTF-8 with a NUL at its end.
    case string
    /// The elements of a text are numbers of one byte.
    case array(Kind, count: Int)
    /// A field before it has the number of its elements.
    case sequence(Kind, count: String)
    case structure([Field])
    /// Parts of a byte, and alternatives: LTTng has them in headers of events only.
    case unsupported

    /// In bytes; 1 for texts.
    var alignment: Int {
      switch self {
      case .number(_, let alignment): alignment
      case .array(let element, _), .sequence(let element, _): element.alignment
      case .structure(let fields): TraceLayout.alignment(of: fields)
      case .string, .unsupported: 1
      }
    }
  }

  /// The alignment of a structure, in bytes: the largest one of its fields.
  static func alignment(of fields: [Field]) -> Int { fields.map(\.kind.alignment).max() ?? 1 }

  struct Field {
    var name: String
    var kind: Kind
  }

  struct Event {
    var name = ""
    var context: [Field] = []
    var fields: [Field] = []
  }

  struct Stream {
    var eventHeader = EventHeader()
    var packetContext: [Field] = []
    var context: [Field] = []
  }

  /// The header of each event. LTTng aligns its parts on processors that need that.
  struct EventHeader {
    /// Whether ids of events take 16 bits; otherwise 5.
    var isLarge = true
    /// In bytes: of the header, of the time behind a large id, and of the long id and time.
    var alignment = 1
    var timeAlignment = 1
    var longIDAlignment = 1
    var longTimeAlignment = 1
  }

  struct EventKey: Hashable {
    var stream: UInt64
    var id: UInt64
  }

  var isBigEndian = false
  var packetHeader: [Field] = []
  var streams: [UInt64: Stream] = [:]
  var events: [EventKey: Event] = [:]

  /// - Returns: `nil` if the text is not metadata in this language.
  init?(metadata text: [UInt8]) {
    var parser = TraceLayoutParser(text)
    guard let layout = parser.parse() else { return nil }
    self = layout
  }

  init() {}
}

/// Parses metadata. LTTng generates it, in a part of the language.
struct TraceLayoutParser {
  private let tokens: [String]
  private var position = 0
  private var types: [String: TraceLayout.Kind] = [:]
  private var structures: [String: [TraceLayout.Field]] = [:]
  /// The alignments that structures declare, in bytes.
  private var alignments: [String: Int] = [:]

  init(_ text: [UInt8]) { tokens = Self.tokens(text) }

  private struct Malformed: Error {}

  mutating func parse() -> TraceLayout? {
    var layout = TraceLayout()
    do {
      while let word = next() { try parse(word, into: &layout) }
    } catch {
      return nil
    }
    return layout.events.isEmpty ? nil : layout
  }

  private mutating func parse(_ word: String, into layout: inout TraceLayout) throws {
    switch word {
    case "typealias":
      let kind = try type()
      try expect(":")
      try expect("=")
      types[try words(until: ";").joined(separator: " ")] = kind
    case "struct":
      let name = try require()
      structures[name] = try fields()
      let words = try words(until: ";")
      if words.first == "align", words.count > 2, let bits = Int(words[2]) {
        alignments[name] = max(bits / 8, 1)
      }
    case "trace":
      let block = try block()
      layout.isBigEndian = block.values["byte_order"] == "be"
      layout.packetHeader = block.fields["packet.header"] ?? []
    case "stream":
      let block = try block()
      layout.streams[block.number("id")] = TraceLayout.Stream(
        eventHeader: try eventHeader(block.names["event.header"]),
        packetContext: block.fields["packet.context"] ?? [],
        context: block.fields["event.context"] ?? [])
    case "event":
      let block = try block()
      let key = TraceLayout.EventKey(stream: block.number("stream_id"), id: block.number("id"))
      layout.events[key] = TraceLayout.Event(
        name: block.values["name"] ?? "", context: block.fields["context"] ?? [],
        fields: block.fields["fields"] ?? [])
    default:
      // Its content describes no packets.
      try skip("{", to: "}")
      try expect(";")
    }
  }

  private func eventHeader(_ name: String?) throws -> TraceLayout.EventHeader {
    guard let name, ["event_header_large", "event_header_compact"].contains(name) else {
      throw Malformed()
    }
    // The type of times has the name of a clock.
    func alignment(_ prefix: String) -> Int {
      types.first { $0.key.hasPrefix(prefix) }?.value.alignment ?? 1
    }
    let isLarge = name == "event_header_large"
    let longTime = alignment("uint64_clock_")
    return TraceLayout.EventHeader(
      isLarge: isLarge, alignment: alignments[name] ?? 1,
      // A compact id and its time are one number.
      timeAlignment: isLarge ? alignment("uint32_clock_") : 1,
      longIDAlignment: max(alignment("uint32_t"), longTime), longTimeAlignment: longTime)
  }

  // MARK: - Blocks

  private struct Block {
    var values: [String: String] = [:]
    var fields: [String: [TraceLayout.Field]] = [:]
    /// The names of structures.
    var names: [String: String] = [:]

    func number(_ key: String) -> UInt64 { values[key].flatMap { UInt64($0) } ?? 0 }
  }

  /// The assignments between braces, and the semicolon after them.
  private mutating func block() throws -> Block {
    var block = Block()
    try expect("{")
    while try !take("}") {
      var key = try require()
      while try !take("=") {
        if try take(":") { continue }
        key += try require()
      }
      if try take("struct") {
        if let name = peek(), name != "{" {
          block.names[key] = name
          position += 1
          block.fields[key] = structures[name] ?? []
          if peek() == "{" { block.fields[key] = try fields() }
        } else {
          block.fields[key] = try fields()
        }
        _ = try words(until: ";")
      } else {
        let value = try words(until: ";").joined()
        block.values[key] = value.hasPrefix("\"") ? String(value.dropFirst()) : value
      }
    }
    try expect(";")
    return block
  }

  // MARK: - Types

  /// The fields between braces.
  private mutating func fields() throws -> [TraceLayout.Field] {
    try expect("{")
    var fields: [TraceLayout.Field] = []
    while try !take("}") {
      var kind = try type()
      let name = try require()
      while try take("[") {
        let count = try require()
        kind = Int(count).map { .array(kind, count: $0) } ?? .sequence(kind, count: count)
        try expect("]")
      }
      try expect(";")
      fields.append(TraceLayout.Field(name: name, kind: kind))
    }
    return fields
  }

  private mutating func type() throws -> TraceLayout.Kind {
    let word = try require()
    switch word {
    case "integer", "floating_point":
      let properties = try properties()
      let bits = properties["size"] ?? (properties["exp_dig"] ?? 0) + (properties["mant_dig"] ?? 0)
      let alignment = properties["align"] ?? 8
      guard bits > 0, bits.isMultiple(of: 8), alignment.isMultiple(of: 8) else {
        return .unsupported
      }
      return .number(size: bits / 8, alignment: max(alignment / 8, 1))
    case "string":
      if peek() == "{" { try skip("{", to: "}") }
      return .string
    case "enum":
      if peek() != ":" { position += 1 }
      try expect(":")
      let base = try type()
      try skip("{", to: "}")
      return base
    case "struct":
      if peek() != "{" {
        let name = try require()
        if peek() != "{" { return .structure(structures[name] ?? []) }
      }
      let fields = try fields()
      if try take("align") { try skip("(", to: ")") }
      return .structure(fields)
    case "variant":
      if peek() == "<" { try skip("<", to: ">") }
      try skip("{", to: "}")
      return .unsupported
    default:
      if let kind = types[word] { return kind }
      let second = try require()
      guard let kind = types["\(word) \(second)"] else { throw Malformed() }
      return kind
    }
  }

  /// The numbers among the properties of a type.
  private mutating func properties() throws -> [String: Int] {
    try expect("{")
    var properties: [String: Int] = [:]
    while try !take("}") {
      let key = try require()
      try expect("=")
      properties[key] = Int(try words(until: ";").joined())
    }
    return properties
  }

  // MARK: - Tokens

  private func peek() -> String? { position < tokens.count ? tokens[position] : nil }

  private mutating func next() -> String? {
    guard let token = peek() else { return nil }
    position += 1
    return token
  }

  private mutating func require() throws -> String {
    guard let token = next() else { throw Malformed() }
    return token
  }

  private mutating func expect(_ token: String) throws {
    guard next() == token else { throw Malformed() }
  }

  /// Whether a token is next, which is then behind.
  private mutating func take(_ token: String) throws -> Bool {
    guard let here = peek() else { throw Malformed() }
    if here == token { position += 1 }
    return here == token
  }

  private mutating func words(until end: String) throws -> [String] {
    var words: [String] = []
    while try !take(end) { words.append(try require()) }
    return words
  }

  /// Skips a pair of brackets, and all between them.
  private mutating func skip(_ start: String, to end: String) throws {
    while try require() != start {}
    var depth = 1
    while depth > 0 {
      let token = try require()
      if token == start { depth += 1 }
      if token == end { depth -= 1 }
    }
  }

  /// Words, signs and texts without comments. A text keeps its first quotation mark.
  private static func tokens(_ text: [UInt8]) -> [String] {
    var tokens: [String] = []
    var index = 0
    func isWord(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || byte >= 0x80
        || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte | 0x20
        || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
    }
    while index < text.count {
      let start = index
      let byte = text[index]
      index += 1
      if isWord(byte) {
        while index < text.count, isWord(text[index]) { index += 1 }
      } else if byte == UInt8(ascii: "\"") {
        while index < text.count, text[index] != byte {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        tokens.append(String(decoding: text[start..<min(index, text.count)], as: UTF8.self))
        index += 1
        continue
      } else if byte == UInt8(ascii: "/"), index < text.count, text[index] == UInt8(ascii: "*") {
        while index + 1 < text.count,
          text[index] != UInt8(ascii: "*") || text[index + 1] != UInt8(ascii: "/")
        {
          index += 1
        }
        index += 2
        continue
      } else if byte <= 0x20 {
        continue
      }
      tokens.append(String(decoding: text[start..<index], as: UTF8.self))
    }
    return tokens
  }
}
