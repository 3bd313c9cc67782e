/// Finds the actors of nodes, and divides the time before each node into the time until it was
/// ready and the time for which it waited.
struct WaitPlacement {
  var graph: WaitGraph
  let stores: [UInt64]
  let threads: [ThreadIndex?]
  let effectNames: [Int32: NameID]
  /// The depth of the queue and the wait for the actor of each send; the wait is -1 if unknown.
  let sends: [(depth: UInt64, waited: Int64)]

  private struct Store: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  /// The parts of effects that ran on the actor of their store: the time at which one was ready to
  /// continue is unknown if the actor was busy.
  private var isolated: Set<Part> = []
  /// The resources of stores on actors of their own.
  private var actors: [Store: Int32] = [:]
  private var mains: [ProcessIndex: Int32] = [:]
  /// Nodes of a resource in the order of their starts, without those within others.
  var rows: [[Int32]] = []
  /// The times of effects from one event to the next that were seen in full.
  private var known: [Part: [Int64]] = [:]
  private var hidden: [(node: Int32, part: Part, least: Int64)] = []
  /// The begins of effects, with the end of the work before, and the time since which one that was
  /// not ready at once can have been ready.
  private var begins: [(node: Int32, free: Int64, least: Int64)] = []
  /// Actions from outside that were sent right after other work of their actor, with the time since
  /// which they may have waited for it.
  var lateSends: [Int32: (least: Int64, free: Int64)] = [:]

  private struct Part: Hashable {
    var name: NameID
    var kind: WaitNode.Kind
  }

  /// The longest time that counts as the change from one node to the next.
  static let handover = WaitGraphBuilder.handover

  init(
    graph: WaitGraph, stores: [UInt64], threads: [ThreadIndex?], effectNames: [Int32: NameID],
    sends: [(depth: UInt64, waited: Int64)]
  ) {
    self.graph = graph
    self.stores = stores
    self.threads = threads
    self.effectNames = effectNames
    self.sends = sends
  }

  mutating func place() {
    findActors()
    findIsolatedEffects()
    fillRows()
    for resource in rows.indices { placeRow(Int32(resource)) }
    let complete = known.mapValues { times in times.sorted()[times.count / 2] }
    for (node, part, least) in hidden { reveal(node, complete[part], least) }
    placeBegins()
    for index in graph.nodes.indices
    where graph.nodes[index].resource < 0 && graph.nodes[index].container < 0 {
      placeFree(index)
    }
    followSenders()
    keepOrder()
  }

  /// Work that others have overtaken stays behind them.
  private mutating func keepOrder() {
    for row in rows {
      var latest = Int64.min
      for index in row where graph.nodes[Int(index)].turn < 0 {
        let node = graph.nodes[Int(index)]
        let ready =
          (node.anchor >= 0 ? graph.nodes[Int(node.anchor)].end : 0) + node.delay + node.pause
        if ready < latest { graph.nodes[Int(index)].overtaken = latest - ready }
        latest = max(latest, ready)
      }
    }
  }

  private func process(_ index: Int) -> ProcessIndex {
    graph.paths[Int(graph.nodes[index].path)].process
  }

  // MARK: - Actors

  /// Finds the effects that never continued while the actor of their store was busy.
  private mutating func findIsolatedEffects() {
    var busy: [[Int]] = Array(repeating: [], count: graph.resources)
    for (index, node) in graph.nodes.enumerated()
    where node.resource >= 0 && node.duration > Self.handover / 5 {
      busy[Int(node.resource)].append(index)
    }
    for resource in busy.indices {
      busy[resource].sort { graph.nodes[$0].start < graph.nodes[$1].start }
    }
    func isBusy(_ resource: Int, at time: Int64) -> Bool {
      let row = busy[resource]
      var (low, high) = (0, row.count)
      while low < high {
        let middle = (low + high) / 2
        if graph.nodes[row[middle]].start < time { low = middle + 1 } else { high = middle }
      }
      // The clocks of the request and of events differ by less.
      return low > 0 && graph.nodes[row[low - 1]].end - Self.handover / 5 > time
    }
    var counts: [Part: (busy: Int, all: Int)] = [:]
    for (index, node) in graph.nodes.enumerated() where node.kind != .reaction {
      let effect = node.kind == .effectBegin ? Int32(index) : node.cause
      guard effect >= 0, let name = effectNames[effect] else { continue }
      let part = Part(name: name, kind: node.kind)
      counts[part, default: (0, 0)].all += 1
      if isBusy(Int(resource(index)), at: node.sent) { counts[part]?.busy += 1 }
    }
    isolated = Set(counts.filter { $0.value.busy * 20 <= $0.value.all }.keys)
  }

  private mutating func findActors() {
    for (index, node) in graph.nodes.enumerated()
    where node.kind == .action && node.cause < 0 && sends[index].waited > 0 {
      addActor(index)
    }
    // Two stores that work at the same time are on different actors.
    for jobs in jobsOfMains() {
      var latest: (index: Int, end: Int64)?
      for index in jobs {
        let node = graph.nodes[index]
        if let last = latest, node.start < last.end, stores[index] != stores[last.index],
          stores[index] != 0, node.end > last.end || isElsewhere(index, last.index)
        {
          addActor(index)
        }
        if node.end > latest?.end ?? .min { latest = (index, node.end) }
      }
    }
    for index in graph.nodes.indices {
      switch graph.nodes[index].kind {
      case .action: graph.nodes[index].resource = resource(index)
      case .reaction: graph.nodes[index].resource = main(process(index))
      case .effectBegin, .effectEnd: break
      }
    }
  }

  private mutating func fillRows() {
    for (index, node) in graph.nodes.enumerated() {
      let effect = node.kind == .effectBegin ? Int32(index) : node.cause
      guard node.kind == .effectBegin || node.kind == .effectEnd, let name = effectNames[effect],
        isolated.contains(Part(name: name, kind: node.kind)), !isInTurn(effect)
      else { continue }
      graph.nodes[index].resource = resource(index)
    }
    rows = Array(repeating: [], count: graph.resources)
    for index in graph.nodes.indices where graph.nodes[index].resource >= 0 {
      rows[Int(graph.nodes[index].resource)].append(Int32(index))
    }
    for resource in rows.indices {
      rows[resource].sort {
        let (left, right) = (graph.nodes[Int($0)], graph.nodes[Int($1)])
        return (left.start, right.end, $0) < (right.start, left.end, $1)
      }
    }
  }

  private func isElsewhere(_ index: Int, _ other: Int) -> Bool {
    guard let thread = threads[index], let otherThread = threads[other] else { return false }
    return thread != otherThread
  }

  /// An action that an effect sent into the queue of a store that was working, so that the effect
  /// ran within the same turn.
  private lazy var begunInTurn: Set<Int32> = {
    var found: Set<Int32> = []
    for (index, node) in graph.nodes.enumerated()
    where node.kind == .action && node.cause >= 0 && sends[index].depth > 0 {
      found.insert(node.cause)
    }
    return found
  }()

  private mutating func isInTurn(_ effect: Int32) -> Bool { begunInTurn.contains(effect) }

  private func jobsOfMains() -> [[Int]] {
    var jobs: [ProcessIndex: [Int]] = [:]
    for (index, node) in graph.nodes.enumerated() {
      switch node.kind {
      case .reaction: jobs[process(index), default: []].append(index)
      case .action where actors[Store(process: process(index), id: stores[index])] == nil:
        jobs[process(index), default: []].append(index)
      default: break
      }
    }
    return jobs.values.map { $0.sorted { graph.nodes[$0].start < graph.nodes[$1].start } }
  }

  private mutating func addActor(_ index: Int) {
    let store = Store(process: process(index), id: stores[index])
    guard actors[store] == nil else { return }
    actors[store] = Int32(graph.resources)
    graph.resources += 1
  }

  private mutating func resource(_ index: Int) -> Int32 {
    actors[Store(process: process(index), id: stores[index])] ?? main(process(index))
  }

  private mutating func main(_ process: ProcessIndex) -> Int32 {
    if let known = mains[process] { return known }
    mains[process] = Int32(graph.resources)
    graph.resources += 1
    return Int32(graph.resources - 1)
  }

  // MARK: - Times

  private mutating func placeRow(_ resource: Int32) {
    var open: [Int32] = []
    var previous: Int32 = -1
    var free = Int64.min
    // Later jobs became ready after this time: until then, the actor was idle, or ran jobs that
    // were ready before.
    var least = Int64.min
    var row: [Int32] = []
    for index in rows[Int(resource)] {
      let node = graph.nodes[Int(index)]
      while let last = open.last, graph.nodes[Int(last)].end <= node.start { open.removeLast() }
      if let outer = open.last {
        if node.duration > 0 || node.kind == .action, node.end <= graph.nodes[Int(outer)].end {
          graph.nodes[Int(index)].container = outer
          graph.nodes[Int(outer)].work -= node.duration
          open.append(index)
        } else {
          graph.nodes[Int(index)].resource = -1
        }
        continue
      }
      if free == .min || node.start - free > Self.handover / 2 { least = node.start }
      place(index, after: previous, free: free, least: &least)
      open.append(index)
      row.append(index)
      (previous, free) = (index, max(free, node.end))
    }
    rows[Int(resource)] = row
  }

  /// Divides the time before a node of an actor.
  private mutating func place(
    _ index: Int32, after previous: Int32, free: Int64, least: inout Int64
  ) {
    let node = graph.nodes[Int(index)]
    let anchorEnd = node.anchor >= 0 ? graph.nodes[Int(node.anchor)].end : node.sent
    let send = sends[Int(index)]
    let isQuick = previous >= 0 && node.start - free < Self.handover
    if node.kind == .action, send.depth > 0, isQuick {
      graph.nodes[Int(index)].turn = previous
      graph.nodes[Int(index)].lag = node.start - free
      // For a change that ends the turn before it.
      graph.nodes[Int(index)].delay = node.anchor >= 0 ? node.sent - anchorEnd : node.sent
      return
    }
    switch node.kind {
    case .action where node.cause < 0:
      // A sender on the main actor has waited for it before it could send.
      graph.nodes[Int(index)].startsPathWhenServed = send.waited <= 0
      graph.nodes[Int(index)].delay = node.sent
      wait(index, since: node.sent, free: free)
      if send.waited > 0 {
        least = max(least, node.sent)
      } else if previous >= 0, node.sent >= free, node.sent - free < Self.handover {
        lateSends[index] = (min(least, free), free)
      }
    case .action, .effectEnd:
      let part = Part(name: effectNames[node.cause] ?? .empty, kind: node.kind)
      let isIsolated = isolated.contains(part)
      if isIsolated, previous == node.anchor, node.sent - anchorEnd < Self.handover / 5 {
        // The effect has not left the actor in between.
        graph.nodes[Int(index)].turn = previous
        graph.nodes[Int(index)].lag = node.start - free
        graph.nodes[Int(index)].delay = node.sent - anchorEnd
      } else if isIsolated, free > anchorEnd, node.sent - free < Self.handover {
        least = max(least, anchorEnd)
        hidden.append((index, part, least))
        graph.nodes[Int(index)].delay = node.sent - anchorEnd
        graph.nodes[Int(index)].lag = node.start - free
      } else {
        known[part, default: []].append(node.sent - anchorEnd)
        graph.nodes[Int(index)].delay = node.sent - anchorEnd
        wait(index, since: node.sent, free: free)
        least = max(least, min(node.sent, node.start))
      }
    case .effectBegin:
      begins.append((index, free, least))
    case .reaction:
      wait(index, since: anchorEnd, free: free)
      least = max(least, min(anchorEnd, node.start))
    }
  }

  /// A wait from the time at which a node was ready: for the part that no other work explains, the
  /// actor did not run.
  private mutating func wait(_ index: Int32, since ready: Int64, free: Int64) {
    let start = graph.nodes[Int(index)].start
    graph.nodes[Int(index)].lag = max(start - max(ready, free), 0)
    if start < ready { graph.nodes[Int(index)].pause = start - ready }
  }

  /// Effects begin at once, unless they are debounced or throttled, as all of one name are.
  private mutating func placeBegins() {
    var rests: [NameID: [Int64]] = [:]
    func end(_ index: Int32) -> Int64 { graph.nodes[Int(graph.nodes[Int(index)].anchor)].end }
    for (index, free, _) in begins {
      let rest = graph.nodes[Int(index)].start - max(end(index), free)
      rests[effectNames[index] ?? .empty, default: []].append(rest)
    }
    let usual = rests.mapValues { $0.sorted()[$0.count / 2] }
    for (index, free, least) in begins {
      let (start, ready) = (graph.nodes[Int(index)].start, end(index))
      if usual[effectNames[index] ?? .empty] ?? 0 < Self.handover * 4 {
        wait(index, since: ready, free: free)
      } else if free > ready, start - free < Self.handover {
        // It became ready while other work ran.
        let least = min(max(least, ready), free)
        graph.nodes[Int(index)].lag = start - free
        graph.nodes[Int(index)].pause = least + (free - least) / 2 - ready
      } else {
        graph.nodes[Int(index)].pause = start - ready
      }
    }
  }

  /// Estimates the time of an effect that was ready while its actor was busy.
  private mutating func reveal(_ index: Int32, _ usual: Int64?, _ since: Int64) {
    let node = graph.nodes[Int(index)]
    let anchorEnd = graph.nodes[Int(node.anchor)].end
    let most = node.start - node.lag - anchorEnd
    let least = min(max(since - anchorEnd, 0), most)
    graph.nodes[Int(index)].delay = usual.map { min(max($0, least), most) } ?? (least + most) / 2
  }

  /// Nodes without an actor begin when they are ready.
  private mutating func placeFree(_ index: Int) {
    let node = graph.nodes[index]
    let anchorEnd = node.anchor >= 0 ? graph.nodes[Int(node.anchor)].end : 0
    switch node.kind {
    case .action, .effectEnd:
      graph.nodes[index].delay = node.sent - anchorEnd
      graph.nodes[index].pause = node.start - node.sent
    case .reaction, .effectBegin:
      graph.nodes[index].pause = node.start - anchorEnd
    }
    graph.nodes[index].lag = 0
    graph.nodes[index].turn = -1
  }
}
