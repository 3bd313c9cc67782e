/// The texts and numbers of a JSON document, with their places, to replace some of them.
struct JSONTokens {
  struct Token: Equatable {
    /// In bytes, without quotation marks.
    var range: Range<Int>
    /// The member that it is in, the innermost one of an object; and the one around that.
    var key: String
    var outerKey: String
    var isText: Bool
  }

  /// Texts without those that are keys.
  private(set) var tokens: [Token] = []

  /// - Returns: `nil` if the document is cut off.
  init?(_ json: [UInt8]) {
    var keys: [(name: String, isObject: Bool)] = []
    var index = 0
    while index < json.count {
      let byte = json[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // A list has the key of its member.
        keys.append(
          (byte == UInt8(ascii: "{") ? "" : keys.last?.name ?? "", byte == UInt8(ascii: "{")))
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard keys.popLast() != nil else { return nil }
        index += 1
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < json.count, json[index] != UInt8(ascii: "\"") {
          index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < json.count else { return nil }
        let range = start..<index
        index += 1
        var next = index
        while next < json.count, json[next] <= 0x20 { next += 1 }
        if next < json.count, json[next] == UInt8(ascii: ":"), keys.last?.isObject == true {
          keys[keys.count - 1].name = String(decoding: json[range], as: UTF8.self)
          index = next + 1
        } else {
          add(range, keys, isText: true)
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = index
        while index < json.count, !",]} \n\r\t".utf8.contains(json[index]) { index += 1 }
        add(start..<index, keys, isText: false)
      default: index += 1
      }
    }
    if !keys.isEmpty { return nil }
  }

  private mutating func add(
    _ range: Range<Int>, _ keys: [(name: String, isObject: Bool)], isText: Bool
  ) {
    let outer = keys.dropLast().last { $0.name != keys.last?.name || $0.isObject }
    tokens.append(
      Token(
        range: range, key: keys.last?.name ?? "", outerKey: outer?.name ?? "", isText: isText))
  }
}
