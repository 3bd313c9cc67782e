import ByteBuffers
import Testing

/// Bytes that exports collect.
@Suite struct ByteBufferTests {
  private func text(_ fill: (ByteBuffer) -> Void) -> String {
    // The smallest, so that it grows at each step.
    let bytes = ByteBuffer(capacity: 0)
    fill(bytes)
    return String(decoding: bytes.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0 as UInt64, 1, "0"), (7, 3, "007"), (999, 3, "999"), (1000, 3, "1000"),
    (.max, 1, "18446744073709551615"), (.max, 20, "18446744073709551615"),
    (0, 20, "\(String(repeating: "0", count: 20))"),
  ])
  func appendDecimal_digits_areTheLeast(number: UInt64, digits: Int, expected: String) {
    #expect(text { $0.append(decimal: number, digits: digits) } == expected)
  }

  @Test(arguments: [0 as Int64, -1, 1, .min, .max])
  func appendDecimal_signedNumber_isAsSwiftPrintsIt(number: Int64) {
    #expect(text { $0.append(decimal: number) } == "\(number)")
  }

  @Test func append_growingBuffer_keepsWhatItHas() {
    let parts = (0..<300).map { "\($0)é" }
    #expect(text { bytes in parts.forEach { bytes.append($0) } } == parts.joined())
    let bytes = ByteBuffer(capacity: 1)
    bytes.append("abc")
    let other = ByteBuffer()
    other.append(bytes)
    other.append(ByteBuffer())
    bytes.removeAll()
    #expect(bytes.isEmpty)
    #expect(String(decoding: other.bytes, as: UTF8.self) == "abc")
  }

  @Test(arguments: 0...4)
  func insertZeros_position_movesTheRest(position: Int) {
    let inserted = text {
      $0.append("abcd")
      $0.insertZeros(3, at: position)
    }
    var expected = Array("abcd")
    expected.insert(contentsOf: "\0\0\0", at: position)
    #expect(inserted == String(expected))
  }

  @Test func appendJSONID_largestNumber_isAString() {
    #expect(text { $0.append(jsonID: .max) } == "\"18446744073709551615\"")
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), (" spaces ", " spaces "), ("a,b", "\"a,b\""),
    ("say \"x\"", "\"say \"\"x\"\"\""), ("two\nlines", "\"two\nlines\""), ("\r", "\"\r\""),
    ("日本,語", "\"日本,語\""),
  ])
  func appendCSV_specialCharacters_areQuoted(field: String, expected: String) {
    #expect(text { $0.append(csv: field) } == expected)
  }

  @Test func csvLine_emptyFields_haveTheirCommas() {
    let line = text {
      var line = CSVLine(in: $0)
      line.addNone()
      line.add(-5 as Int64)
      line.add(nil as Int64?)
      line.add(id: 0)
      line.add(id: 7)
      line.add(word: nil)
      line.add(text: "a,b")
      line.end()
    }
    #expect(line == ",-5,,,7,,\"a,b\"\r\n")
  }
}
