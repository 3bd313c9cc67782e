import TestSupport

/// Makes traces of random numbers: threads that process actions within actions, effects, intervals,
/// observers and stores, at all scales of time.
struct RandomTrace {
  /// Whether some ends are left out.
  var hasLostEnds = false
  /// The maximum number of simultaneous effects.
  var effectLimit = 20
  private var random: SplitMix
  private var time: Int64 = 0
  private var lastID: UInt64 = 0
  private var events: [WrittenEvent] = []
  private var open: [UInt64] = []
  private var stacks: [Int32: [(id: UInt64, isAction: Bool, store: UInt64)]] = [:]
  private var intervals: [(id: UInt64, name: String)] = []
  private var stores: [UInt64] = []

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// About `count` events of a process.
  mutating func events(_ count: Int) -> [WrittenEvent] {
    add(.schema(time))
    for _ in 0..<3 { create(parent: 0) }
    while events.count < count { step() }
    for thread in stacks.keys.sorted() { while end(thread) {} }
    defer { events = [] }
    return events
  }

  private mutating func add(_ event: WrittenEvent, on thread: Int32 = 4242) {
    events.append(event.in(process: 4242, thread: thread, named: "demo"))
    // From a nanosecond to a tenth of a second, most of them short.
    let bits = Int64.random(in: 1...(chance(2) ? 27 : 12), using: &random)
    time += Int64.random(in: 1...(1 << bits), using: &random)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func newID() -> UInt64 {
    lastID += chance(3) ? 4096 : 1
    return lastID
  }

  private mutating func name() -> String { "name\(Int.random(in: 0..<9, using: &random))" }

  private mutating func step() {
    let thread = Int32(4242 + Int.random(in: 0..<3, using: &random))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<38: beginAction(thread)
    case 38..<76: _ = end(thread)
    case 76..<82: beginEffect()
    case 82..<88: endEffect()
    case 88..<91: beginInterval()
    case 91..<94: endInterval()
    case 94..<95: create(parent: stores.randomElement(using: &random) ?? 0)
    case 95..<96: release()
    case 96..<98: add(.log(time, UInt64.random(in: 0...6, using: &random), "app.net", "text"))
    default: add(.event(time, name(), id: 5, message: chance(50) ? "said" : ""))
    }
  }

  private mutating func create(parent: UInt64) {
    let id = newID()
    stores.append(id)
    add(.storeCreated(time, id, parent: parent))
  }

  private mutating func release() {
    // The first are roots, of which three live until the end.
    guard stores.count > 3 else { return }
    let place = Int.random(in: 3..<stores.count, using: &random)
    add(.storeReleased(time, stores.remove(at: place)))
  }

  private mutating func beginAction(_ thread: Int32) {
    let stack = stacks[thread, default: []]
    if stack.count > 6 { return }
    let id = newID()
    let isNested = stack.last.map { $0.isAction } == true && chance(70)
    // A store processes one action at a time, whatever the thread.
    let busy = Set(stacks.values.flatMap { $0 }.filter(\.isAction).map(\.store))
    let free = stores.prefix(3).filter { !busy.contains($0) }
    guard let store = isNested ? stack.last?.store : free.randomElement(using: &random) else {
      return
    }
    let effect = open.randomElement(using: &random) ?? 0
    if !isNested, chance(60) {
      add(
        .send(
          time, id, store: store, depth: chance(20) ? 3 : 0, reentrant: chance(10), cause: effect),
        on: thread)
    }
    add(
      .actionBegin(
        time, id, "app", name(), cause: isNested ? 0 : effect,
        parent: isNested ? stack.last?.id ?? 0 : 0, store: store), on: thread)
    stacks[thread, default: []].append((id, true, store))
    if chance(5) { add(.actionPayload(time, id, "payload of \(id)"), on: thread) }
  }

  /// Ends the running span of a thread, if there is any.
  private mutating func end(_ thread: Int32) -> Bool {
    guard let frame = stacks[thread, default: []].popLast() else { return false }
    if hasLostEnds, chance(5) { return true }
    add(
      .actionEnd(
        time, frame.id, changed: UInt64.random(in: 0...2, using: &random),
        effect: UInt64.random(in: 0...5, using: &random)), on: thread)
    if chance(5) { add(.stateDiff(time, frame.id, "difference of \(frame.id)"), on: thread) }
    if chance(5) {
      add(.budgetExceeded(time, frame.id, "name", budget: 10, taken: 20), on: thread)
    }
    return true
  }

  private mutating func beginEffect() {
    guard open.count < effectLimit else { return }
    let id = newID()
    let action = events.reversed().prefix(50).first { $0.name == "composable:action_end" }
    guard case .integer(let cause) = action?.values.first else { return }
    add(.effectBegin(time, id, "app", name(), action: cause))
    open.append(id)
  }

  private mutating func endEffect() {
    guard !open.isEmpty, open.count > effectLimit / 2 || chance(50) else { return }
    let id = open.remove(at: Int.random(in: open.indices, using: &random))
    if hasLostEnds, chance(5) { return }
    add(
      .effectEnd(
        time, id, outcome: UInt64.random(in: 0...2, using: &random),
        outputs: UInt64.random(in: 0...2, using: &random)))
  }

  private mutating func beginInterval() {
    let (id, name) = (newID(), name())
    intervals.append((id, name))
    add(.intervalBegin(time, id, name, id: 9, message: chance(30) ? "begun" : ""))
  }

  private mutating func endInterval() {
    guard let place = intervals.indices.randomElement(using: &random) else { return }
    let (id, name) = intervals.remove(at: place)
    add(
      .intervalEnd(
        time, id, name, id: 9, outcome: UInt64.random(in: 0...3, using: &random),
        message: chance(30) ? "ended" : ""))
  }
}
