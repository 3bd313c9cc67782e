import Foundation
import Testing

extension DecodedPage {
  /// A CPU sample of a page.
  struct Sample: Equatable {
    var time: Int64
    var period: UInt64
    /// The outermost frame first.
    var stack: [Frame]
    /// The outermost span first.
    var spans: [OpenSpan]
  }

  struct Frame: Equatable {
    var text: String
    var module: String
    var kind: String
  }

  struct OpenSpan: Equatable {
    var kind: String
    var process: Int
    var prefix: String
    var name: String
    var category: String?
    var id: UInt64
  }

  /// The samples in the head.
  struct Profile: Decodable {
    var chunk: Int?
    var samples: Int?
    var failure: String?
  }

  private struct Facts: Decodable {
    var start: Int64
    var samples: Int
    var nodes: Int
    var spans: Int
    var frequency: Int
    var lost: Int
    var foreign: Int
    var frames: [[String]]
    var owners: [Owner]

    struct Owner: Decodable {
      var kind: String
      var process: Int
      var prefix: String
      var name: String
      var category: String?
    }
  }

  static func samples(_ data: Data) throws -> [Sample] {
    var reader = VarintReader(data)
    var sizes: [(number: UInt64, size: Int)] = []
    for _ in 0..<(try reader.next()) {
      sizes.append((try reader.next(), Int(try reader.next())))
    }
    var columns: [UInt64: [UInt64]] = [:]
    var json = Data()
    for (number, size) in sizes {
      let end = reader.place + size
      if number == 32 {
        json = Data(try reader.bytes(size))
      } else {
        var values: [UInt64] = []
        while reader.place < end { values.append(try reader.next()) }
        columns[number] = values
      }
      #expect(reader.place == end, "column \(number)")
    }
    #expect(reader.place == data.count)
    let facts = try JSONDecoder().decode(Facts.self, from: json)
    for (numbers, count) in [(1...4, facts.samples), (5...6, facts.nodes), (7...9, facts.spans)] {
      for number in numbers { #expect(columns[UInt64(number)]?.count == count, "column \(number)") }
    }

    /// A tree as its paths, the outermost node first.
    func paths(_ distances: [UInt64]) throws -> [[Int]] {
      var paths: [[Int]] = []
      for (number, distance) in distances.enumerated() {
        try #require(distance <= number)
        paths.append((distance == 0 ? [] : paths[number - Int(distance)]) + [number])
      }
      return paths
    }
    let nodes = try paths(columns[5] ?? [])
    let spans = try paths(columns[7] ?? [])
    var id: UInt64 = 0
    let ids = (columns[9] ?? []).map { value in
      id = id &+ UInt64(bitPattern: unfolded(value))
      return id
    }
    var time = facts.start
    return try (0..<facts.samples).map { index in
      func value(_ column: UInt64, _ index: Int) throws -> Int {
        Int(try #require(columns[column])[index])
      }
      time += Int64(try value(1, index))
      let span = try value(4, index)
      return Sample(
        time: time, period: UInt64(try value(2, index)),
        stack: try nodes[try value(3, index)].map { node in
          let frame = facts.frames[try value(6, node)]
          return Frame(text: frame[0], module: frame[1], kind: frame[2])
        },
        spans: span == 0
          ? []
          : try spans[span - 1].map { node in
            let owner = facts.owners[try value(8, node)]
            return OpenSpan(
              kind: owner.kind, process: owner.process, prefix: owner.prefix, name: owner.name,
              category: owner.category, id: ids[node])
          })
    }
  }
}
