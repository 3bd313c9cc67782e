/// A piece of work that has started and not ended: the code of an effect, a wait, a concatenation.
final class ReferenceJob<Action> {
  enum Kind {
    case work(ReferenceWork<Action>)
    /// Starts another effect once it has slept.
    case delay(ReferenceEffect<Action>, until: Int)
    /// Delivers the action of a throttled effect once it has slept.
    case throttled(ReferenceThrottle<Action>, until: Int)
    case sequence(ArraySlice<ReferenceEffect<Action>>)
  }

  /// The reason for its waiting.
  enum Block {
    case turn(ReferenceReaction)
    case sleep(until: Int, order: Int)
    /// A task within the code is about to begin, or has ended.
    case hop
  }

  /// The rest of a list of operations that is being run.
  struct Frame {
    enum Role {
      case body, handler
      case part(Part)
    }
    var rest: ArraySlice<ReferenceOperation<Action>>
    let role: Role
  }

  /// The code that `withTaskCancellation` runs.
  final class Part {
    /// `nil` for code that is not cancelled with its awaiting code.
    let id: Int?
    let recovers: Bool
    var isCancelled: Bool

    init(id: Int?, recovers: Bool, isCancelled: Bool) {
      self.id = id
      self.recovers = recovers
      self.isCancelled = isCancelled
    }
  }

  var kind: Kind
  var context: ReferenceContext<Action>
  var isCancelled = false
  /// Whether the presented feature of the work has gone away.
  var isDismissed = false
  var hasBegun = false
  var block: Block?
  var frames: [Frame] = []
  /// The kind of an error on its way out of a part.
  var errorIsCancellation: Bool?
  /// Whether the code has run. The work has not ended while a throttle keeps an action that it has
  /// sent.
  var isOver = false
  /// For an action that a throttle keeps: the work that has sent it.
  var sender: ReferenceJob?
  /// For a concatenation: the number of pieces of its current effect that have not ended.
  var openPieces = 0

  init(_ kind: Kind, _ context: ReferenceContext<Action>) {
    self.kind = kind
    self.context = context
  }

  /// Whether it is a concatenation with effects that have not started.
  var hasRest: Bool {
    guard case .sequence(let rest) = kind else { return false }
    return !rest.isEmpty
  }

  var parts: [Part] {
    frames.compactMap { if case .part(let part) = $0.role { part } else { nil } }
  }

  /// Whether the code that runs next belongs to a cancelled task.
  var isCurrentPartCancelled: Bool { parts.last?.isCancelled ?? isCancelled }

  /// Cancels all of it. A part is cancelled with the work that it is of.
  func cancel() {
    isCancelled = true
    cancelParts(from: 0)
  }

  private func cancelParts(from first: Int) {
    for part in parts.dropFirst(first) {
      guard part.id != nil else { return }
      part.isCancelled = true
    }
  }

  /// Cancels the part with an id, with those within it.
  ///
  /// - Returns: Whether there is one.
  func cancelPart(_ id: Int) -> Bool {
    let meant = parts.indices.filter { parts[$0].id == id }
    for index in meant { cancelParts(from: index) }
    return !meant.isEmpty
  }
}

/// The properties of an effect that nodes above it in its description have set.
struct ReferenceContext<Action> {
  var path: ReferencePath = []
  var ids: [Int] = []
  /// The number of the `send` that it belongs to.
  let group: Int
  /// The number of the walk through a returned effect.
  var pass: Int
  var dismissal: (child: ReferencePath, action: Action)?
  /// The throttles that its actions pass, the outermost first.
  var throttles: [ReferenceThrottle<Action>] = []
  var sequence: ReferenceJob<Action>?
  /// The number of features that embed the effect's feature with `Scope`.
  var scopes = 0

  mutating func rename(_ renamed: (ReferencePath) -> ReferencePath) {
    path = renamed(path)
    if let (child, action) = dismissal { dismissal = (renamed(child), action) }
    for throttle in throttles { throttle.rename(renamed) }
    sequence?.context.rename(renamed)
  }
}
