#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Detects metadata of a trace that crashes or blocks libbabeltrace2.
///
/// The library divides by the frequency of a clock, which crashes the process if it is missing or
/// 0; and it never stops reading a truncated file.
package enum MetadataCheck {
  /// Metadata has some 10 kB; a much larger file is not metadata.
  private static let limit = 16 << 20

  /// The problem with the file, `nil` if none is found.
  static func problem(of path: String) -> String? {
    guard let bytes = contents(of: path) else { return "the metadata cannot be read" }
    guard let text = text(of: bytes) else {
      return "the metadata is cut off: it ends at byte \(bytes.count), in the middle of a packet"
    }
    let words = words(text)
    for start in words.indices where words[start] == "clock" {
      guard start + 1 < words.count, words[start + 1] == "{" else { continue }
      let block = words[(start + 2)...].prefix { $0 != "}" }
      guard let frequency = block.firstIndex(of: "freq"), frequency + 2 < block.endIndex,
        block[frequency + 1] == "=", isPositive(block[frequency + 2])
      else { return "the metadata has a clock without a frequency" }
    }
    return nil
  }

  /// Whether a trace is in the format CTF 2, whose metadata is a sequence of JSON texts.
  static func isCTF2(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var byte: UInt8 = 0
    return read(file, &byte, 1) == 1 && byte == 0x1e
  }

  /// Whether packets have LTTng's header, with the number of their stream and their number in it.
  static func numbersPackets(_ path: String) -> Bool {
    guard let bytes = contents(of: path), let text = text(of: bytes) else { return false }
    return ["stream_instance_id", "packet_seq_num", "events_discarded"]
      .allSatisfy { text.contains(Array($0.utf8)) }
  }

  /// The text of the metadata with escapes where LTTng has left them out: in the name of a program
  /// with a quotation mark or a backslash. `nil` if there are none to add.
  static func escaped(_ path: String) -> [UInt8]? {
    guard let bytes = contents(of: path), bytes.first != 0x1e, let text = text(of: bytes) else {
      return nil
    }
    let (start, end) = (Array("procname = \"".utf8), Array("\";\n".utf8))
    guard let opening = text.firstRange(of: start),
      let closing = text[opening.upperBound...].firstRange(of: end)
    else { return nil }
    let name = text[opening.upperBound..<closing.lowerBound]
    guard !isEscaped(name) else { return nil }
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let escaped = name.flatMap { $0 == quote || $0 == backslash ? [backslash, $0] : [$0] }
    return text[..<opening.upperBound] + escaped + text[closing.lowerBound...]
  }

  /// Whether a text can be a literal as it is. Versions of LTTng differ in whether they add
  /// escapes.
  private static func isEscaped(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return false }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard let next = rest.popFirst(), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
      else { return false }
    }
    return true
  }

  private static func isPositive(_ word: String) -> Bool {
    word.first?.isNumber == true && word.contains { ("1"..."9").contains($0) }
  }

  /// The text without the packets that LTTng divides it into; `nil` if one of these is truncated.
  package static func text(of bytes: [UInt8]) -> [UInt8]? {
    let headerSize = 37
    let magic: [UInt8] = [0x57, 0x1d, 0xd1, 0x75]
    var text: [UInt8] = []
    var offset = 0
    while offset + headerSize <= bytes.count {
      let isLittle = bytes[offset..<offset + 4].elementsEqual(magic)
      guard isLittle || bytes[offset..<offset + 4].elementsEqual(magic.reversed()) else { break }
      func size(at position: Int) -> Int {
        let field = bytes[offset + position..<offset + position + 4]
        return (isLittle ? Array(field.reversed()) : Array(field))
          .reduce(0) { $0 << 8 | Int($1) } / 8
      }
      let (content, packet) = (size(at: 24), size(at: 28))
      guard content >= headerSize, packet >= content, content <= bytes.count - offset else {
        return nil
      }
      text += bytes[offset + headerSize..<offset + content]
      offset += packet
    }
    return offset == 0 ? bytes : text
  }

  /// Words and punctuation, without comments.
  private static func words(_ text: [UInt8]) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    func isWord(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || byte >= 0x80
        || (byte | 0x20) >= UInt8(ascii: "a")
          && (byte | 0x20) <= UInt8(ascii: "z")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
    }
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isWord(byte) {
        word.append(byte)
        index += 1
        continue
      }
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
      let next = index + 1 < text.count ? text[index + 1] : 0
      if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        index += 2
        while index + 1 < text.count,
          text[index] != UInt8(ascii: "*") || text[index + 1] != UInt8(ascii: "/")
        {
          index += 1
        }
        index += 2
      } else if byte == UInt8(ascii: "\"") {
        index += 1
        while index < text.count, text[index] != byte {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
      } else {
        if byte > 0x20 { words.append(String(UnicodeScalar(byte))) }
        index += 1
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while result.count < limit {
      let count = read(file, &buffer, buffer.count)
      if count < 0 { return nil }
      if count == 0 { break }
      result += buffer[..<count]
    }
    return result
  }
}
