import FlyingFox
import FlyingSocks
import Foundation

/// Texts as a body of server-sent events.
struct EventStream: AsyncBufferedSequence, Sendable {
  typealias Element = UInt8

  let texts: AsyncStream<String>

  struct Iterator: AsyncBufferedIteratorProtocol {
    var texts: AsyncStream<String>.Iterator
    private var rest: [UInt8] = []

    init(texts: AsyncStream<String>.Iterator) {
      self.texts = texts
    }

    mutating func next() async throws -> UInt8? {
      if rest.isEmpty { rest = try await nextBuffer(suggested: 1) ?? [] }
      return rest.isEmpty ? nil : rest.removeFirst()
    }

    /// The next event as a whole, however long it is.
    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      await texts.next().map { Array("data: \($0)\n\n".utf8) }
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(texts: texts.makeAsyncIterator()) }
}
