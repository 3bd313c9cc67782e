import ByteBuffers
import Foundation
import Testing

/// Texts in JSON, of exports and of lines of events.
@Suite struct ByteBufferJSONTests {
  private func quoted(_ text: String) -> String {
    let json = ByteBuffer()
    json.append(json: text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", "\"\""), ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""),
    ("\n\r\t", "\"\\n\\r\\t\""), ("\u{0}\u{1b}\u{7f}", "\"\\u0000\\u001b\\u007f\""),
    ("\u{80}\u{9b}\u{9f}\u{a0}", "\"\\u0080\\u009b\\u009f\u{a0}\""),
    ("µ – 日本 🙂", "\"µ – 日本 🙂\""), ("\u{c2}é\u{2028}", "\"Âé\u{2028}\""),
  ])
  func appendJSON_controlCharacters_areEscaped(_ text: String, _ expected: String) {
    #expect(quoted(text) == expected)
  }

  @Test func appendJSON_randomText_isReadAgain() throws {
    let scalars: [Unicode.Scalar] =
      (0..<0x110).compactMap(Unicode.Scalar.init) + ["\u{2028}", "日", "🙂", "\u{ffff}"]
    for _ in 0..<500 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<20) { text.append(scalars.randomElement() ?? "x") }
      let json = quoted(String(text))
      let read = try JSONSerialization.jsonObject(
        with: Data(json.utf8), options: .fragmentsAllowed)
      #expect(read as? String == String(text))
      #expect(json.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }
}
