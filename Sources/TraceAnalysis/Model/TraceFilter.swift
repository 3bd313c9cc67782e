import Durations

/// What of a trace is of interest. All of it by default; all conditions hold at the same time.
public struct TraceFilter: Sendable, Equatable {
  /// Patterns of names, one of which is to match, such as `todos.*`; none to take all.
  ///
  /// A name is that of an action, also of the one that started an effect; of an interval, an event, or a
  /// feature; the label of a logger. What has no name, such as a reaction of an observer, does not match.
  public var names: [NamePattern] = []

  /// Patterns of prefixes, and of subsystems of signposters; none to take all.
  public var prefixes: [NamePattern] = []

  /// Process ids or patterns of names of processes, also with their machine, such as `* on alpha`; none to
  /// take all.
  public var processes: [NamePattern] = []

  /// Patterns of names of machines, one of which is to match; none to take all. What names no machine does
  /// not match.
  public var hosts: [NamePattern] = []

  /// From when on: what ended before is left out. `nil` for the start of the trace.
  public var start: Moment?

  /// Until when: what began after is left out. `nil` for the end of the trace.
  public var end: Moment?

  /// A time in a trace.
  public enum Moment: Sendable, Equatable {
    /// Nanoseconds since the first event.
    case sinceStart(Int64)
    /// Nanoseconds since the Unix epoch.
    case absolute(Int64)

    func timestamp(start: Int64) -> Int64 {
      switch self {
      case .sinceStart(let distance): start.addingClamped(distance)
      case .absolute(let time): time
      }
    }
  }

  /// Takes everything.
  public init() {}

  /// Whether everything is taken.
  public var isEmpty: Bool { self == TraceFilter() }
}
