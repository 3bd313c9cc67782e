import ComposableCore

/// Texts collected from anywhere.
final class LockedTexts: Sendable {
  private let texts = Locked<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) {
    texts.withLock { $0.append(text) }
  }
}
