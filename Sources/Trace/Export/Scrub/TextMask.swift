import TraceAnalysis
import TraceSchema

/// Decides which texts of a recording are masked, and makes the masks, of the same length.
struct TextMask {
  /// The meaning of a text.
  enum Role {
    /// A name that the program's source has, or the name of a process or machine.
    case name
    /// A message that the program composed.
    case text
    /// A value of an action, of a state, or of a log record's metadata.
    case value
  }

  let options: RecordingScrubber.Options
  private(set) var texts = 0
  private(set) var names: Set<[UInt8]> = []
  /// The names, the longest first; `nil` since the last new one.
  private var sortedNames: [[UInt8]]?
  /// The masks of names so far; `nil` for a name that stays.
  private var masks: [[UInt8]: [UInt8]?] = [:]
  /// The masks of the parts of names between dots: analyses compare the ends of names.
  private var letters: [[UInt8]: [UInt8]] = [:]
  /// The masks in use: different components get different ones, as far as there are enough of a
  /// length.
  private var used: Set<[UInt8]> = []

  init(_ options: RecordingScrubber.Options) { self.options = options }

  /// - Parameters:
  ///   - event: The full name of the event; empty for a context of all events.
  ///   - field: The field, with LTTng's underscore before its name.
  static func role(_ event: String, _ field: String) -> Role {
    if event.isEmpty { return .name }
    let name = field.hasPrefix("_") ? String(field.dropFirst()) : field
    guard let event = events[event], event.fields.contains(where: { $0.name == name }) else {
      return .text
    }
    switch name {
    case "message": return .text
    case "payload", "data", "metadata", "text": return .value
    default: return .name
    }
  }

  private static let events = Dictionary(
    uniqueKeysWithValues: TraceSchema.Event.allCases.map { ($0.fullName, $0) })

  /// Whether a number depends on values: the size of data, without which it is not decoded, and the
  /// digest of a state.
  func masksNumber(_ event: String, _ field: String) -> Bool {
    guard options.masksValues else { return false }
    switch Self.events[event] {
    case .actionData, .stateData: return field == "_size"
    case .stateDigest: return field == "_digest"
    default: return false
    }
  }

  /// The mask of a text; `nil` if it stays.
  mutating func mask(_ text: [UInt8], _ role: Role) -> [UInt8]? {
    if text.isEmpty { return nil }
    switch role {
    case .name: return mask(name: text)
    case .text where !options.masksTexts, .value where !options.masksValues: return nil
    case .text, .value:
      texts += 1
      return [UInt8](repeating: UInt8(ascii: "x"), count: text.count)
    }
  }

  /// The same for a name.
  mutating func mask(_ name: String) -> String? {
    mask(Array(name.utf8), .name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A sentence with masks in the places of the names that have one. A name of up to three bytes is
  /// masked where it is a word, as it could be a part of others.
  ///
  /// - Parameter leastLength: The length of the shortest names to mask.
  mutating func sentence(_ text: [UInt8], leastLength: Int = 1) -> [UInt8] {
    var text = text
    let names = sortedNames ?? names.sorted { $0.count > $1.count }
    sortedNames = names
    for name in names {
      if name.count < leastLength { break }
      guard let mask = masks[name] ?? nil else { continue }
      var start = 0
      while let range = text[start...].firstRange(of: name) {
        start = range.upperBound
        let isPart =
          name.count <= 3
          && (Self.isWord(text[..<range.lowerBound].last)
            || Self.isWord(text[range.upperBound...].first))
        if !isPart { text.replaceSubrange(range, with: mask) }
      }
    }
    return text
  }

  /// The same for a sentence of the manifest.
  mutating func sentence(_ text: String, leastLength: Int = 1) -> String {
    String(decoding: sentence(Array(text.utf8), leastLength: leastLength), as: UTF8.self)
  }

  /// Whether a byte is a part of a word.
  private static func isWord(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte == UInt8(ascii: "_") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte | 0x20
      || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
  }

  private mutating func mask(name: [UInt8]) -> [UInt8]? {
    if options.names.isEmpty { return nil }
    if let known = masks[name] { return known }
    var mask: [UInt8]?
    if let line = Self.line(in: name) {
      // An observer has the mask of its file.
      mask = self.mask(name: Array(name[..<line])).map { $0 + name[line...] }
    } else if let place = match(in: name) {
      names.insert(name)
      sortedNames = nil
      var masked = Array(name[..<place.lowerBound])
      for separator in Self.separators(in: name) where place.contains(separator) {
        masked += letters(for: Array(name[masked.count..<separator])) + [name[separator]]
      }
      masked += letters(for: Array(name[masked.count..<place.upperBound]))
      mask = masked + name[place.upperBound...]
    }
    masks[name] = .some(mask)
    return mask
  }

  /// Whether a name is a source file.
  private static func isFile(_ name: some Collection<UInt8>) -> Bool {
    name.suffix(6).elementsEqual(".swift".utf8)
  }

  /// The position of a line behind the name of a source file, `:41`.
  private static func line(in name: [UInt8]) -> Int? {
    guard let colon = name.lastIndex(of: UInt8(ascii: ":")), colon + 1 < name.count,
      name[(colon + 1)...].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      isFile(name[..<colon])
    else { return nil }
    return colon
  }

  /// The bytes between the components of a name: dots, and the slashes of a source file.
  private static func separators(in name: [UInt8]) -> [Int] {
    let isFile = isFile(name)
    return name.indices.filter {
      name[$0] == UInt8(ascii: ".") || isFile && name[$0] == UInt8(ascii: "/")
    }
  }

  /// The masked part: the longest of the first components that match together. A type has all that
  /// is nested in it, as `Outer` has `Outer.Inner.State`; so has a module or a file.
  ///
  /// A path of cases has the cases that match: an action of a child ends with the name of the
  /// action that the child receives, which has the same mask.
  private func match(in name: [UInt8]) -> Range<Int>? {
    let separators = Self.separators(in: name)
    for start in [0] + separators.map({ $0 + 1 }) {
      let ends = (separators.filter { $0 > start } + [name.count]).reversed()
      for end in ends where end > start {
        let part = String(decoding: name[start..<end], as: UTF8.self)
        guard options.names.contains(where: { $0.matches(part) }) else { continue }
        let hasNested = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= name[start]
        return start..<(hasNested ? name.count : end)
      }
    }
    return nil
  }

  /// As many letters as the component has bytes, drawn at random once: equal components stay equal,
  /// and a mask says nothing about others.
  private mutating func letters(for component: [UInt8]) -> [UInt8] {
    if let known = letters[component] { return known }
    var mask: [UInt8] = []
    for _ in 0..<1000 {
      mask = component.map { _ in UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z")) }
      if mask != component, used.insert(mask).inserted { break }
    }
    letters[component] = mask
    return mask
  }
}
