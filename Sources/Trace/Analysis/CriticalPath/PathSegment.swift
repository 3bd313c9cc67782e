/// The kind of work or waiting at a moment of a critical path.
public enum PathSegment: String, Sendable, CaseIterable, Codable {
  /// A reducer processed an action.
  case reducers
  /// An action was waiting for its store: in its queue, or for its actor.
  case queue
  /// An effect or an observer had not begun yet: the task had to start, or the effect was
  /// debounced, throttled, or waited for its predecessor in a concatenation.
  case waiting
  /// An effect worked or was suspended, which a trace does not distinguish.
  case effects
  /// An observer reacted.
  case observers
  /// Events of the process were lost, so the work is unknown.
  case unknown
}

/// Nanoseconds by segment.
public struct SegmentTimes: Sendable, Equatable, Codable {
  /// The time in reducers.
  public var reducersNs: Int64 = 0
  /// The time of waiting in a store's queue, or for its actor.
  public var queueNs: Int64 = 0
  /// The time of waiting for an effect or an observer to begin.
  public var waitingNs: Int64 = 0
  /// The time in effects.
  public var effectsNs: Int64 = 0
  /// The time in observers.
  public var observersNs: Int64 = 0
  /// The time while events were lost.
  public var unknownNs: Int64 = 0

  /// No time.
  public init() {}

  /// The time of a segment.
  public subscript(segment: PathSegment) -> Int64 {
    get {
      switch segment {
      case .reducers: reducersNs
      case .queue: queueNs
      case .waiting: waitingNs
      case .effects: effectsNs
      case .observers: observersNs
      case .unknown: unknownNs
      }
    }
    set {
      switch segment {
      case .reducers: reducersNs = newValue
      case .queue: queueNs = newValue
      case .waiting: waitingNs = newValue
      case .effects: effectsNs = newValue
      case .observers: observersNs = newValue
      case .unknown: unknownNs = newValue
      }
    }
  }
}
