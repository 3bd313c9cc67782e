import ComposableArchitecture
import Foundation
import Testing

@Suite struct CodableStateTests {
  private static let json = #"""
    {"child":{"count":1},"count":2,"date":3,"fixed":4,"ignored":5,"optional":6,"tags":["a"]}
    """#

  @Test func encodedState_namesProperties_whereverCodableIsDeclared() throws {
    #expect(try encoded(Declared()) == Self.json)
    #expect(try encoded(Qualified()) == Self.json)
    #expect(try encoded(Extended()) == Self.json)
  }

  @Test func decodedState_isEqual() throws {
    try expectRoundTrip(Declared())
    try expectRoundTrip(Qualified())
    try expectRoundTrip(Extended())
    let empty = Data(#"{"child":{"count":1},"count":2,"date":3,"ignored":5,"tags":[]}"#.utf8)
    #expect(try JSONDecoder().decode(Extended.self, from: empty).optional == nil)
  }

  /// Earlier versions named the storage if an extension declared 'Codable'.
  @Test func stateWithNamesOfStorage_isDecoded() throws {
    let json = #"""
      {"_child":{"_count":1},"_count":7,"_date":3,"fixed":4,"ignored":5,"_optional":8,"_tags":["b"]}
      """#
    let state = try JSONDecoder().decode(Extended.self, from: Data(json.utf8))
    var expected = Extended()
    expected.count = 7
    expected.optional = 8
    expected.tags = ["b"]
    #expect(state == expected)
    let mixed = #"""
      {"_child":{"count":9},"_count":7,"date":3,"fixed":4,"ignored":5,"tags":["b"]}
      """#
    #expect(try JSONDecoder().decode(Extended.self, from: Data(mixed.utf8)).child.count == 9)
  }

  @Test func missingValue_isAnErrorThatNamesTheProperty() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CountState.self, from: Data("{}".utf8))
    }
    guard case .keyNotFound(let key, _) = error else {
      Issue.record("Another error was thrown.")
      return
    }
    #expect(key.stringValue == "count")
  }

  @Test func ownCodingKeys_areUsed() throws {
    #expect(try encoded(OwnKeys()) == #"{"number":1}"#)
    try expectRoundTrip(OwnKeys())
  }

  private func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: data) == value)
  }
}

@ObservableState
private struct CountState: Equatable {
  var count = 1
}
extension CountState: Codable {}

@ObservableState
private struct Declared: Equatable, Codable {
  var count = 2
  var child = CountState()
  var date = Date(timeIntervalSinceReferenceDate: 3)
  let fixed = 4
  @ObservationStateIgnored var ignored = 5
  var optional: Int? = 6
  var tags: [String] = ["a"]
}

@ObservableState
private struct Qualified: Equatable, Swift.Codable {
  var count = 2
  var child = CountState()
  var date = Date(timeIntervalSinceReferenceDate: 3)
  let fixed = 4
  @ObservationStateIgnored var ignored = 5
  var optional: Int? = 6
  var tags: [String] = ["a"]
}

@ObservableState
private struct Extended: Equatable {
  var count = 2
  var child = CountState()
  var date = Date(timeIntervalSinceReferenceDate: 3)
  let fixed = 4
  @ObservationStateIgnored var ignored = 5
  var optional: Int? = 6
  var tags: [String] = ["a"]
}
extension Extended: Codable {}

@ObservableState
private struct OwnKeys: Equatable {
  var count = 1
  enum CodingKeys: String, CodingKey { case _count = "number" }
}
extension OwnKeys: Codable {}
