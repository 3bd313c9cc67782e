import Durations
import TextTables

/// A line of ``EventLines`` that is being put together.
struct EventLine {
  private let isJSON: Bool
  private var line: String

  init(
    isJSON: Bool, kind: String, name: TraceName, id: UInt64, time: Int64, sinceStart: Int64,
    vpid: Int64?, vtid: Int64?
  ) {
    self.isJSON = isJSON
    line = ""
    guard isJSON else {
      let place = [vpid, vtid].compactMap { $0.map { "\($0)" } }.joined(separator: "/")
      line = "+" + Units.seconds(sinceStart) + "  " + place.padded(to: 13) + " "
      line += kind.padded(to: 15)
      if id != 0 { line += " #\(id)" }
      if !name.name.isEmpty {
        line += " " + displayName(prefix: name.prefix, name: name.name)
      }
      return
    }
    line = "{\"time_ns\":\"\(time)\",\"since_ns\":\(sinceStart)"
    if let vpid { line += ",\"vpid\":\(vpid)" }
    if let vtid { line += ",\"vtid\":\(vtid)" }
    line += ",\"kind\":" + Self.quoted(kind)
    if id != 0 { line += ",\"id\":\"\(id)\"" }
    if !name.prefix.isEmpty { line += ",\"prefix\":" + Self.quoted(name.prefix) }
    if !name.name.isEmpty { line += ",\"name\":" + Self.quoted(name.name) }
  }

  /// Adds the id of something; nothing if there is none.
  mutating func add(_ key: String, _ id: UInt64) {
    if id == 0 { return }
    add(key, text: isJSON ? "\(id)" : "#\(id)")
  }

  /// Adds a duration in nanoseconds; nothing if it is not known.
  mutating func add(_ key: String, _ duration: Int64?) {
    guard let duration else { return }
    if isJSON {
      line += ",\(Self.quoted(Self.key(key) + "_ns")):\(duration)"
    } else {
      line += "  \(key) \(Units.duration(duration))"
    }
  }

  /// Adds a text; nothing if it is empty.
  mutating func add(_ key: String, text: String) {
    if text.isEmpty { return }
    line +=
      isJSON
      ? ",\(Self.quoted(Self.key(key))):\(Self.quoted(text))" : "  \(key) \(text.printable())"
  }

  /// Adds a fact.
  mutating func add(fact key: String) {
    line += isJSON ? ",\(Self.quoted(Self.key(key))):true" : "  \(key)"
  }

  /// The whole line.
  var text: String { line + (isJSON ? "}\n" : "\n") }

  private static func key(_ key: String) -> String {
    String(key.map { $0 == " " || $0 == "-" ? "_" : $0 })
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
