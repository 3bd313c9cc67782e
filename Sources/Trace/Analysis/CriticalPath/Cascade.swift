/// An action and all its consequences, while they are being collected.
final class Cascade {
  let origin: CriticalPath.Origin
  private(set) var root: CascadeAction?
  /// The number of its spans that have not ended.
  var open = 0
  /// The number of its spans.
  var size = 0
  /// The number of its changes: a copy of this number that differs marks an outdated entry.
  var version = 0
  var doubts: CriticalPath.Doubts = []
  /// The cascade that it was merged into.
  private var successor: Cascade?
  /// Whether the cascade it was merged into depends on the end of an effect.
  var isProvisional = false

  init(origin: CriticalPath.Origin) { self.origin = origin }

  /// The cascade that contains this one now.
  var current: Cascade {
    guard var found = successor else { return self }
    while let next = found.successor { found = next }
    successor = found
    return found
  }

  /// Whether the cascade was merged into another, or delivered.
  var isGone: Bool { root == nil }

  func start(with action: CascadeAction) { root = action }

  /// Merges it into another.
  func join(_ other: Cascade) {
    other.open += open
    other.size += size
    other.doubts.formUnion(doubts)
    other.version += 1
    successor = other
    root = nil
  }

  func end() { root = nil }
}

/// A sent action of a cascade, independent of the number of nested wrappers.
final class CascadeAction {
  let id: UInt64
  let process: ProcessIndex
  let thread: ThreadIndex?
  /// As the outermost wrapper names it, and once it has ended, as the innermost one does.
  private(set) var name: NameID
  /// As the outermost wrapper names it.
  let outerName: NameID
  let store: UInt64
  /// The time at which the sender asked for the action, or it began if that is unknown.
  let sent: Int64
  let begin: Int64
  /// The work between these, if the action waited.
  let meanwhile: Meanwhile?
  private(set) var end: Int64?
  private(set) unowned var cause: CascadeEffect?
  let cascade: Cascade
  var effects: [CascadeEffect] = []
  var reactions: [CascadeReaction] = []
  /// The intervals of the action whose effects may still begin.
  var intervals: [UInt64] = []
  /// The intervals whose reducer returned a concatenation.
  var concatenations: [UInt64] = []
  /// When the last of its consequences ended; set while a path is being found.
  var last: Int64 = .min
  var isOnPath = false

  init(_ span: Span, cause: CascadeEffect?, of cascade: Cascade, after work: LatestWork) {
    id = span.id
    process = span.process
    thread = span.thread
    name = span.name
    outerName = span.name
    store = span.store
    begin = span.start
    sent = min(span.send?.requested ?? span.start, span.start)
    meanwhile = span.isQueued ? work.before(span, since: sent) : nil
    self.cause = cause
    self.cascade = cascade
  }

  /// Records its end, by the span of the outermost wrapper.
  func end(_ span: borrowing Span) {
    end = span.end
    name = span.sharedName
  }

  /// Makes it an output of an awaited effect.
  func follow(_ effect: CascadeEffect) { cause = effect }

  /// When its reducer returned, or began if its end is not in the trace.
  var known: Int64 { max(end ?? begin, begin) }

  var subject: CriticalPath.Subject { CriticalPath.Subject(kind: .action, id: id, name: name) }
}

/// A reaction of an observer, to the last action that changed the state before it.
struct CascadeReaction {
  var id: UInt64
  var file: NameID
  var line: UInt64
  var begin: Int64
  var end: Int64

  var subject: CriticalPath.Subject {
    CriticalPath.Subject(kind: .observer, id: id, name: file, line: line)
  }
}

/// An effect of a cascade.
final class CascadeEffect {
  let id: UInt64
  let process: ProcessIndex
  let name: NameID
  /// The interval whose reducer returned it.
  let interval: UInt64
  let begin: Int64
  var end: Int64?
  var outcome: Span.Outcome?
  unowned let action: CascadeAction
  /// The actions that it sent, as far as they belong to its cascade.
  var outputs: [CascadeAction] = []
  /// The cascades that belong to the effect if it ends by itself.
  var provisional: [Cascade] = []
  var fate = Fate.undecided
  var last: Int64 = .min
  var isOnPath = false

  /// Whether an effect is awaited.
  enum Fate {
    /// The effect has not ended.
    case undecided
    /// The effect ended by itself: it is awaited, with all actions that it sent.
    case awaited
    /// The effect did not end by itself, or sent too many actions to keep: only the first action
    /// that it sent is awaited.
    case openEnded
  }

  init(_ span: borrowing Span, of action: CascadeAction) {
    id = span.id
    process = span.process
    name = span.name
    interval = span.cause
    begin = span.start
    self.action = action
  }

  /// Whether the end of the effect is a consequence.
  var isAwaited: Bool { fate == .awaited && end != nil }

  var subject: CriticalPath.Subject { CriticalPath.Subject(kind: .effect, id: id, name: name) }
}
