/// Numbers of events by kind, where the begin and the end of an interval count as one.
public struct RecordedEvents: Codable, Equatable, Sendable {
  /// Actions that a wrapped reducer handled.
  public var actions: Int
  /// Effects that a wrapped reducer returned.
  public var effects: Int
  /// Intervals of signposters.
  public var intervals: Int
  /// Events of signposters, and log records.
  public var points: Int

  /// Actions that were sent to a store.
  public var sends: Int

  /// Creates numbers of events.
  public init(
    actions: Int = 0, effects: Int = 0, intervals: Int = 0, points: Int = 0, sends: Int = 0
  ) {
    self.actions = actions
    self.effects = effects
    self.intervals = intervals
    self.points = points
    self.sends = sends
  }

  /// The events that recorded benchmarks have emitted since the program was started, including
  /// warm-up.
  @MainActor public internal(set) static var emitted = RecordedEvents()

  static func += (sum: inout Self, more: Self) {
    sum.actions += more.actions
    sum.effects += more.effects
    sum.intervals += more.intervals
    sum.points += more.points
    sum.sends += more.sends
  }

  static func * (events: Self, count: Int) -> Self {
    Self(
      actions: events.actions * count, effects: events.effects * count,
      intervals: events.intervals * count, points: events.points * count,
      sends: events.sends * count)
  }
}
