import CompanionSupport

/// Texts collected from anywhere.
package final class LockedTexts: Sendable {
  private let texts = Locked<[String]>([])

  package init() {}

  package var all: [String] { texts.withLock { $0 } }

  package func append(_ text: String) {
    texts.withLock { $0.append(text) }
  }
}
