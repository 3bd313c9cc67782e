extension WaitPlacement {
  /// Finds the actions from outside that were sent because earlier work had ended, by a loop.
  /// Others were sent at a time of their own.
  mutating func followSenders() {
    let sequential = sequentialProcesses()
    var latest: [ProcessIndex: Int32] = [:]
    let roots = graph.paths.indices.sorted { graph.paths[$0].start < graph.paths[$1].start }
    for path in roots where graph.paths[path].origin == .outside {
      let process = graph.paths[path].process
      guard sequential.contains(process) else { continue }
      let root = graph.paths[path].nodes.lowerBound
      if let last = latest[process], graph.nodes[root].container < 0, graph.nodes[root].turn < 0 {
        follow(Int32(root), last)
      }
      latest[process] = graph.paths[path].nodes.filter { graph.nodes[$0].isAwaited }
        .max { graph.nodes[$0].end < graph.nodes[$1].end }.map { Int32($0) }
    }
    for row in rows { followWithinRow(row, except: sequential) }
  }

  /// The processes whose actions from outside always wait for the previous one with all of its
  /// consequences.
  private func sequentialProcesses() -> Set<ProcessIndex> {
    var ends: [ProcessIndex: Int64] = [:]
    var counts: [ProcessIndex: (all: Int, early: Int)] = [:]
    for path in graph.paths.sorted(by: { $0.start < $1.start }) where path.origin == .outside {
      counts[path.process, default: (0, 0)].all += 1
      if path.start < ends[path.process] ?? .min { counts[path.process]?.early += 1 }
      ends[path.process] = max(ends[path.process] ?? .min, path.end)
    }
    return Set(counts.filter { $0.value.early == 0 && $0.value.all > 1 }.keys)
  }

  /// Actions from outside of one actor, which other senders may send meanwhile.
  private mutating func followWithinRow(_ row: [Int32], except sequential: Set<ProcessIndex>) {
    let ends = row.filter { graph.nodes[Int($0)].duration > 0 }
      .sorted { graph.nodes[Int($0)].end < graph.nodes[Int($1)].end }
    var leaders: [NameID: [(root: Int32, leader: Int32?)]] = [:]
    var place = 0
    for index in row {
      let node = graph.nodes[Int(index)]
      let path = graph.paths[Int(node.path)]
      guard node.kind == .action, node.cause < 0, node.turn < 0, path.origin == .outside,
        !sequential.contains(path.process)
      else { continue }
      while place < ends.count, graph.nodes[Int(ends[place])].end <= node.sent { place += 1 }
      leaders[path.name, default: []].append(
        (index, place > 0 ? leader(ends[place - 1], of: node) : nil))
    }
    for rows in leaders.values {
      // The first of each sender follows none.
      let isLoop = rows.count { $0.leader != nil } * 10 >= rows.count * 9
      for (root, leader) in rows {
        if isLoop, let leader {
          follow(root, leader)
        } else if let late = lateSends[root] {
          // It was ready at some time while other work ran.
          graph.nodes[Int(root)].delay = late.least + (late.free - late.least) / 2
          graph.nodes[Int(root)].pause = 0
          graph.nodes[Int(root)].lag = graph.nodes[Int(root)].start - late.free
        }
      }
    }
  }

  private mutating func follow(_ root: Int32, _ leader: Int32) {
    graph.nodes[Int(root)].anchor = leader
    graph.nodes[Int(root)].delay = graph.nodes[Int(root)].sent - graph.nodes[Int(leader)].end
  }

  /// The node, if an action has followed it.
  private func leader(_ index: Int32, of action: WaitNode) -> Int32? {
    let node = graph.nodes[Int(index)]
    // Not the node itself, nor one that it leads to.
    guard node.start < action.start else { return nil }
    return action.sent - node.end < min(Self.handover, node.duration / 10) ? index : nil
  }
}
