import ComposableCore
import Foundation
import Testing

/// States as `@ObservableState` expands them, without the observation: the names of their storage
/// begin with an underscore, and the keys are the names of the properties.
@Suite struct ObservedCodingKeyTests {
  @Test func encodedState_namesProperties() throws {
    let text = try encoded(CodedValues())
    #expect(text.contains(#""bool":true"#))
    #expect(!text.contains("_"))
  }

  @Test func decodedState_hasValuesOfEachType() throws {
    #expect(try decoded(CodedValues.self, from: encoded(CodedValues())) == CodedValues())
    #expect(try decoded(CodedOptionals.self, from: encoded(CodedOptionals())) == CodedOptionals())
  }

  /// Earlier versions wrote the names of the storage.
  @Test func namesOfStorage_decodeValuesOfEachType() throws {
    let values = try namingStorage(encoded(CodedValues()))
    #expect(values.contains(#""_bool":true"#))
    #expect(try decoded(CodedValues.self, from: values) == CodedValues())
    let optionals = try namingStorage(encoded(CodedOptionals()))
    #expect(try decoded(CodedOptionals.self, from: optionals) == CodedOptionals())
  }

  @Test func bothNames_decodeTheValueOfTheProperty() throws {
    let text = #"{"number":1,"_number":2}"#
    #expect(try decoded(CodedPresentation.self, from: text) == CodedPresentation(_number: 1))
  }

  @Test func missingOptional_isNil() throws {
    #expect(try decoded(CodedOptionals.self, from: "{}") == CodedOptionals.absent)
  }

  @Test func missingPresentedState_isNotPresented() throws {
    #expect(
      try decoded(CodedPresentation.self, from: #"{"number":1}"#) == CodedPresentation(_number: 1))
    let presented = CodedPresentation(_number: 1, _child: PresentationState(wrappedValue: "a"))
    #expect(try decoded(CodedPresentation.self, from: encoded(presented)) == presented)
  }

  private func encoded(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func namingStorage(_ text: String) -> String {
    text.replacing(/"(\w+)":/) { #""_\#($0.1)":"# }
  }
}

/// A property of each type that the standard library decodes by a function of its own.
private struct CodedValues: Codable, Equatable {
  var _bool = true
  var _string = "text"
  var _double = 1.5
  var _float: Float = 2.5
  var _int = 3
  var _int8: Int8 = 4
  var _int16: Int16 = 5
  var _int32: Int32 = 6
  var _int64: Int64 = 7
  var _uint: UInt = 8
  var _uint8: UInt8 = 9
  var _uint16: UInt16 = 10
  var _uint32: UInt32 = 11
  var _uint64: UInt64 = 12
  var _list = [13]

  private enum CodingKeys: String, _ObservedCodingKey {
    case _bool = "bool"
    case _string = "string"
    case _double = "double"
    case _float = "float"
    case _int = "int"
    case _int8 = "int8"
    case _int16 = "int16"
    case _int32 = "int32"
    case _int64 = "int64"
    case _uint = "uint"
    case _uint8 = "uint8"
    case _uint16 = "uint16"
    case _uint32 = "uint32"
    case _uint64 = "uint64"
    case _list = "list"
  }
}

private struct CodedOptionals: Codable, Equatable {
  var _bool: Bool? = true
  var _string: String? = "text"
  var _double: Double? = 1.5
  var _float: Float? = 2.5
  var _int: Int? = 3
  var _int8: Int8? = 4
  var _int16: Int16? = 5
  var _int32: Int32? = 6
  var _int64: Int64? = 7
  var _uint: UInt? = 8
  var _uint8: UInt8? = 9
  var _uint16: UInt16? = 10
  var _uint32: UInt32? = 11
  var _uint64: UInt64? = 12
  var _list: [Int]? = [13]

  static let absent = Self(
    _bool: nil, _string: nil, _double: nil, _float: nil, _int: nil, _int8: nil, _int16: nil,
    _int32: nil, _int64: nil, _uint: nil, _uint8: nil, _uint16: nil, _uint32: nil, _uint64: nil,
    _list: nil)

  private enum CodingKeys: String, _ObservedCodingKey {
    case _bool = "bool"
    case _string = "string"
    case _double = "double"
    case _float = "float"
    case _int = "int"
    case _int8 = "int8"
    case _int16 = "int16"
    case _int32 = "int32"
    case _int64 = "int64"
    case _uint = "uint"
    case _uint8 = "uint8"
    case _uint16 = "uint16"
    case _uint32 = "uint32"
    case _uint64 = "uint64"
    case _list = "list"
  }
}

private struct CodedPresentation: Codable, Equatable {
  var _number = 0
  var _child = PresentationState<String>(wrappedValue: nil)

  private enum CodingKeys: String, _ObservedCodingKey {
    case _number = "number"
    case _child = "child"
  }
}
