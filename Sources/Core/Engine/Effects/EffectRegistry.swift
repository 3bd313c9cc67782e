/// The running effects of a root store, by the child they belong to.
///
/// Accessed in the store's isolation only, or when the store has no other references.
final class EffectRegistry {
  private var running: Set<RunningEffect> = []
  private var children: [EffectPath: Child] = [:]
  private var slots: [SlotPlace: Occupants] = [:]
  private var throttles: [ThrottlePlace: ThrottleInterval] = [:]
  private var lastWalk: UInt64 = 0
  private var lastNumber: UInt64 = 0
  /// The starts of nodes below those that are being started, the next one last.
  private var waitingStarts: [() -> Void] = []
  /// The concatenations that are about to end.
  private var ending: [RunningEffect] = []
  private var isEnding = false

  /// The effects of a child, and the slots within it.
  private struct Child {
    var effects: Set<RunningEffect> = []
    var throttles: Set<ThrottlePlace> = []

    var isEmpty: Bool { effects.isEmpty && throttles.isEmpty }
  }

  /// A slot of one parent.
  private struct SlotPlace: Hashable {
    let parent: EffectPath?
    let slot: ObjectIdentifier

    init(parent: EffectPath?, slot: ChildSlot) {
      self.parent = parent
      self.slot = ObjectIdentifier(slot)
    }

    init(of path: EffectPath) {
      self.init(parent: path.parent, slot: path.component.slot)
    }
  }

  /// The children in a slot with running effects, and the contents of the slot when it was last
  /// seen.
  private struct Occupants {
    var paths: Set<EffectPath> = []
    var seen: ChildSighting
  }

  /// The effects, and parts of effects, that can be cancelled by an id.
  var cancellations: Cancellations { storeCancellations.cancellations }
  private lazy var storeCancellations = StoreCancellations()

  /// Shares ids among several stores; called before the first effect.
  func shareCancellations(with cancellations: StoreCancellations) {
    storeCancellations = cancellations
  }

  /// The number of another walk through a tree of nodes.
  func makeWalk() -> UInt64 {
    lastWalk += 1
    return lastWalk
  }

  /// Starts a node, and all nodes below it that it leaves for later.
  func start(_ body: () -> Void) {
    let outer = waitingStarts
    waitingStarts = []
    body()
    while let next = waitingStarts.popLast() { next() }
    waitingStarts = outer
  }

  /// Starts a node after the current one has returned, before the nodes that already wait.
  func startLater(_ start: @escaping () -> Void) {
    waitingStarts.append(start)
  }

  /// Ends a concatenation. One that is the last part of another ends that as well, which is done in
  /// a loop: as deep as a loop has nested them, they would not fit on the stack.
  func end(_ concatenation: RunningEffect) {
    ending.append(concatenation)
    guard !isEnding else { return }
    isEnding = true
    while let next = ending.popLast() { next.end() }
    isEnding = false
  }

  func insert(_ effect: RunningEffect) {
    lastNumber += 1
    effect.number = lastNumber
    running.insert(effect)
    effect.settings.path?.forEachAncestor { path in
      children[path, default: Child()].effects.insert(effect)
      occupy(path)
    }
  }

  func remove(_ effect: RunningEffect) {
    running.remove(effect)
    effect.settings.path?.forEachAncestor { path in
      change(path) { $0.effects.remove(effect) }
    }
  }

  /// Reports all work that has begun and not ended.
  func dump(to instrument: any StoreInstrument) {
    for effect in running.inOrder { effect.dump(to: instrument) }
  }

  /// Cancels all effects, when the store is released.
  func cancelAll() {
    for effect in running.inOrder { effect.task?.cancel() }
  }

  /// Ends all effects, whose work is held: see ``HeldStore``.
  func endAll() {
    cancelAll()
    // The end of one may start another, or end it.
    while !running.isEmpty {
      for effect in running.inOrder where !effect.isFinished { effect.end() }
    }
  }

  // MARK: Children

  /// Records the contents of the slot of an optional child, and cancels the effects of a child that
  /// no longer exists.
  func see(
    _ sighting: ChildSighting, in slot: ChildSlot, of parent: EffectPath?, found: ChildSighting,
    wasReplaced: Bool
  ) {
    let place = SlotPlace(parent: parent, slot: slot)
    guard let occupants = slots[place] else { return }
    if wasReplaced || occupants.seen != found {
      for path in sorted(occupants.paths) { cancel(path) }
    }
    note(sighting, in: slot, at: place)
  }

  /// Records the elements in a slot, and cancels the effects of those that no longer exist.
  func see(_ elements: ChildElements, in slot: ChildSlot, of parent: EffectPath?) {
    let place = SlotPlace(parent: parent, slot: slot)
    let sighting = ChildSighting.elements(structure: elements.structure)
    guard let occupants = slots[place], occupants.seen != sighting else { return }
    let removed = occupants.paths.filter { path in
      path.component.id.map { !elements.contains($0.erased) } ?? false
    }
    for path in sorted(removed) { cancel(path) }
    note(sighting, in: slot, at: place)
  }

  /// Children in the order of their first effects.
  private func sorted(_ paths: Set<EffectPath>) -> [EffectPath] {
    guard paths.count > 1 else { return Array(paths) }
    let numbers = paths.map { path in
      (path: path, number: children[path]?.effects.lazy.map(\.number).min() ?? 0)
    }
    return numbers.sorted { $0.number < $1.number }.map(\.path)
  }

  private func note(_ sighting: ChildSighting, in slot: ChildSlot, at place: SlotPlace) {
    guard let index = slots.index(forKey: place) else { return }
    slots.values[index].seen = sighting
    slot.see(sighting)
  }

  /// Cancels all effects of a child and of its descendants. Effects that are still ending no longer
  /// belong to the child: another one may be in its place by then.
  private func cancel(_ path: EffectPath) {
    guard let child = children[path] else { return }
    for effect in child.effects.inOrder { effect.cancel(removing: path) }
    for place in child.throttles { forget(place) }
    vacate(path)
  }

  private func occupy(_ path: EffectPath) {
    guard !path.component.isOrphan else { return }
    let place = SlotPlace(of: path)
    guard let index = slots.index(forKey: place) else {
      slots[place] = Occupants(paths: [path], seen: path.sighting)
      return path.component.slot.occupy(path.sighting)
    }
    slots.values[index].paths.insert(path)
  }

  private func vacate(_ path: EffectPath) {
    guard let index = slots.index(forKey: SlotPlace(of: path)),
      slots.values[index].paths.remove(path) != nil, slots.values[index].paths.isEmpty
    else { return }
    slots.remove(at: index)
    path.component.slot.vacate()
  }

  /// Changes the entry of a child, and removes it if it is empty.
  private func change(_ path: EffectPath, _ body: (inout Child) -> Void) {
    guard let index = children.index(forKey: path) else { return }
    body(&children.values[index])
    guard children.values[index].isEmpty else { return }
    children.remove(at: index)
    vacate(path)
  }

  // MARK: Throttles

  /// The end of the current interval of throttled effects, as an instant of their clock.
  func throttleEnd(at place: ThrottlePlace) -> (any Sendable)? {
    throttles[place]?.end
  }

  /// The first action of the current interval, which is this one if there was none yet.
  func firstAction<Action>(at place: ThrottlePlace, orElse action: Action) -> Action {
    guard let index = throttles.index(forKey: place) else { return action }
    if let first = throttles.values[index].firstAction as? Action { return first }
    throttles.values[index].firstAction = action
    return action
  }

  /// Records that an action of an effect waits for the end of the current interval.
  ///
  /// - Parameter end: Ends when the action no longer waits.
  func setWait(of effect: RunningEffect, until end: AsyncStream<Never>, at place: ThrottlePlace) {
    guard let index = throttles.index(forKey: place) else { return }
    lastNumber += 1
    throttles.values[index].wait = ThrottleInterval.Wait(
      effect: effect, end: end, number: lastNumber)
  }

  /// Removes and returns the first wait of an effect's actions, if there is one.
  func takeWait(of effect: RunningEffect) -> AsyncStream<Never>? {
    let waits = throttles.values.indices.filter { throttles.values[$0].wait?.effect === effect }
    let first = waits.min {
      (throttles.values[$0].wait?.number ?? 0) < (throttles.values[$1].wait?.number ?? 0)
    }
    return first.flatMap { throttles.values[$0].wait.take()?.end }
  }

  /// Discards the first action of the current interval, which was cancelled.
  func forgetFirstAction(at place: ThrottlePlace) {
    guard let index = throttles.index(forKey: place) else { return }
    throttles.values[index].firstAction = nil
  }

  /// Starts another interval. It is discarded with the child: one that is added again starts anew.
  func throttle(at place: ThrottlePlace, until end: any Sendable) {
    guard place.path?.isOrphaned != true else { return }
    guard throttles.updateValue(ThrottleInterval(end: end), forKey: place) == nil else { return }
    place.path?.forEachAncestor { path in
      children[path, default: Child()].throttles.insert(place)
      occupy(path)
    }
  }

  private func forget(_ place: ThrottlePlace) {
    throttles[place] = nil
    place.path?.forEachAncestor { path in
      change(path) { $0.throttles.remove(place) }
    }
  }
}
