/// The work of a recording with its causes, and the changes to be made.
struct WaitGraph {
  var nodes: [WaitNode] = []
  var paths: [WaitPath] = []
  /// The number of actors.
  var resources = 0
  /// The changes of effects, by their begins.
  var effectChanges: [Int32: [WhatIfChange]] = [:]
  /// Nodes that are removed with their consequences.
  var removed: [Int32] = []
  /// The changes of reactions.
  var observerChanges: [Int32: [WhatIfChange]] = [:]
  /// The differences that changes of actions make to their work, in nanoseconds.
  var actionChanges: [Int32: Int64] = [:]
  /// Nodes that no longer need their actor.
  var beside: Set<Int32> = []
  /// The positions of effects in a change that has effects run in parallel.
  var parallel: [[Int32: Set<Int>]] = []

  /// The durations of paths, `nil` for one that was removed.
  func durations(_ nodes: [WaitNode]) -> [Int64?] {
    let run = WaitSimulation(nodes, resources: resources)
    return paths.map { path in
      let root = path.nodes.lowerBound
      if nodes[root].isRemoved { return nil }
      var end = Int64.min
      for index in path.nodes where nodes[index].isAwaited && !nodes[index].isRemoved {
        end = max(end, run.ends[index])
      }
      return max(end - run.sent[root], 0)
    }
  }

  /// The nodes with durations by which recordings of one program differ.
  static func scaled(_ nodes: [WaitNode], by factor: Double) -> [WaitNode] {
    nodes.map { node in
      var node = node
      node.work = Int64((Double(node.work) * factor).rounded())
      if node.anchor >= 0, node.effect >= 0 {
        node.delay = Int64((Double(node.delay) * factor).rounded())
      }
      return node
    }
  }

  // MARK: - Changes

  /// The nodes after all changes, and for each change of parallel effects the number of effects
  /// that start earlier.
  func changed() -> (nodes: [WaitNode], moved: [Int]) {
    var nodes = nodes
    for (index, difference) in actionChanges {
      nodes[Int(index)].work = max(nodes[Int(index)].work + difference, 0)
    }
    for (index, changes) in observerChanges {
      nodes[Int(index)].work = changes.reduce(nodes[Int(index)].work) { $1.duration($0) }
    }
    changeEffects(&nodes)
    let moved = parallel.map { runInParallel($0, &nodes) }
    remove(&nodes)
    release(&nodes)
    return (nodes, moved)
  }

  /// Has nodes run beside their actors. Later actions of the turn wait for their causes instead.
  private func release(_ nodes: inout [WaitNode]) {
    if beside.isEmpty { return }
    for index in nodes.indices {
      if beside.contains(Int32(index)), nodes[index].container < 0 { nodes[index].resource = -1 }
      if beside.contains(nodes[index].turn) { nodes[index].turn = -1 }
    }
    for index in beside { nodes[Int(index)].turn = -1 }
  }

  private func changeEffects(_ nodes: inout [WaitNode]) {
    if effectChanges.isEmpty { return }
    var parts: [Int32: [Int]] = [:]
    for index in nodes.indices where effectChanges[nodes[index].effect] != nil {
      parts[nodes[index].effect, default: []].append(index)
    }
    for (effect, changes) in effectChanges {
      guard let parts = parts[effect] else { continue }
      // From the last part back to the begin; parts beside this chain change in proportion.
      let all = Set(parts.map { Int32($0) })
      var chain: [Int] = []
      var place = parts.max { (nodes[$0].start, $0) < (nodes[$1].start, $1) }
      while let part = place {
        chain.append(part)
        let anchor = nodes[part].anchor
        place = all.contains(anchor) ? Int(anchor) : nil
      }
      let own = chain.reduce(0) { $0 + nodes[$1].delay }
      let new = changes.reduce(own) { $1.duration($0) }
      guard new != own else { continue }
      if own > 0 {
        let factor = Double(new) / Double(own)
        for part in parts {
          nodes[part].delay = Int64((Double(nodes[part].delay) * factor).rounded())
        }
      } else if let last = chain.first {
        nodes[last].delay = new
      }
      // Time that passes within a turn ends it.
      if new - own > WaitGraphBuilder.handover / 5 {
        for part in parts { nodes[part].turn = -1 }
      }
    }
  }

  /// Has effects that ran one after the other start with the first of them.
  private func runInParallel(_ places: [Int32: Set<Int>], _ nodes: inout [WaitNode]) -> Int {
    var moved = 0
    for effect in places.keys.sorted() {
      guard let own = places[effect],
        let first = predecessor(of: effect, at: own, places, nodes)
      else { continue }
      let start = nodes[Int(first)]
      nodes[Int(effect)].anchor = start.anchor
      nodes[Int(effect)].delay = start.delay
      nodes[Int(effect)].pause = start.pause
      nodes[Int(effect)].turn = -1
      moved += 1
    }
    return moved
  }

  private func predecessor(
    of effect: Int32, at own: Set<Int>, _ places: [Int32: Set<Int>], _ nodes: [WaitNode]
  ) -> Int32? {
    let last = own.max() ?? 0
    func precedes(_ other: Int32) -> Bool { places[other]?.contains { $0 < last } ?? false }
    // Those before it in a concatenation, as recorded.
    var here = effect
    while true {
      let anchor = self.nodes[Int(here)].anchor
      guard anchor >= 0, self.nodes[Int(anchor)].kind == .effectEnd else { break }
      here = self.nodes[Int(anchor)].cause
      if precedes(here) { return here }
    }
    var action = nodes[Int(effect)].cause
    while action >= 0 {
      let sender = nodes[Int(action)].cause
      guard sender >= 0 else { return nil }
      if precedes(sender) { return sender }
      action = nodes[Int(sender)].cause
    }
    return nil
  }

  private func remove(_ nodes: inout [WaitNode]) {
    guard !removed.isEmpty else { return }
    for index in removed { nodes[Int(index)].isRemoved = true }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for index in nodes.indices where !nodes[index].isRemoved {
        let (cause, container) = (nodes[index].cause, nodes[index].container)
        guard
          cause >= 0 && nodes[Int(cause)].isRemoved
            || container >= 0 && nodes[Int(container)].isRemoved
        else { continue }
        nodes[index].isRemoved = true
        isComplete = false
      }
    }
    for index in nodes.indices {
      if nodes[index].isRemoved {
        // Other work that follows it comes at once. The effect that sent a removed action goes on.
        let cause = nodes[index].cause
        let isSent = nodes[index].kind == .action && cause >= 0 && !nodes[Int(cause)].isRemoved
        if nodes[index].anchor >= 0 {
          nodes[index].pause = 0
          if !isSent { nodes[index].delay = 0 }
        }
        nodes[index].lag = 0
        nodes[index].work = 0
        nodes[index].resource = -1
        nodes[index].container = -1
        continue
      }
      var before = nodes[index].turn
      while before >= 0, nodes[Int(before)].isRemoved { before = self.nodes[Int(before)].turn }
      nodes[index].turn = before
    }
    for index in nodes.indices where nodes[index].isRemoved { nodes[index].turn = -1 }
  }
}
