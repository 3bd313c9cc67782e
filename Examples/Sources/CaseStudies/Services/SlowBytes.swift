import FlyingSocks

/// Zeroes that arrive in parts, with a pause before each.
struct SlowBytes: AsyncBufferedSequence, Sendable {
  typealias Element = UInt8

  let count: Int
  let pause: Duration

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate var rest: Int
    fileprivate let part: Int
    fileprivate let pause: Duration

    mutating func next() async throws -> UInt8? {
      guard rest > 0 else { return nil }
      rest -= 1
      return 0
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard rest > 0 else { return nil }
      try await Task.sleep(for: pause)
      let size = Swift.min(part, rest)
      rest -= size
      return Array(repeating: 0, count: size)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(rest: count, part: Swift.max(count / 40, 1), pause: pause)
  }
}
