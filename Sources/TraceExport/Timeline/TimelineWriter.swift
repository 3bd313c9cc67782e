import TraceAnalysis

/// Writes tracks and what is on them in a format of a viewer.
///
/// An event is written in steps, so that none has to be put together in memory:
/// ``open(_:on:at:)``, a name, arguments and flows in any order, and ``close()``.
protocol TimelineWriter: AnyObject {
  /// Introduces a track, before anything is put on it. Processes can be introduced again, with
  /// another name.
  func define(_ track: TimelineTrack)

  /// Begins an event.
  ///
  /// - Parameters:
  ///   - event: What kind of event.
  ///   - track: The track's id.
  ///   - time: Nanoseconds since the Unix epoch.
  func open(_ event: TimelineEvent, on track: TimelineTrack.ID, at time: Int64)

  /// What the event is: a filter in viewers.
  func category(_ category: TimelineCategory)

  /// The event's name, which is one of the trace.
  func name(_ name: NameID)

  /// The event's name, which hardly comes again.
  func name(_ name: String)

  func argument(_ key: TimelineArgument, _ value: UInt64)
  func argument(_ key: TimelineArgument, _ value: Int64)
  func argument(_ key: TimelineArgument, _ value: NameID)
  /// An argument whose values are few.
  func argument(_ key: TimelineArgument, word: StaticString)
  /// An argument whose values hardly come again.
  func argument(_ key: TimelineArgument, text: String)

  /// Leads an arrow from or to the event: from the first that has the id to the next one, and on.
  func flow(_ id: UInt64)
  /// Leads an arrow to the event, and ends the flow.
  func flowEnd(_ id: UInt64)

  /// Ends an event.
  func close()

  /// Writes the value that a counter has from now on.
  func count(_ value: Int64, on track: TimelineTrack.ID, at time: Int64)

  /// Writes what is left.
  func finish()
}

/// What can be on a track.
enum TimelineEvent {
  /// Something begins that takes time. It is within what is open on the track.
  case begin
  /// The latest that is open on the track ends.
  case end
  /// Something without a duration.
  case instant
}

/// What is drawn as one line, or as a group of lines.
struct TimelineTrack {
  typealias ID = UInt64

  var id: ID
  /// The track of the process that it is of, `nil` of what concerns all processes.
  var process: ID?
  /// The track it is shown below, other than the process.
  var parent: ID?
  var content: Content
  /// Where it is among its siblings.
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
  /// A payload or a difference of states whose action is not known.
  case value
  case damage
  /// A critical path, a part of it, an effect beside it, and the slack of that effect.
  case path, step, beside, slack
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
}
