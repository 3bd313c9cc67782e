import TraceAnalysis

/// Writes tracks and their events in the format of a viewer.
///
/// An event is written in steps, so that none is assembled in memory: ``open(_:on:at:)``, a name,
/// arguments and flows in any order, and ``close()``.
protocol TimelineWriter: AnyObject {
  /// Defines a track, before its first event. Processes can be defined again, with another name.
  func define(_ track: TimelineTrack)

  /// Begins an event.
  ///
  /// - Parameters:
  ///   - event: The kind of event.
  ///   - track: The track's id.
  ///   - time: Nanoseconds since the Unix epoch.
  func open(_ event: TimelineEvent, on track: TimelineTrack.ID, at time: Int64)

  /// The category of the event: a filter in viewers.
  func category(_ category: TimelineCategory)

  /// The event's name, from the trace.
  func name(_ name: NameID)

  /// The event's name, which rarely recurs.
  func name(_ name: String)

  func argument(_ key: TimelineArgument, _ value: UInt64)
  func argument(_ key: TimelineArgument, _ value: Int64)
  func argument(_ key: TimelineArgument, _ value: NameID)
  /// An argument with few distinct values.
  func argument(_ key: TimelineArgument, word: StaticString)
  /// An argument whose values rarely recur.
  func argument(_ key: TimelineArgument, text: String)

  /// Connects an arrow to the event: it leads from the first event with the id to the next one, and
  /// so on.
  func flow(_ id: UInt64)
  /// Ends an arrow at the event.
  func flowEnd(_ id: UInt64)

  /// Ends an event.
  func close()

  /// Writes the value of a counter from now on.
  func count(_ value: Int64, on track: TimelineTrack.ID, at time: Int64)

  /// Writes the rest.
  func finish()
}

/// The kinds of events on a track.
enum TimelineEvent {
  /// The begin of a span, nested in the open one of the track.
  case begin
  /// The end of the innermost open span of the track.
  case end
  /// An event without a duration.
  case instant
}

/// A line, or a group of lines, in a viewer.
struct TimelineTrack {
  typealias ID = UInt64

  var id: ID
  /// The track of its process, `nil` for tracks that concern all processes.
  var process: ID?
  /// The parent track, other than the process.
  var parent: ID?
  var content: Content
  /// The position among the siblings.
  var rank: Int = 0

  enum Content {
    case process(pid: Int64, name: String)
    case thread(pid: Int64, tid: Int64, name: String)
    /// Tracks below the same parent that share a name are drawn as one, if they are lanes.
    case plain(name: String, isLane: Bool)
    case counter(name: String, unit: String)
  }
}

/// The kinds of events.
enum TimelineCategory: UInt64, CaseIterable {
  case action = 1
  case effect, interval, observer, store
  case send, queued, output, event, log, budget, scope, schema, gap
  /// A payload or a state difference of an unknown action.
  case value
  case damage
  /// A critical path, a part of it, an effect beside it, and the slack of that effect.
  case path, step, beside, slack
  /// A mistake that the recording shows.
  case finding
}

/// The names of arguments.
enum TimelineArgument: UInt64, CaseIterable {
  case action = 1
  case effect, interval, store, parent, cause, child, feature, prefix
  case completeness, outcome, stateChanged, returned, outputs, payload, stateDiff
  case file, line, level, label, message, metadata, subsystem, category, belongsTo
  case depth, isReentrant, isCached, budget, taken, waited
  case stream, lost, unit, version, library
  case segment, slack, origin, lowerBound, actions, effects, omitted
  case reducersTime, queueTime, waitingTime, effectsTime, observersTime, unknownTime
  case property, otherProperties, changedBy
  case rule, cost, advice
  case sample, leftOut
}
