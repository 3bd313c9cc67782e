import Testing

@testable import CaseStudies

@Suite struct WebSocketFrameTests {
  /// Reads a frame from these bytes.
  private func read(_ bytes: [UInt8]) async throws -> WebSocketFrame {
    var rest = bytes[...]
    return try await WebSocketFrame.read { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  // The examples of RFC 6455, section 5.7.
  @Test func encodesTheMaskedTextOfTheSpecification() {
    let frame = WebSocketFrame(.text, payload: Array("Hello".utf8))
    #expect(
      frame.encoded(mask: [0x37, 0xFA, 0x21, 0x3D])
        == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
  }

  @Test func readsTheFragmentsOfTheSpecification() async throws {
    #expect(
      try await read([0x01, 0x03, 0x48, 0x65, 0x6C])
        == WebSocketFrame(.text, isLast: false, payload: Array("Hel".utf8)))
    #expect(
      try await read([0x80, 0x02, 0x6C, 0x6F])
        == WebSocketFrame(.continuation, payload: Array("lo".utf8)))
  }

  @Test(arguments: [(125, 2), (126, 4), (65_535, 4), (65_536, 10)])
  func theLengthTakesAsManyBytesAsItNeeds(_ count: Int, _ headCount: Int) async throws {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let frame = WebSocketFrame(.binary, payload: payload)
    var bytes = frame.encoded(mask: [0, 0, 0, 0])
    #expect(bytes.count == headCount + 4 + count)
    // A server would send the same without the mask.
    bytes[1] &= 0x7F
    bytes.removeSubrange(headCount..<(headCount + 4))
    #expect(try await read(bytes) == frame)
  }

  @Test func rejectsKindsThatDoNotExist() async {
    await #expect(throws: WebSocketFailure.unknownFrame(3)) { try await read([0x83, 0x00]) }
  }
}
