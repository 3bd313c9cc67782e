import TestSupport

/// Makes traces of random causes: stores that process one action at a time and queue the others,
/// effects that are merged, concatenated, delayed, cancelled or never end, nested wrappers, and
/// observers.
struct RandomCauses {
  /// Whether sends are recorded.
  var hasSends = true
  private var random: SplitMix
  private var time: Int64 = 0
  private var lastID: UInt64 = 0
  private var events: [WrittenEvent] = []
  private var stores: [Store] = []
  /// Effects that run.
  private var running: [Effect] = []
  /// Effects that may begin: those in a row one after the other.
  private var due: [[UInt64]] = []

  private struct Store {
    var id: UInt64
    var queue: [(id: UInt64, cause: UInt64)] = []
    /// The intervals that are open, the outermost first.
    var open: [UInt64] = []
    var observer: UInt64?
  }

  private struct Effect {
    var id: UInt64
    var store: Int
    var outputs: UInt64 = 0
    /// The actions of effects that begin when it ends.
    var next: [UInt64] = []
  }

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func events(_ count: Int) -> [WrittenEvent] {
    add(.schema(time))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let id = newID()
      stores.append(Store(id: id))
      add(.storeCreated(time, id))
    }
    while events.count < count { step() }
    // Some traces end in the middle of everything.
    if chance(70) { settle() }
    return events
  }

  private mutating func add(_ event: WrittenEvent) {
    events.append(event)
    time += Int64.random(in: 0...(chance(5) ? 300 : 9), using: &random)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  private mutating func step() {
    let store = stores.indices.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8: send(to: store, cause: chance(4) ? 9_000_000 : 0)
    case 8..<30: output()
    case 30..<66: proceed(store)
    case 66..<80: beginDue()
    case 80..<92: endEffect()
    default: observe(store)
    }
  }

  private mutating func send(to store: Int, cause: UInt64) {
    let id = newID()
    let waited: Int64 = cause == 0 ? (chance(10) ? 1_000 : 0) : 0
    if hasSends {
      add(
        .send(
          time, id, store: stores[store].id, depth: UInt64(stores[store].queue.count),
          cause: cause, waited: waited))
    }
    stores[store].queue.append((id, cause))
  }

  private mutating func output() {
    guard let place = running.indices.randomElement(using: &random) else { return }
    running[place].outputs += 1
    send(to: running[place].store, cause: running[place].id)
  }

  /// A store takes a step: the next action, a nested interval, or the end of one.
  private mutating func proceed(_ place: Int) {
    if stores[place].observer != nil { return }
    if stores[place].open.isEmpty {
      guard !stores[place].queue.isEmpty else { return }
      let (id, cause) = stores[place].queue.removeFirst()
      begin(id, cause: cause, parent: 0, in: place)
    } else if stores[place].open.count < 3, chance(20) {
      begin(newID(), cause: 0, parent: stores[place].open.last ?? 0, in: place)
    } else {
      end(place)
    }
  }

  private mutating func begin(_ id: UInt64, cause: UInt64, parent: UInt64, in place: Int) {
    stores[place].open.append(id)
    add(
      .actionBegin(
        time, id, "app", "name\(id % 5)", cause: cause, parent: parent, store: stores[place].id))
  }

  private mutating func end(_ place: Int) {
    let id = stores[place].open.removeLast()
    let kind = UInt64.random(in: 0...5, using: &random)
    add(
      .actionEnd(time, id, changed: UInt64.random(in: 0...2, using: &random), effect: kind))
    guard kind != 0, kind != 5 else { return }
    let count = kind < 3 ? 1 : Int.random(in: 1...3, using: &random)
    let effects = Array(repeating: id, count: count)
    due += kind == 4 ? [effects] : effects.map { [$0] }
    owners[id] = place
  }

  /// The stores of actions.
  private var owners: [UInt64: Int] = [:]

  private mutating func beginDue() {
    guard let place = due.indices.randomElement(using: &random) else { return }
    let effects = due.remove(at: place)
    // Some never do.
    if chance(90) { begin(effects) }
  }

  private mutating func begin(_ effects: [UInt64]) {
    guard let action = effects.first, running.count < 12 else { return }
    let id = newID()
    add(.effectBegin(time, id, "app", "of \(action)", action: chance(2) ? 0 : action))
    running.append(
      Effect(id: id, store: owners[action] ?? 0, next: Array(effects.dropFirst())))
  }

  private mutating func endEffect() {
    guard let place = running.indices.randomElement(using: &random) else { return }
    let effect = running.remove(at: place)
    let outcome = chance(25) ? 1 : UInt64(chance(20) ? 2 : 0)
    add(.effectEnd(time, effect.id, outcome: outcome, outputs: effect.outputs))
    begin(effect.next)
  }

  /// An observer begins or ends; they run one at a time.
  private mutating func observe(_ place: Int) {
    if let busy = stores.firstIndex(where: { $0.observer != nil }) {
      add(.observeEnd(time, stores[busy].id, line: stores[busy].observer ?? 0))
      stores[busy].observer = nil
    } else if stores[place].open.isEmpty {
      let line = UInt64.random(in: 1...3, using: &random)
      stores[place].observer = line
      add(.observeBegin(time, stores[place].id, line: line))
    }
  }

  private mutating func settle() {
    if stores.contains(where: { $0.observer != nil }) { observe(0) }
    while !running.isEmpty { endEffect() }
    for place in stores.indices {
      while !stores[place].open.isEmpty || !stores[place].queue.isEmpty { proceed(place) }
    }
  }
}
