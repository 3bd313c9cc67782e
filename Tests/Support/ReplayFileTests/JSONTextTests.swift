import Foundation
import Testing

@testable import ReplayFile

/// Values within the text of JSON.
@Suite struct JSONTextTests {
  private func value(_ object: String) -> String? {
    JSONText.value(of: "data", in: Data(object.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    (#"{"data":1}"#, "1"), (#" { "data" : [1, {"a":"]"}] , "b":2}"#, #"[1, {"a":"]"}] "#),
    (#"{"a":{"data":1},"data":{"x":"}"}}"#, #"{"x":"}"}"#), (#"{"data":"\"}\\"}"#, #""\"}\\""#),
    (#"{"a":"data","b":2}"#, nil), (#"{"a":{"data":1}}"#, nil), ("[1]", nil), ("", nil), ("{", nil),
    (#"{"data""#, nil), (#"{"dat\"#, nil), (#"{"data":null}"#, "null"),
  ])
  func value_keyOfTheObjectItself_isItsText(object: String, expected: String?) {
    #expect(value(object) == expected)
  }

  /// No byte beyond the end is read.
  @Test func value_textThatIsCutOff_endsWithIt() {
    let text = Data(#"{"a":"\\","data":{"b":["\"\\",1],"c":"x\"#.utf8)
    for count in 0...text.count {
      let part = text.prefix(count)
      if let value = JSONText.value(of: "data", in: part) { #expect(part.count >= value.count) }
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":[1,2]}"#, #"{"b":[2,1],"a":1}"#, true),
    (#""1""#, "1", false), (#"{"a":null}"#, "{}", false),
    (#""\u00e9""#, #""é""#, true), ("[1,1,2]", "[1,2,2]", false), ("[", "]", false),
    ("[", "[", true),
    (#"["a,b"]"#, #"["a","b"]"#, false), (#"[["a"],"b"]"#, #"[["a","b"]]"#, false),
  ])
  func isSame_values_areCompared(first: String, second: String, expected: Bool) {
    #expect(JSONText.isSame(Data(first.utf8), Data(second.utf8)) == expected)
  }

  @Test(arguments: [
    ("{}", true), ("1", true), ("\"a\"", true), ("", false), ("{", false), ("{}\n", false),
    ("a", false),
  ])
  func isJSON_oneLine_isRequired(text: String, expected: Bool) {
    #expect(ReplayFileText.isJSON(Data(text.utf8)) == expected)
  }
}
