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

  /// A feature's state, a nested type, a generic type, and a presented state.
  @Test func nestedState_namesProperties() throws {
    let inner = #"{"child":{"count":1},"draft":{"name":""},"page":{"items":[1]},"title":"a"}"#
    var state = Paper.State()
    state.child = CountState()
    #expect(try encoded(state) == inner)
    try expectRoundTrip(state)
    let stored =
      #"{"_child":{"count":1},"_draft":{"_name":""},"_page":{"_items":[1]},"_title":"a"}"#
    #expect(try JSONDecoder().decode(Paper.State.self, from: Data(stored.utf8)) == state)
    #expect(try encoded(Paper.State()) == inner.replacing(#""child":{"count":1},"#, with: ""))
  }

  @Test func stateThatIsEncodableOnly_namesProperties() throws {
    #expect(try encoded(WrittenState()) == #"{"count":1}"#)
    let stored = Data(#"{"_count":4}"#.utf8)
    #expect(try JSONDecoder().decode(ReadState.self, from: stored).count == 4)
  }

  /// A property list has no strategy for keys, and neither format changes the names.
  @Test func propertyList_namesProperties() throws {
    let data = try PropertyListEncoder().encode(CountState(count: 5))
    #expect(try PropertyListDecoder().decode([String: Int].self, from: data) == ["count": 5])
    let stored = try PropertyListEncoder().encode(["_count": 6])
    #expect(try PropertyListDecoder().decode(CountState.self, from: stored).count == 6)
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

@Reducer private struct Paper {
  @ObservableState struct State: Equatable {
    var title = "a"
    var draft = Draft()
    var page = Page<Int>(items: [1])
    @Presents var child: CountState?

    @ObservableState struct Draft: Equatable { var name = "" }
  }
  enum Action { case child(PresentationAction<Never>) }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
extension Paper.State: Codable {}
extension Paper.State.Draft: Codable {}

@ObservableState
private struct Page<Item> {
  var items: [Item]
}
extension Page: Equatable where Item: Equatable {}
extension Page: Codable where Item: Codable {}

@ObservableState
private struct WrittenState: Encodable { var count = 1 }

@ObservableState
private struct ReadState { var count = 1 }
extension ReadState: Decodable {}
