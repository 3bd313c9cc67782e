import ByteBuffers
import Foundation
import TraceAnalysis

/// Masks names, texts and values in a copy of a page of ``ExportFormat/html``.
public struct PageScrubber {
  private var mask: TextMask
  /// The kinds of records whose texts are values; in log records, metadata follow the message.
  private static let values: Set<UInt64> = [
    UInt64(PageRecord.Kind.payload.rawValue), UInt64(PageRecord.Kind.difference.rawValue),
  ]
  private static let log = UInt64(PageRecord.Kind.log.rawValue)

  private init(_ options: RecordingScrubber.Options) { mask = TextMask(options) }

  /// Writes a masked copy of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - output: The file to create.
  ///   - options: The parts to mask.
  /// - Throws: ``ScrubFailure`` if it is no page, or ``ExportFailure`` if it cannot be written.
  public static func write(
    _ page: String, to output: String, options: RecordingScrubber.Options = .init()
  ) throws -> RecordingScrubber.Result {
    guard let data = FileManager.default.contents(atPath: page) else {
      throw TraceReaderError.unreadable(page, reason: "it cannot be opened")
    }
    var scrubber = Self(options)
    guard let masked = scrubber.masked(Array(data)) else { throw ScrubFailure.unknownLayout(page) }
    let file = try OutputFile(output)
    masked.withUnsafeBytes { file.write($0) }
    try file.finish()
    return RecordingScrubber.Result(
      texts: scrubber.mask.texts, names: scrubber.mask.names.count)
  }

  // MARK: - Elements

  private static let start = Array("<script type=\"application/octet-stream\" id=\"".utf8)
  private static let end = Array("</script>".utf8)

  /// - Returns: `nil` if it is no page.
  private mutating func masked(_ page: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = page[...]
    var elements: [(id: String, data: [UInt8])] = []
    var texts: [ArraySlice<UInt8>] = []
    while let element = rest.firstRange(of: Self.start) {
      texts.append(rest[..<element.lowerBound])
      rest = rest[element.upperBound...]
      guard let idEnd = rest.firstRange(of: Array("\">".utf8)),
        let close = rest.firstRange(of: Self.end),
        let data = Data(base64Encoded: Data(rest[idEnd.upperBound..<close.lowerBound])),
        let inflated = Decompressor.inflated(Array(data))
      else { return nil }
      elements.append(
        (String(decoding: rest[..<idEnd.lowerBound], as: UTF8.self), inflated))
      rest = rest[close.upperBound...]
    }
    guard let head = elements.last, head.id == "head", let json = JSONTokens(head.data),
      let compressor = Compressor(.none, level: 6)
    else { return nil }
    let profile = profileChunk(json, head.data)
    findNames(json, head.data)
    var sizes: [Int] = []
    for (position, element) in elements.enumerated() {
      var data = element.data
      if element.id == "head" {
        data = masked(json: json, data, sizes: sizes)
      } else if element.id == "chunk-\(profile ?? -1)" {
        guard maskProfile(&data) else { return nil }
      } else {
        guard maskTexts(&data) else { return nil }
      }
      let compressed = data.withUnsafeBytes { compressor.withCompressed($0) { Array($0) } }
      guard let compressed else { return nil }
      sizes.append(compressed.count)
      result += withoutTitle(texts[position]) + Self.start + Array("\(element.id)\">".utf8)
      result += Array(Data(compressed).base64EncodedData()) + Self.end
    }
    return result + rest
  }

  /// The title of the document is the name of the recording's directory, or of a program.
  private func withoutTitle(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = Array("<title>".utf8)
    guard !mask.options.names.isEmpty, let title = text.firstRange(of: start),
      let end = text[title.upperBound...].firstRange(of: Array("</title>".utf8))
    else { return text }
    return text[..<title.upperBound] + Array("Signpost".utf8) + text[end.lowerBound...]
  }

  private func profileChunk(_ json: JSONTokens, _ head: [UInt8]) -> Int? {
    json.tokens.first { $0.outerKey == "profile" && $0.key == "chunk" }
      .flatMap { Int(String(decoding: head[$0.range], as: UTF8.self)) }
  }

  // MARK: - Head

  /// The members of objects that are names.
  private static let names: Set<String> = [
    "name", "names", "prefix", "feature", "file", "category", "subsystem", "label", "property",
    "host", "program", "frames",
  ]

  /// The members that are sentences, or paths. Other members are numbers, kinds and ids.
  private static let sentences: Set<String> = [
    "advice", "command", "directories", "directory", "failure", "group", "message", "other", "part",
    "path", "reason", "remarks", "stream", "subject", "summary", "title",
  ]

  private mutating func findNames(_ json: JSONTokens, _ data: [UInt8]) {
    for token in json.tokens where token.isText && Self.names.contains(token.key) {
      _ = masked(name: data[token.range])
    }
  }

  /// A name can have characters that are escaped in JSON; its mask has none.
  private mutating func masked(name: ArraySlice<UInt8>) -> [UInt8]? {
    guard name.contains(UInt8(ascii: "\\")) else { return mask.mask(Array(name), .name) }
    guard let text = text(ofLiteral: name) else { return nil }
    return mask.mask(Array(text.utf8), .name)
  }

  /// Names in a sentence are escaped like the sentence.
  private mutating func masked(sentence: ArraySlice<UInt8>, leastLength: Int) -> [UInt8] {
    guard sentence.contains(UInt8(ascii: "\\")), let text = text(ofLiteral: sentence) else {
      return mask.sentence(Array(sentence), leastLength: leastLength)
    }
    let buffer = ByteBuffer()
    buffer.append(json: mask.sentence(text, leastLength: leastLength))
    return withExtendedLifetime(buffer) { Array(buffer.bytes.dropFirst().dropLast()) }
  }

  private func text(ofLiteral literal: ArraySlice<UInt8>) -> String? {
    let literal = Data([UInt8(ascii: "\"")] + literal + [UInt8(ascii: "\"")])
    return try? JSONDecoder().decode(String.self, from: literal)
  }

  private mutating func masked(json: JSONTokens, _ data: [UInt8], sizes: [Int]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    var chunk = 0
    for token in json.tokens {
      var new: [UInt8]?
      if !token.isText {
        if token.outerKey == "chunks", token.key == "size", chunk < sizes.count {
          new = Array("\(sizes[chunk])".utf8)
          chunk += 1
        }
      } else if isPropertyOfState(token) {
        // Paths and cases, whose characters need no escapes.
        new = mask.mask(Array(data[token.range]), .value)
      } else if Self.names.contains(token.key) {
        new = masked(name: data[token.range])
      } else if !mask.names.isEmpty {
        // A short name could be a word that the page decodes.
        let isSentence = Self.sentences.contains(token.key)
        new = masked(sentence: data[token.range], leastLength: isSentence ? 1 : 4)
      }
      guard let new else { continue }
      result += data[position..<token.range.lowerBound] + new
      position = token.range.upperBound
    }
    return result + data[position...]
  }

  /// Whether a text is from a state difference, which is a value.
  private func isPropertyOfState(_ token: JSONTokens.Token) -> Bool {
    token.key == "values" || token.key == "property" && token.outerKey == "curves"
  }

  // MARK: - Chunks

  /// A column of a chunk.
  private func columns(_ data: [UInt8]) -> [UInt64: Range<Int>]? {
    var reader = VarintReader(data)
    guard let count = reader.next(), count <= 64 else { return nil }
    var sizes: [(number: UInt64, size: Int)] = []
    for _ in 0..<count {
      guard let number = reader.next(), let size = reader.next(), size <= UInt64(data.count) else {
        return nil
      }
      sizes.append((number, Int(size)))
    }
    var columns: [UInt64: Range<Int>] = [:]
    var start = reader.position
    for (number, size) in sizes {
      guard start + size <= data.count else { return nil }
      columns[number] = start..<(start + size)
      start += size
    }
    return columns
  }

  private mutating func maskTexts(_ data: inout [UInt8]) -> Bool {
    guard let columns = columns(data) else { return false }
    guard let texts = columns[32] else { return true }
    guard let references = columns[17] else { return false }
    var kindOfText: [UInt64: UInt64] = [:]
    var referenceReader = VarintReader(Array(data[references]))
    var kindReader = VarintReader(columns[3].map { Array(data[$0]) } ?? [])
    while let text = referenceReader.next() {
      // A column of zeros is left out.
      let kind = kindReader.next() ?? 0
      if text > 0 { kindOfText[text] = kind }
    }
    var reader = VarintReader(data, at: texts.lowerBound)
    var number: UInt64 = 0
    while reader.position < texts.upperBound {
      // A damaged page can have any size here.
      guard let size = reader.next(), reader.position <= texts.upperBound,
        size <= UInt64(texts.upperBound - reader.position)
      else { return false }
      number += 1
      let range = reader.position..<(reader.position + Int(size))
      mask(&data, range, kind: kindOfText[number] ?? Self.log)
      reader.position = range.upperBound
    }
    return true
  }

  private mutating func mask(_ data: inout [UInt8], _ range: Range<Int>, kind: UInt64) {
    let lineEnd = UInt8(ascii: "\n")
    var parts: [(range: Range<Int>, role: TextMask.Role)] = [
      (range, Self.values.contains(kind) ? .value : .text)
    ]
    // The message can have several lines: all of them could be metadata but the first.
    if kind == Self.log, let end = data[range].firstIndex(of: lineEnd) {
      let last = data[range].lastIndex(of: lineEnd) ?? end
      parts = [(range.lowerBound..<last, .text), (end..<range.upperBound, .value)]
    }
    for (part, role) in parts {
      guard let new = mask.mask(Array(data[part]), role) else { continue }
      for (index, byte) in zip(part, new) where data[index] != lineEnd { data[index] = byte }
    }
  }

  /// Masks names of functions.
  private mutating func maskProfile(_ data: inout [UInt8]) -> Bool {
    if mask.options.names.isEmpty { return true }
    guard let facts = columns(data)?[32], let json = JSONTokens(Array(data[facts])) else {
      return false
    }
    var frames = 0
    for token in json.tokens where token.isText && Self.names.contains(token.key) {
      // A frame has its text, its module and its kind.
      if token.key == "frames" {
        frames += 1
        if frames.isMultiple(of: 3) { continue }
      }
      let start = facts.lowerBound + token.range.lowerBound
      let range = start..<(start + token.range.count)
      // In place: a chunk has the sizes of its columns in front.
      if let new = mask.mask(Array(data[range]), .name) { data.replaceSubrange(range, with: new) }
    }
    return true
  }
}

/// Reads numbers of seven bits a byte.
private struct VarintReader {
  private let bytes: [UInt8]
  var position: Int

  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  mutating func next() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }
}
