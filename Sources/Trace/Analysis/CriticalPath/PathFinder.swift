/// Finds the critical path of a complete cascade.
///
/// Each action has one cause and each effect one action, so a cascade is a tree: its critical path
/// leads from the last consequence back to the root, with the time of each part divided into
/// segments.
struct PathFinder {
  private var actions: [CascadeAction] = []
  private var effects: [CascadeEffect] = []
  private var tail = Tail(time: .min, begin: .min, id: 0, place: .action(nil))
  /// In reverse order.
  private var steps: [CriticalPath.Step] = []
  private var cursor: Int64 = 0
  private var floor: Int64 = 0
  private var losses: [ClosedRange<Int64>] = []

  /// A consequence; the last is the largest.
  private struct Tail: Comparable {
    var time: Int64
    var begin: Int64
    var id: UInt64
    var place: Place

    enum Place {
      case effect(CascadeEffect)
      case reaction(CascadeReaction, CascadeAction)
      case action(CascadeAction?)

      var rank: Int {
        switch self {
        case .effect: 0
        case .reaction: 1
        case .action: 2
        }
      }
    }

    static func < (left: Tail, right: Tail) -> Bool {
      (left.time, left.begin, left.place.rank, left.id)
        < (right.time, right.begin, right.place.rank, right.id)
    }

    static func == (left: Tail, right: Tail) -> Bool { !(left < right) && !(right < left) }
  }

  /// A period used by other work, within the period of an effect or of waiting.
  private struct Busy {
    var segment: PathSegment
    var subject: CriticalPath.Subject
    var start: Int64
    var end: Int64
  }

  /// All spans of the current cascade.
  var spans: (actions: [CascadeAction], effects: [CascadeEffect]) { (actions, effects) }

  /// Releases the spans of the current cascade.
  mutating func forget() {
    actions.removeAll(keepingCapacity: true)
    effects.removeAll(keepingCapacity: true)
    tail = Tail(time: .min, begin: .min, id: 0, place: .action(nil))
  }

  /// The path of a cascade.
  mutating func path(of cascade: Cascade, _ lossTimes: LossTimes) -> CriticalPath? {
    guard let root = cascade.root else { return nil }
    collect(root)
    var path = CriticalPath(
      origin: cascade.origin, action: root.id, name: root.name, outerName: root.outerName,
      process: root.process,
      thread: root.thread, start: root.sent, end: max(tail.time, root.sent))
    path.actionCount = actions.count
    path.effectCount = effects.count
    path.doubts = cascade.doubts
    for effect in effects where effect.outcome == .cancelled && effect.outputs.isEmpty {
      path.cancelledEffects += 1
    }
    losses = lossTimes.of(root.process, from: path.start, to: path.end)
    if !losses.isEmpty { path.doubts.insert(.lost) }
    walk(from: path.end, to: path.start)
    path.steps = Self.joined(steps.reversed())
    for step in path.steps { path.times[step.segment] += step.end - step.start }
    return path
  }

  /// The effects beside the path found last, those with the least slack first.
  func parallels(_ path: CriticalPath) -> [CriticalPath.Parallel] {
    for effect in effects { effect.last = effect.isAwaited ? effect.end ?? .min : .min }
    for action in actions {
      action.last = action.reactions.reduce(action.known) { max($0, $1.end) }
    }
    // Causes come before their consequences in both lists, and an action after its effect.
    var (nextAction, nextEffect) = (actions.count - 1, effects.count - 1)
    for kind in order.reversed() {
      if kind {
        let action = actions[nextAction]
        nextAction -= 1
        if let cause = action.cause { cause.last = max(cause.last, action.last) }
      } else {
        let effect = effects[nextEffect]
        nextEffect -= 1
        effect.action.last = max(effect.action.last, effect.last)
      }
    }
    return
      effects.filter { !$0.isOnPath && ($0.action.isOnPath || $0.action.cause?.isOnPath == true) }
      .map { effect in
        var last = effect.last
        if effect.action.concatenations.contains(effect.interval), let end = effect.end {
          // Effects after it would start later, too.
          for next in effect.action.effects
          where next.interval == effect.interval && next !== effect && next.begin >= end {
            last = max(last, next.last)
          }
        }
        return CriticalPath.Parallel(
          effect: effect.subject, start: effect.begin, end: effect.end, outcome: effect.outcome,
          slack: last == .min ? nil : max(path.end - last, 0))
      }
      .sorted {
        ($0.slack ?? .max, $0.start, $0.effect.id) < ($1.slack ?? .max, $1.start, $1.effect.id)
      }
  }

  // MARK: - Collecting

  /// Whether the span at each place of the tree, causes first, is an action.
  private var order: [Bool] = []

  private mutating func collect(_ root: CascadeAction) {
    actions.removeAll(keepingCapacity: true)
    effects.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    tail = Tail(time: .min, begin: .min, id: 0, place: .action(nil))
    actions.append(root)
    order.append(true)
    note(root)
    // In layers, as a chain of causes can be too long for the stack.
    var (nextAction, nextEffect) = (0, 0)
    while nextAction < actions.count || nextEffect < effects.count {
      while nextAction < actions.count {
        let action = actions[nextAction]
        nextAction += 1
        for effect in action.effects {
          effects.append(effect)
          order.append(false)
          note(effect)
        }
      }
      while nextEffect < effects.count {
        let effect = effects[nextEffect]
        nextEffect += 1
        for output in effect.outputs {
          actions.append(output)
          order.append(true)
          note(output)
        }
      }
    }
  }

  private mutating func note(_ action: CascadeAction) {
    action.isOnPath = false
    note(Tail(time: action.known, begin: action.begin, id: action.id, place: .action(action)))
    for reaction in action.reactions {
      note(
        Tail(
          time: reaction.end, begin: reaction.begin, id: reaction.id,
          place: .reaction(reaction, action)))
    }
  }

  private mutating func note(_ effect: CascadeEffect) {
    effect.isOnPath = false
    guard effect.isAwaited, let end = effect.end else { return }
    note(Tail(time: end, begin: effect.begin, id: effect.id, place: .effect(effect)))
  }

  private mutating func note(_ new: Tail) {
    if tail < new { tail = new }
  }

  // MARK: - The way back

  private mutating func walk(from end: Int64, to start: Int64) {
    steps.removeAll(keepingCapacity: true)
    cursor = end
    floor = start
    var action: CascadeAction?
    var effect: CascadeEffect?
    switch tail.place {
    case .action(let last): action = last
    case .effect(let last): effect = last
    case .reaction(let reaction, let last):
      step(.observers, reaction.subject, to: reaction.begin)
      wait(for: reaction.subject, after: last, since: last.known)
      action = last
    }
    while true {
      if let here = effect {
        here.isOnPath = true
        pass(here)
        if let before = predecessor(of: here) {
          wait(for: here.subject, after: here.action, since: before.end ?? here.begin)
          effect = before
        } else {
          wait(for: here.subject, after: here.action, since: here.action.known)
          (effect, action) = (nil, here.action)
        }
      } else if let here = action {
        here.isOnPath = true
        step(.reducers, here.subject, to: here.begin)
        let before = steps.count
        step(.queue, here.subject, to: here.sent)
        for index in before..<steps.count where steps[index].segment == .queue {
          steps[index].meanwhile = here.meanwhile
        }
        (effect, action) = (here.cause, nil)
      } else {
        break
      }
    }
  }

  /// The preceding effect of a concatenation, which the effect waited for.
  private func predecessor(of effect: CascadeEffect) -> CascadeEffect? {
    guard effect.action.concatenations.contains(effect.interval) else { return nil }
    var found: CascadeEffect?
    for other in effect.action.effects where other.interval == effect.interval {
      guard let end = other.end, end <= effect.begin,
        (other.begin, other.id) < (effect.begin, effect.id)
      else { continue }
      if let best = found, let bestEnd = best.end,
        (bestEnd, best.begin, best.id) >= (end, other.begin, other.id)
      {
        continue
      }
      found = other
    }
    return found
  }

  private mutating func step(
    _ segment: PathSegment, _ subject: CriticalPath.Subject, to time: Int64
  ) {
    let start = max(time, floor)
    guard start < cursor else { return }
    if losses.isEmpty || segment == .reducers || segment == .observers {
      steps.append(CriticalPath.Step(segment: segment, subject: subject, start: start, end: cursor))
      cursor = start
      return
    }
    // Other work during a loss of events is unknown.
    for loss in losses.reversed() where loss.lowerBound < cursor && loss.upperBound > start {
      let (low, high) = (max(loss.lowerBound, start), min(loss.upperBound, cursor))
      for (segment, start) in [(segment, high), (.unknown, low)] where start < cursor {
        steps.append(
          CriticalPath.Step(segment: segment, subject: subject, start: start, end: cursor))
        cursor = start
      }
    }
    guard start < cursor else { return }
    steps.append(CriticalPath.Step(segment: segment, subject: subject, start: start, end: cursor))
    cursor = start
  }

  /// Goes back through an effect, the actions it sent and the work it awaited.
  private mutating func pass(_ effect: CascadeEffect) {
    var layers: [[Busy]] = [[], [], []]
    for output in effect.outputs where output.sent < cursor {
      let subject = output.subject
      layers[0].append(
        Busy(segment: .reducers, subject: subject, start: output.begin, end: output.known))
      layers[1] += output.reactions.map(Self.busy)
      layers[2].append(
        Busy(segment: .queue, subject: subject, start: output.sent, end: output.begin))
    }
    cover(
      to: effect.begin, layers.map { disjoint($0, from: effect.begin) }[...], .effects,
      effect.subject)
  }

  /// Goes back through the period before a start.
  private mutating func wait(
    for subject: CriticalPath.Subject, after action: CascadeAction, since time: Int64
  ) {
    cover(
      to: time, [disjoint(action.reactions.map(Self.busy), from: time)][...], .waiting, subject)
  }

  private static func busy(_ reaction: CascadeReaction) -> Busy {
    Busy(
      segment: .observers, subject: reaction.subject, start: reaction.begin, end: reaction.end)
  }

  /// The parts of periods on the path, the latest first.
  private func disjoint(_ times: [Busy], from start: Int64) -> [Busy] {
    var limit = cursor
    var result: [Busy] = []
    for var time in times.sorted(by: { ($0.end, $0.start) > ($1.end, $1.start) }) {
      time.start = max(time.start, start)
      time.end = min(time.end, limit)
      guard time.start < time.end else { continue }
      result.append(time)
      limit = time.start
    }
    return result
  }

  /// Goes back to a time: earlier layers take precedence over later ones.
  private mutating func cover(
    to start: Int64, _ layers: ArraySlice<[Busy]>, _ segment: PathSegment,
    _ subject: CriticalPath.Subject
  ) {
    guard let layer = layers.first else { return step(segment, subject, to: start) }
    let rest = layers.dropFirst()
    // The first that begins before the cursor.
    var (low, high) = (0, layer.count)
    while low < high {
      let middle = (low + high) / 2
      if layer[middle].start >= cursor { low = middle + 1 } else { high = middle }
    }
    for busy in layer[low...] {
      if busy.end <= start { break }
      cover(to: busy.end, rest, segment, subject)
      step(busy.segment, busy.subject, to: max(busy.start, start))
    }
    cover(to: start, rest, segment, subject)
  }

  private static func joined(
    _ steps: some Sequence<CriticalPath.Step>
  ) -> [CriticalPath.Step] {
    var result: [CriticalPath.Step] = []
    for step in steps {
      if let last = result.last, last.segment == step.segment, last.subject == step.subject {
        result[result.count - 1].end = step.end
      } else {
        result.append(step)
      }
    }
    return result
  }
}
