/// What a moment of a critical path was spent on.
public enum PathSegment: String, Sendable, CaseIterable, Codable {
  /// A reducer processed an action.
  case reducers
  /// An action had been sent, and waited until its store came to it.
  case queue
  /// An effect or an observer had not begun yet: the task had to start, the effect is debounced or
  /// throttled, or waited for the one that it is concatenated to.
  case waiting
  /// An effect worked or was suspended, which a trace does not tell apart.
  case effects
  /// An observer reacted.
  case observers
  /// Events of the process were lost, so that it is not known.
  case unknown
}

/// Nanoseconds by what they were spent on.
public struct SegmentTimes: Sendable, Equatable, Codable {
  /// In reducers.
  public var reducersNs: Int64 = 0
  /// Waiting in a store's queue.
  public var queueNs: Int64 = 0
  /// Waiting for an effect or an observer to begin.
  public var waitingNs: Int64 = 0
  /// In effects.
  public var effectsNs: Int64 = 0
  /// In observers.
  public var observersNs: Int64 = 0
  /// While events were lost.
  public var unknownNs: Int64 = 0

  /// No time at all.
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
