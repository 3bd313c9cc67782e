/// An action whose order among others may have been chance.
struct RacingAction {
  let id: UInt64
  let name: NameID
  let start: Int64
  /// The effect that sent it; `nil` if it came from outside.
  let effect: Effect?
  /// The properties that it changed, as the outermost wrapper that says so names them.
  private(set) var properties: [String] = []
  private var depth = Int.max

  struct Effect {
    let id: UInt64
    /// The action that started it.
    let name: NameID
    let start: Int64
  }

  init(_ span: borrowing Span, sentBy effect: Effect?) {
    id = span.id
    name = span.name
    start = span.start
    self.effect = effect
  }

  /// Records the changed properties, unless an outer wrapper has.
  mutating func add(_ difference: StateDifference, depth: Int) {
    guard depth < self.depth else { return }
    self.depth = depth
    properties = difference.changes.map(\.path)
  }

  /// Whether this action could have come before an earlier one of its store: neither has caused the
  /// other, and they have different senders.
  func isConcurrent(with earlier: RacingAction) -> Bool {
    guard let effect else { return earlier.effect != nil }
    return effect.id != earlier.effect?.id && effect.start < earlier.start
  }

  /// The properties that both have changed, or a part of which one of them has.
  func commonProperties(with other: RacingAction) -> [String] {
    properties.filter { property in
      other.properties.contains { Self.isPart(property, of: $0) || Self.isPart($0, of: property) }
    }
  }

  private static func isPart(_ path: String, of whole: String) -> Bool {
    if path == whole || whole == StateDifference.whole { return true }
    guard path.hasPrefix(whole) else { return false }
    return [".", "["].contains(path.dropFirst(whole.count).first)
  }
}
