import ComposableCore

/// The difference of an order that fails from the usual one: the events that others overtake, and
/// the events that only one of them has.
struct OrderDifference {
  /// An event that comes after others in the failing order, and before them in the usual one. All
  /// are positions in the failing order.
  struct Delay: Equatable {
    let event: Int
    /// The events that come first here, with the properties that they change as well.
    var overtaking: [Overtaking]
  }

  struct Overtaking: Equatable {
    let event: Int
    let properties: [String]
  }

  let delays: [Delay]
  /// The positions of the events that the usual order lacks.
  let additional: [Int]
  /// The positions in the usual order of the events that the failing order lacks.
  let missing: [Int]

  /// More would hide the first.
  private static let maximumCount = 3

  init(failing: [ExploredEvent], usual: [ExploredEvent]) {
    let keys = Self.keys(of: failing)
    let usualKeys = Self.keys(of: usual)
    let positions = Dictionary(
      usualKeys.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let usualPositions = keys.map { positions[$0] }
    let delays = failing.indices.compactMap { event -> Delay? in
      guard let position = usualPositions[event] else { return nil }
      let overtaking = (0..<event).filter { (usualPositions[$0] ?? -1) > position }
      guard !overtaking.isEmpty else { return nil }
      return Delay(
        event: event,
        overtaking: overtaking.map {
          Overtaking(event: $0, properties: Self.common(failing[$0], failing[event]))
        })
    }
    // Steps of the test may read all that an action changes.
    let meeting = delays.compactMap { delay -> Delay? in
      var delay = delay
      delay.overtaking.removeAll { $0.properties.isEmpty && !failing[$0.event].isStep }
      return delay.overtaking.isEmpty && !failing[delay.event].isStep ? nil : delay
    }
    let shown = meeting.isEmpty ? delays : meeting
    // Nothing else explains a failure better than the last actions before it.
    self.delays = Array(shown.suffix(Self.maximumCount))
    additional = Array(
      failing.indices.filter { usualPositions[$0] == nil }.prefix(Self.maximumCount))
    let known = Set(keys)
    missing = Array(
      usual.indices.filter { !known.contains(usualKeys[$0]) }.prefix(Self.maximumCount))
  }

  /// The names of events that are the same in both orders: the text and the chain of causes, and
  /// the number among those with both in common.
  private static func keys(of events: [ExploredEvent]) -> [String] {
    var keys: [String] = []
    var counts: [String: Int] = [:]
    for event in events {
      let name = "\(event.cause.map { "\(keys[$0]) → " } ?? "")\(event.text)"
      counts[name, default: 0] += 1
      keys.append("\(name) \(counts[name, default: 0])")
    }
    return keys
  }

  /// The properties that both events change: `posts` and `posts[0].title` meet in the second.
  private static func common(_ one: ExploredEvent, _ other: ExploredEvent) -> [String] {
    one.changedProperties.compactMap { property in
      other.changedProperties.first { isPart($0, of: property) }
        ?? (other.changedProperties.contains { isPart(property, of: $0) } ? property : nil)
    }
  }

  private static func isPart(_ property: String, of whole: String) -> Bool {
    property == whole || property.hasPrefix("\(whole).") || property.hasPrefix("\(whole)[")
  }
}

extension ExploredEvent {
  /// Whether the event is a step of the test or a choice, rather than an action.
  fileprivate var isStep: Bool { change == nil }
}
