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
  /// The masks of names so far; `nil` for a name that stays.
  private var masks: [[UInt8]: [UInt8]?] = [:]
  /// Equal names get equal masks in one run, and none that can be computed from a guess.
  private let key = UInt64.random(in: .min ... .max)

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

  private mutating func mask(name: [UInt8]) -> [UInt8]? {
    if options.names.isEmpty { return nil }
    if let known = masks[name] { return known }
    let text = String(decoding: name, as: UTF8.self)
    var mask: [UInt8]?
    if options.names.contains(where: { $0.matches(text) }) {
      names.insert(name)
      mask = letters(for: name)
    }
    masks[name] = .some(mask)
    return mask
  }

  /// As many letters as the name has bytes: different names have different ones, unless they are
  /// very short.
  private func letters(for name: [UInt8]) -> [UInt8] {
    var state = name.reduce(key) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return name.map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(ascii: "a") + UInt8((state >> 33) % 26)
    }
  }
}
