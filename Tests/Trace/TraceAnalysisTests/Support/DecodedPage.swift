import CZlib
import Foundation
import Testing

/// The data of a page, read back as `Documentation/PageFormat.md` describes it, with none of the
/// code that writes it.
struct DecodedPage {
  var head: Head
  var chunks: [[Record]]
  /// The CPU samples, `nil` if the page has none.
  var samples: [Sample]?
  /// The head as it stands in the page.
  var json: Data

  /// All records, in the order of the chunks.
  var records: [Record] { chunks.flatMap { $0 } }
  /// The spans and points.
  var contents: [Record] { records.filter { $0.kind != .block } }

  struct Head: Decodable {
    var version: Int
    var title: String
    var start: String
    var origin: Int64
    var duration: Int64
    var spans: Int
    var points: Int
    var filter: Filter?
    var processes: [Process]
    var threads: [Thread]
    var names: [[String]]
    var lanes: [Lane]
    var levels: [Int64]
    var chunks: [Chunk]
    var overview: Overview
    var curves: [Curve]
    var gaps: [Gap]
    var profile: Profile?

    struct Filter: Decodable, Equatable {
      var names: [String]?
      var prefixes: [String]?
      var processes: [String]?
      var hosts: [String]?
      var from: Int64?
      var to: Int64?
    }

    struct Process: Decodable, Equatable {
      var pid: Int64?
      var name: String
      var host: String
    }

    struct Thread: Decodable {
      var process: Int
      var tid: Int64
      var name: String
    }

    struct Lane: Decodable {
      var process: Int
      var kind: String
      var rows: Int
      var thread: Int?
      var store: String?
      var feature: Int?
      var name: Int?
    }

    struct Curve: Decodable {
      var process: Int
      var kind: String
      var store: String?
      var stores: Int?
      var property: String?
      var values: [String]?
      var marks: Int?
      var decimals: Int?
      /// Differences.
      var start: [Int64]
      var least: [Int]
      var most: [Int]
      var last: [Int]

      var times: [Int64] {
        var time: Int64 = 0
        return start.map { difference in
          time += difference
          return time
        }
      }
    }

    struct Chunk: Decodable {
      var level: Int
      var start: Int64
      var end: Int64
      var count: Int
      var size: Int
      var ids: [Range]
      var causes: [Range]
    }

    /// Process, kind, least and greatest id.
    struct Range: Decodable {
      var process: Int
      var kind: Int
      var ids: ClosedRange<UInt64>

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        process = try values.decode(Int.self)
        kind = try values.decode(Int.self)
        let least = try #require(UInt64(try values.decode(String.self)))
        let greatest = try #require(UInt64(try values.decode(String.self)))
        ids = least...greatest
      }
    }

    struct Overview: Decodable {
      var start: Int64
      var width: Int64
      var actions: [Int]
      var p99: [Int64]
    }

    struct Gap: Decodable, Equatable {
      var start: Int64
      var end: Int64
      var process: Int?
      var unit: String
      var count: Int?
      var stream: String
    }
  }

  enum Kind: Int {
    case action, effect, interval, observer, store
    case log, event, budget, payload, difference
    case block
  }

  struct Record: Equatable {
    var level: Int
    var start: Int64
    var duration: Int64
    var kind: Kind
    var lane: Int
    var row: Int
    var name: Int
    var state: Int
    var action: Int
    var low: Int
    var id: UInt64
    var cause: UInt64
    var parent: UInt64
    var nested: Int64
    var waited: Int64?
    var depth: UInt64
    var outputs: UInt64
    var text: String?
    var count: Int
    /// The busy part, in sixteenths.
    var busy: Int64
    var failed: Int
    var belongsTo: UInt64
    var place: Int

    var end: Int64 { start + duration }
    /// Whether the record is drawn at a level.
    func isDrawn(at level: Int) -> Bool { low <= level && level <= self.level }
    /// Payloads and differences are not.
    var isEverDrawn: Bool { kind != .payload && kind != .difference }
  }
}

// MARK: - Reading

extension DecodedPage {
  /// Reads a page that has its data in it.
  init(html: Data) throws {
    let text = String(decoding: html, as: UTF8.self)
    var elements: [String: Data] = [:]
    for part in text.components(separatedBy: "<script type=\"application/octet-stream\" id=\"")
      .dropFirst()
    {
      let id = String(part.prefix { $0 != "\"" })
      let content = part.dropFirst(id.count + 2).prefix { $0 != "<" }
      #expect(part.dropFirst(id.count + 2 + content.count).hasPrefix("</script>\n"))
      #expect(elements[id] == nil, "two elements are called \(id)")
      let data: Data = try #require(Data(base64Encoded: String(content)), "\(id) is no Base64")
      elements[id] = data
    }
    let head = try Self.inflated(try #require(elements["head"], "there is no head"))
    try self.init(head: head) { index in
      try #require(elements["chunk-\(index)"], "there is no chunk \(index)")
    }
    #expect(elements.count == self.head.chunks.count + (samples == nil ? 1 : 2))
  }

  init(head json: Data, chunk: (Int) throws -> Data) throws {
    self.json = json
    head = try JSONDecoder().decode(Head.self, from: json)
    chunks = []
    for (index, entry) in head.chunks.enumerated() {
      let data = try chunk(index)
      #expect(data.count == entry.size, "chunk \(index)")
      chunks.append(try Self.records(Self.inflated(data), entry, head.lanes))
    }
    if let number = head.profile?.chunk {
      samples = try Self.samples(Self.inflated(try chunk(number)))
      #expect(samples?.count == head.profile?.samples)
    }
  }

  private static func records(
    _ data: Data, _ entry: Head.Chunk, _ lanes: [Head.Lane]
  ) throws -> [Record] {
    var reader = VarintReader(data)
    var sizes: [(number: UInt64, size: Int)] = []
    for _ in 0..<(try reader.next()) {
      sizes.append((try reader.next(), Int(try reader.next())))
    }
    var columns: [UInt64: [UInt64]] = [:]
    var texts: [String] = []
    for (number, size) in sizes {
      let end = reader.place + size
      if number == 32 {
        while reader.place < end {
          texts.append(String(decoding: try reader.bytes(Int(try reader.next())), as: UTF8.self))
        }
      } else {
        var values: [UInt64] = []
        let lowBytes =
          [1, 2, 13, 14].contains(number) ? Array(try reader.bytes(entry.count)) : nil
        while reader.place < end { values.append(try reader.next()) }
        if let lowBytes { values = zip(values, lowBytes).map { $0 * 256 + UInt64($1) } }
        #expect(values.count == entry.count, "column \(number)")
        #expect(values.contains { $0 != 0 }, "column \(number) is not needed")
        columns[number] = values
      }
      #expect(reader.place == end, "column \(number)")
    }
    #expect(reader.place == data.count)

    var time = entry.start
    var ids: [Int: UInt64] = [:]
    var causes: [Int: UInt64] = [:]
    return try (0..<entry.count).map { index in
      func value(_ column: UInt64) -> UInt64 { columns[column]?[index] ?? 0 }
      time += Int64(value(1))
      let kind = try #require(Kind(rawValue: Int(value(3))))
      let lane = Int(value(4))
      try #require(lanes.indices.contains(lane))
      let key = lane * 16 + kind.rawValue
      let id = ids[key, default: 0] &+ UInt64(bitPattern: unfolded(value(10)))
      ids[key] = id
      var cause: UInt64 = 0
      if value(11) != 0 {
        cause = causes[key, default: 0] &+ UInt64(bitPattern: unfolded(value(11) - 1))
        causes[key] = cause
      }
      let parent =
        value(12) == 0 ? 0 : id &- UInt64(bitPattern: unfolded(value(12) - 1))
      return Record(
        level: entry.level, start: time, duration: Int64(value(2)), kind: kind, lane: lane,
        row: Int(value(5)), name: Int(value(6)), state: Int(value(7)), action: Int(value(8)),
        low: Int(value(9)), id: id, cause: cause, parent: parent, nested: Int64(value(13)),
        waited: value(14) == 0 ? nil : Int64(value(14)) - 1, depth: value(15),
        outputs: value(16), text: value(17) == 0 ? nil : texts[Int(value(17)) - 1],
        count: Int(value(18)), busy: Int64(value(19)), failed: Int(value(20)),
        belongsTo: value(21), place: Int(value(22)))
    }
  }

  static func unfolded(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  struct VarintReader {
    private let data: [UInt8]
    private(set) var place = 0

    init(_ data: Data) { self.data = Array(data) }

    mutating func next() throws -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 70, by: 7) {
        let byte = try #require(place < data.count ? data[place] : nil, "a number is cut off")
        place += 1
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return value }
      }
      throw CocoaError(.coderReadCorrupt)
    }

    mutating func bytes(_ count: Int) throws -> ArraySlice<UInt8> {
      try #require(place + count <= data.count)
      defer { place += count }
      return data[place..<place + count]
    }
  }

  /// Raw DEFLATE.
  static func inflated(_ data: Data) throws -> Data {
    var stream = z_stream()
    try #require(
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { inflateEnd(&stream) }
    var input = Array(data)
    var output = Data()
    var status = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while status == Z_OK {
        let count = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return buffer.count - Int(stream.avail_out)
        }
        output.append(contentsOf: buffer[..<count])
      }
    }
    #expect(status == Z_STREAM_END && stream.avail_in == 0)
    return output
  }
}
