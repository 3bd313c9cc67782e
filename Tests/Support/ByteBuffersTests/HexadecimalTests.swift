import ByteBuffers
import Testing

/// Numbers as text of a fixed length.
@Suite struct HexadecimalTests {
  @Test(arguments: [
    (0 as UInt64, "0000000000000000"), (255, "00000000000000ff"), (.max, "ffffffffffffffff"),
  ])
  func init_number_hasSixteenDigits(number: UInt64, text: String) {
    #expect(String(hexadecimal: number) == text)
  }
}
