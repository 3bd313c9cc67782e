import ByteBuffers
import Foundation
import ReplayFile
import TestSupport
import Testing

@Suite struct StateDigestTests {
  private struct Row: Codable, Hashable {
    var id: Int
    var title: String
    var done: Bool
    var parts: [Double]
    var note: String?
    var names: [String: Int]
    var marks: Set<Int>
    var byRow: [Int: [String]]
    var when: Date
  }

  private static func row(_ generator: inout SplitMix) -> Row {
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    let marks = (0..<number(6)).map { _ in number(100) }
    return Row(
      id: number(1000), title: "title \(number(1000))", done: number(2) == 0,
      parts: (0..<number(4)).map { _ in Double(number(1000)) / 8 },
      note: number(2) == 0 ? nil : "note \(number(10))",
      names: Dictionary((0..<number(5)).map { _ in ("key \(number(50))", number(9)) }) { $1 },
      marks: Set(marks),
      byRow: Dictionary((0..<number(5)).map { _ in (number(50), ["\(number(9))"]) }) { $1 },
      when: Date(timeIntervalSinceReferenceDate: Double(number(1 << 20))))
  }

  /// Sets and dictionaries with the same content, filled in other orders, are laid out otherwise.
  @Test func equalValuesHaveEqualDigests() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SplitMix(seed: seed)
    for _ in 0..<200 {
      let row = Self.row(&generator)
      var copy = row
      copy.marks = Set(minimumCapacity: 1000)
      for mark in row.marks.sorted(by: >) { copy.marks.insert(mark) }
      copy.byRow = Dictionary(minimumCapacity: 500)
      for (key, value) in row.byRow.sorted(by: { $0.key > $1.key }) { copy.byRow[key] = value }
      copy.names = Dictionary(minimumCapacity: 500)
      for (key, value) in row.names { copy.names[key] = value }
      #expect(try StateDigest.of(copy) == StateDigest.of(row), "seed \(seed)")
      let decoded = try ReplayCoding.decoder()
        .decode(Row.self, from: ReplayCoding.encoder().encode(row))
      #expect(try StateDigest.of(decoded) == StateDigest.of(row), "seed \(seed)")
    }
  }

  @Test func otherValuesHaveOtherDigests() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SplitMix(seed: seed)
    var digests: [UInt64: Row] = [:]
    for _ in 0..<2000 {
      let row = Self.row(&generator)
      let other = digests.updateValue(row, forKey: try StateDigest.of(row))
      #expect(other == nil || other == row, "seed \(seed)")
    }
    try expectDifferent([1, 2], [2, 1])
    try expectDifferent([Int](), [String: Int]())
    try expectDifferent([0], [0, 0])
    try expectDifferent(["a": "b"], ["b": "a"])
    try expectDifferent([1: 2], [2: 1])
    try expectDifferent(Int?.none, 0)
    try expectDifferent("1", 1)
    try expectDifferent([[1], [2]], [[1, 2]])
  }

  private struct Wide: Encodable {
    var signed: Int128
    var unsigned: UInt128
  }

  /// In all three kinds of containers.
  @Test func of_integersOf128Bits_dependsOnAllBits() throws {
    let one = Int128(1)
    try expectDifferent(one, one << 64 + 1)
    try expectDifferent(UInt128(1), UInt128(1) << 127 + 1)
    try expectDifferent([one], [one << 64 + 1])
    try expectDifferent([UInt128(1)], [UInt128(1) << 127 + 1])
    let digests = [
      Wide(signed: 1, unsigned: 1), Wide(signed: -1, unsigned: 1),
      Wide(signed: one << 64 + 1, unsigned: 1), Wide(signed: 1, unsigned: UInt128(1) << 64 + 1),
      Wide(signed: 1, unsigned: .max),
    ].map { try? StateDigest.of($0) }
    #expect(!digests.contains(nil))
    #expect(Set(digests).count == digests.count)
    #expect(try StateDigest.of(Wide(signed: 1, unsigned: 1)) == digests[0])
  }

  @Test func of_equalFloatingPointNumbers_areEqual() throws {
    #expect(try StateDigest.of(0.0) == StateDigest.of(-0.0))
    #expect(try StateDigest.of([Float(0)]) == StateDigest.of([-Float(0)]))
    #expect(try StateDigest.of(["x": 0.0]) == StateDigest.of(["x": -0.0]))
    #expect(try StateDigest.of(Set([0.0, 1])) == StateDigest.of(Set([-0.0, 1])))
    try expectDifferent(0.0, 1.0)
  }

  private func expectDifferent(
    _ first: some Encodable, _ second: some Encodable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let digests = (try StateDigest.of(first), try StateDigest.of(second))
    #expect(digests.0 != digests.1, sourceLocation: sourceLocation)
  }

  /// Files are compared with the results of another process, or of a later version.
  @Test func digestsAreWhatTheyWere() throws {
    let digest = try StateDigest.of(["count": 1])
    #expect(String(hexadecimal: digest) == "b0171de7ce4848a2")
    #expect(String(hexadecimal: 255) == "00000000000000ff")
  }
}
