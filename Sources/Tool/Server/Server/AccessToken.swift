import ByteBuffers

/// A secret in an address that grants read access.
///
/// Other users of the machine can connect to a port of the loopback interface, too.
struct AccessToken: Sendable, Equatable {
  /// 32 hexadecimal digits, 128 random bits of the system.
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = [generator.next() as UInt64, generator.next()].map(String.init(hexadecimal:)).joined()
  }

  /// Whether a text is the token. The comparison takes constant time, so that the time of an answer
  /// reveals nothing about a partial match.
  func matches(_ candidate: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(candidate.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
