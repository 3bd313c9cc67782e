/// Makes a ``WaitGraph`` of a recording.
///
/// It is a sink before ``CriticalPaths``, whose paths it receives. Its memory depends on the number
/// of spans: a simulation needs all of them.
final class WaitGraphBuilder: TraceSink {
  let changes: [WhatIfChange]
  let names: NameTable
  private let selects: (CriticalPath) -> Bool
  private var graph = WaitGraph()
  /// The sends of actions whose paths are not complete, and the changes made to the actions.
  private var details: [SpanKey: Detail] = [:]
  /// The changes made within intervals that have not ended.
  private var pending: [SpanKey: Detail.Change] = [:]
  /// The stores of nodes, to find their actors.
  private var stores: [UInt64] = []
  private var threads: [ThreadIndex?] = []
  private var sends: [Send] = []
  private var effectNames: [Int32: NameID] = [:]
  private var nameMatches: [NameID: [Bool]] = [:]
  /// The number of spans that each change applies to.
  private(set) var matches: [Int]
  /// The names of the spans of each kind, for suggestions.
  private(set) var actionNames: Set<NameID> = []
  private(set) var observers: Set<Observer> = []
  /// Whether the recording has more spans than can be kept.
  private(set) var isFull = false
  private let limit: Int

  struct Observer: Hashable {
    var file: NameID
    var line: UInt64
  }

  /// The number of nodes beyond which paths are left out: a gigabyte of memory.
  static let mostNodes = 2_000_000

  private struct Detail {
    var send: Send
    var change = Change()

    struct Change {
      /// Nanoseconds.
      var difference: Int64 = 0
      var isRemoved = false
      var isBeside = false
    }
  }

  private struct Send {
    var depth: UInt64 = 0
    /// -1 if the send is not recorded.
    var waited: Int64 = -1
  }

  init(
    _ changes: [WhatIfChange], _ names: NameTable, limit: Int = mostNodes,
    selects: @escaping (CriticalPath) -> Bool
  ) {
    self.changes = changes
    self.names = names
    self.limit = limit
    self.selects = selects
    matches = changes.map { _ in 0 }
    graph.parallel = changes.filter { $0.operation == .parallel }.map { _ in [:] }
  }

  /// The names of effects.
  var namesOfEffects: Set<NameID> { Set(effectNames.values) }

  // MARK: - Spans

  func begin(_ span: Span) {
    guard span.kind == .action, span.isOutermost else { return }
    details[SpanKey(process: span.process, id: span.id)] = Detail(
      send: span.send.map { Send(depth: $0.depth, waited: $0.waited) } ?? Send())
  }

  func end(_ span: Span) {
    guard span.kind == .action else { return }
    let key = SpanKey(process: span.process, id: span.id)
    var change = pending.removeValue(forKey: key) ?? Detail.Change()
    actionNames.insert(span.name)
    guard let duration = span.duration else { return }
    let matching = matchingChanges(span.name)
    let own = changes.indices.filter { changes[$0].kind == .action && matching[$0] }
    if !own.isEmpty {
      // Of an outer wrapper, which contains the changes within.
      change.difference = own.reduce(duration) { changes[$1].duration($0) } - duration
    }
    for number in own {
      matches[number] += 1
      if changes[number].operation == .remove { change.isRemoved = true }
      if changes[number].operation == .beside { change.isBeside = true }
    }
    guard !span.isOutermost else {
      details[key]?.change = change
      return
    }
    let parent = SpanKey(process: span.process, id: span.parent)
    pending[parent, default: Detail.Change()].difference += change.difference
    // Another action within the reducer is a part of it.
    guard span.isLevel else { return }
    if change.isRemoved { pending[parent]?.isRemoved = true }
    if change.isBeside { pending[parent]?.isBeside = true }
  }

  /// Whether each change is about actions or effects of a name.
  private func matchingChanges(_ name: NameID) -> [Bool] {
    if let known = nameMatches[name] { return known }
    let text = names[name]
    let found = changes.map { change in
      change.kind != .observer && change.patterns.contains { $0.matches(text) }
    }
    nameMatches[name] = found
    return found
  }

  // MARK: - Paths

  /// Adds a path with its actions and effects.
  func add(_ path: CriticalPath, _ actions: [CascadeAction], _ effects: [CascadeEffect]) {
    defer {
      for action in actions {
        details[SpanKey(process: action.process, id: action.id)] = nil
      }
    }
    guard let root = actions.first else { return }
    guard graph.nodes.count + actions.count + effects.count * 2 <= limit else {
      isFull = true
      return
    }
    let first = graph.nodes.count
    let number = Int32(graph.paths.count)
    var waiting: [(action: CascadeAction, cause: Int32)] = [(root, -1)]
    var next = 0
    var outputs: [[Int32]] = []
    var ends: [Int32: [Int32]] = [:]
    while next < waiting.count {
      let (action, cause) = waiting[next]
      next += 1
      let index = add(action, cause, number)
      if cause >= 0 { outputs[Int(graph.nodes[Int(cause)].sent)].append(index) }
      for reaction in action.reactions { add(reaction, of: index, number) }
      for effect in action.effects {
        let begin = add(effect, of: index, number)
        // The place of its outputs, until anchors are known.
        graph.nodes[Int(begin)].sent = Int64(outputs.count)
        outputs.append([])
        if let end = addEnd(effect, of: begin, number) { ends[index, default: []].append(end) }
        waiting += effect.outputs.map { ($0, begin) }
      }
    }
    graph.paths.append(
      WaitPath(
        name: path.name, origin: path.origin, process: path.process, isUnsure: !path.doubts.isEmpty,
        isSelected: selects(path), start: path.start, end: path.end,
        nodes: first..<graph.nodes.count))
    anchor(first..<graph.nodes.count, outputs, ends)
    for index in first..<graph.nodes.count where graph.nodes[index].kind == .effectBegin {
      graph.nodes[index].sent = graph.nodes[index].start
    }
  }

  private func append(_ node: WaitNode, store: UInt64, thread: ThreadIndex?) -> Int32 {
    graph.nodes.append(node)
    stores.append(store)
    threads.append(thread)
    sends.append(Send())
    return Int32(graph.nodes.count - 1)
  }

  private func add(_ action: CascadeAction, _ cause: Int32, _ path: Int32) -> Int32 {
    let end = action.known
    var node = WaitNode(
      kind: .action, path: path, cause: cause, sent: action.sent, start: action.begin, end: end,
      work: end - action.begin)
    node.effect = cause
    let index = append(node, store: action.store, thread: action.thread)
    guard let detail = details[SpanKey(process: action.process, id: action.id)] else {
      return index
    }
    sends[Int(index)] = detail.send
    if detail.change.difference != 0 { graph.actionChanges[index] = detail.change.difference }
    if detail.change.isRemoved { graph.removed.append(index) }
    if detail.change.isBeside { graph.beside.insert(index) }
    return index
  }

  private func add(_ reaction: CascadeReaction, of action: Int32, _ path: Int32) {
    let node = WaitNode(
      kind: .reaction, path: path, cause: action, anchor: action, sent: reaction.begin,
      start: reaction.begin, end: reaction.end, work: reaction.end - reaction.begin)
    let index = append(node, store: 0, thread: nil)
    observers.insert(Observer(file: reaction.file, line: reaction.line))
    for (number, change) in changes.enumerated() where change.kind == .observer {
      let file = names[reaction.file].name
      guard change.patterns.contains(where: { $0.matches(file: file, line: reaction.line) }) else {
        continue
      }
      matches[number] += 1
      switch change.operation {
      case .remove: graph.removed.append(index)
      case .beside: graph.beside.insert(index)
      case .scale, .fix, .parallel: graph.observerChanges[index, default: []].append(change)
      }
    }
  }

  private func add(_ effect: CascadeEffect, of action: Int32, _ path: Int32) -> Int32 {
    var node = WaitNode(
      kind: .effectBegin, path: path, cause: action, anchor: action, sent: effect.begin,
      start: effect.begin, end: effect.begin, work: 0)
    node.isAwaited = false
    let index = append(node, store: stores[Int(action)], thread: nil)
    effectNames[index] = effect.name
    let name = names[effect.name]
    let matching = matchingChanges(effect.name)
    var parallels = -1
    for (number, change) in changes.enumerated() where change.kind == .effect {
      if change.operation == .parallel { parallels += 1 }
      guard matching[number] else { continue }
      matches[number] += 1
      switch change.operation {
      case .parallel:
        graph.parallel[parallels][index] = Set(
          change.patterns.indices.filter { change.patterns[$0].matches(name) })
      case .remove: graph.removed.append(index)
      case .scale, .fix, .beside: graph.effectChanges[index, default: []].append(change)
      }
    }
    return index
  }

  private func addEnd(_ effect: CascadeEffect, of begin: Int32, _ path: Int32) -> Int32? {
    guard let end = effect.end, end >= effect.begin else { return nil }
    let isConcatenated = effect.action.concatenations.contains(effect.interval)
    guard effect.isAwaited || isConcatenated else { return nil }
    var node = WaitNode(
      kind: .effectEnd, path: path, cause: begin, anchor: begin, sent: end, start: end, end: end,
      work: 0)
    node.isAwaited = effect.isAwaited
    node.effect = begin
    let index = append(node, store: stores[Int(begin)], thread: nil)
    // An effect that follows in the concatenation begins after it.
    if isConcatenated { concatenated.insert(begin) }
    return index
  }

  /// The effects of the current path that are parts of concatenations.
  private var concatenated: Set<Int32> = []

  // MARK: - Anchors

  /// The time within which work follows other work that it waited for.
  static let handover: Int64 = 500_000

  /// - Parameter ends: The ends of the effects of each action.
  private func anchor(_ range: Range<Int>, _ outputs: [[Int32]], _ ends: [Int32: [Int32]]) {
    for index in range {
      let node = graph.nodes[index]
      switch node.kind {
      case .action where node.cause >= 0, .effectEnd:
        let own = outputs[Int(graph.nodes[Int(node.cause)].sent)]
        graph.nodes[index].anchor = latest(
          before: node.sent, of: node.cause, own, except: Int32(index))
      case .effectBegin:
        graph.nodes[index].anchor = predecessor(of: index, ends[node.cause] ?? []) ?? node.cause
      default: break
      }
    }
    concatenated.removeAll(keepingCapacity: true)
  }

  /// The effect that precedes another in a concatenation, by its end.
  private func predecessor(of begin: Int, _ ends: [Int32]) -> Int32? {
    guard concatenated.contains(Int32(begin)) else { return nil }
    let start = graph.nodes[begin].start
    return ends.filter { end in
      let other = graph.nodes[Int(end)]
      return Int(other.cause) != begin && concatenated.contains(other.cause) && other.end <= start
    }
    .max { graph.nodes[Int($0)].end < graph.nodes[Int($1)].end }
  }

  /// The latest event that an effect waited for before it sent an action or ended: its begin, or
  /// the end of an action that it sent.
  private func latest(
    before time: Int64, of effect: Int32, _ own: [Int32], except index: Int32
  ) -> Int32 {
    var found = effect
    var foundEnd = graph.nodes[Int(effect)].end
    for output in own where output != index {
      let end = graph.nodes[Int(output)].end
      if end <= time, end >= foundEnd { (found, foundEnd) = (output, end) }
    }
    return found
  }

  // MARK: - The graph

  /// The graph of all paths.
  func finished() -> WaitGraph {
    var placement = WaitPlacement(
      graph: graph, stores: stores, threads: threads, effectNames: effectNames,
      sends: sends.map { ($0.depth, $0.waited) })
    placement.place()
    return placement.graph
  }
}
