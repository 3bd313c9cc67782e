import Durations

/// Selects a part of a trace. All conditions have to hold; without conditions, all of it is
/// selected.
public struct TraceFilter: Sendable, Equatable {
  /// Patterns of names, one of which has to match, such as `todos.*`; empty to select all.
  ///
  /// A name selects an action, the effects that an action started, an interval, an event or a
  /// feature, or the label of a logger. Spans without a name, such as reactions of observers, do
  /// not match.
  public var names: [NamePattern] = []

  /// Patterns of prefixes, and of subsystems of signposters; empty to select all.
  public var prefixes: [NamePattern] = []

  /// Process ids, or patterns of names of processes, also with their machine, such as `* on alpha`;
  /// empty to select all.
  public var processes: [NamePattern] = []

  /// Patterns of names of machines, one of which has to match; empty to select all. Processes
  /// without a machine do not match.
  public var hosts: [NamePattern] = []

  /// The earliest time: spans that ended before are excluded. `nil` for the start of the trace.
  public var start: Moment?

  /// The latest time: spans that began after are excluded. `nil` for the end of the trace.
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

  /// Creates a filter that selects everything.
  public init() {}

  /// Whether everything is selected.
  public var isEmpty: Bool { self == TraceFilter() }
}
