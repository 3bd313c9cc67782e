/// Runs the nodes of a recording again: each when its cause has ended and its actor is free.
///
/// An actor runs nodes in the order in which they became ready, as the main actor does. A turn is
/// not interrupted: actions that wait in the queue of a store run one after the other.
struct WaitSimulation {
  private let nodes: [WaitNode]
  private var queues: [Queue]
  private var events = MinHeap<Event>()
  /// The time of each node at which it was sent, for an action.
  private(set) var sent: [Int64]
  /// The end of each node; `Int64.min` if it did not run.
  private(set) var ends: [Int64]
  private let dependents: Links
  private let turns: Links
  private let contents: Links

  private struct Queue {
    var waiting = MinHeap<Event>()
    var isBusy = false
    var free = Int64.min
  }

  private struct Event: Comparable {
    var time: Int64
    /// The recorded start: nodes that are ready at the same time keep their order.
    var recorded: Int64
    var node: Int32
    var kind: Kind

    enum Kind { case ready, service, end }

    static func < (left: Event, right: Event) -> Bool {
      (left.time, left.recorded, left.node) < (right.time, right.recorded, right.node)
    }
  }

  /// The nodes that refer to each node.
  private struct Links {
    private var first: [Int32]
    private var links: [Int32]

    init(_ nodes: [WaitNode], _ target: (WaitNode) -> Int32) {
      first = Array(repeating: 0, count: nodes.count + 1)
      for node in nodes where target(node) >= 0 { first[Int(target(node)) + 1] += 1 }
      for index in nodes.indices { first[index + 1] += first[index] }
      links = Array(repeating: 0, count: Int(first[nodes.count]))
      var next = first
      for (index, node) in nodes.enumerated() where target(node) >= 0 {
        let place = Int(target(node))
        links[Int(next[place])] = Int32(index)
        next[place] += 1
      }
    }

    subscript(node: Int32) -> ArraySlice<Int32> {
      links[Int(first[Int(node)])..<Int(first[Int(node) + 1])]
    }
  }

  init(_ nodes: [WaitNode], resources: Int) {
    self.nodes = nodes
    queues = Array(repeating: Queue(), count: resources)
    sent = nodes.map(\.sent)
    ends = Array(repeating: .min, count: nodes.count)
    dependents = Links(nodes) { $0.turn < 0 && $0.container < 0 ? $0.anchor : -1 }
    turns = Links(nodes) { $0.container < 0 ? $0.turn : -1 }
    contents = Links(nodes) { $0.container }
    for (index, node) in nodes.enumerated()
    where node.anchor < 0 && node.turn < 0 && node.container < 0 {
      becomesReady(Int32(index), at: node.delay + node.pause, now: .min)
    }
    run()
  }

  private mutating func run() {
    while let event = events.popMin() {
      switch event.kind {
      case .ready: isReady(event.node, at: event.time)
      case .service: serve(Int(event.node))
      case .end: finish(event.node, at: event.time)
      }
    }
  }

  private func event(_ node: Int32, at time: Int64, _ kind: Event.Kind = .ready) -> Event {
    Event(time: time, recorded: nodes[Int(node)].start, node: node, kind: kind)
  }

  private mutating func becomesReady(_ node: Int32, at time: Int64, now: Int64) {
    sent[Int(node)] = time - nodes[Int(node)].pause
    events.insert(event(node, at: Swift.max(time, now)))
  }

  private mutating func isReady(_ node: Int32, at time: Int64) {
    let resource = Int(nodes[Int(node)].resource)
    guard resource >= 0 else { return start(node, at: time) }
    let overtaken = nodes[Int(node)].overtaken
    queues[resource].waiting.insert(event(node, at: time + overtaken))
    proceed(resource)
  }

  /// Serves the next node once the actor has turned to it: others may have become ready until then.
  private mutating func proceed(_ resource: Int) {
    guard !queues[resource].isBusy, let next = queues[resource].waiting.min else { return }
    queues[resource].isBusy = true
    let time = served(next, at: queues[resource].free)
    events.insert(
      Event(time: time, recorded: .max, node: Int32(resource), kind: .service))
  }

  private func served(_ event: Event, at free: Int64) -> Int64 {
    let node = nodes[Int(event.node)]
    return max(event.time - node.overtaken, free) + node.lag
  }

  private mutating func serve(_ resource: Int) {
    guard let next = queues[resource].waiting.popMin() else { return }
    start(next.node, at: served(next, at: queues[resource].free))
  }

  private mutating func start(_ index: Int32, at time: Int64) {
    note(index, start: time)
    let end = runContents(of: index, from: time)
    events.insert(event(index, at: end, .end))
  }

  private mutating func note(_ index: Int32, start: Int64) {
    let node = nodes[Int(index)]
    guard node.startsPathWhenServed || node.turn >= 0 || node.container >= 0 else { return }
    sent[Int(index)] = start - (node.start - node.sent)
  }

  /// Runs the nodes within a node, and returns its end.
  private mutating func runContents(of index: Int32, from start: Int64) -> Int64 {
    let node = nodes[Int(index)]
    let within = contents[index]
    guard !within.isEmpty else { return start + node.work }
    var own = node.duration
    for inner in within { own -= nodes[Int(inner)].duration }
    let factor = own > 0 ? Double(node.work) / Double(own) : 1
    var time = start
    var before = node.start
    for inner in within {
      let part = nodes[Int(inner)]
      time += Int64((Double(max(part.start - before, 0)) * factor).rounded())
      before = part.end
      note(inner, start: time)
      time = runContents(of: inner, from: time)
      events.insert(event(inner, at: time, .end))
    }
    return time + Int64((Double(max(node.end - before, 0)) * factor).rounded())
  }

  private mutating func finish(_ index: Int32, at time: Int64) {
    ends[Int(index)] = time
    for next in dependents[index] {
      let node = nodes[Int(next)]
      becomesReady(next, at: time + node.delay + node.pause, now: time)
    }
    let node = nodes[Int(index)]
    guard node.resource >= 0, node.container < 0 else { return }
    let resource = Int(node.resource)
    queues[resource].free = time
    // One at most continues the turn; the others are ready when it ends.
    let following = turns[index]
    if let next = following.first {
      for other in following.dropFirst() { becomesReady(other, at: time, now: time) }
      return start(next, at: time + nodes[Int(next)].lag)
    }
    queues[resource].isBusy = false
    proceed(resource)
  }
}

/// A heap of which the least element is taken.
struct MinHeap<Element: Comparable> {
  private var elements: [Element] = []

  var min: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, elements[place] < elements[(place - 1) / 2] {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func popMin() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return first }
    elements[0] = last
    var place = 0
    while true {
      var least = place
      for child in [place * 2 + 1, place * 2 + 2] where child < elements.count {
        if elements[child] < elements[least] { least = child }
      }
      if least == place { return first }
      elements.swapAt(place, least)
      place = least
    }
  }
}
