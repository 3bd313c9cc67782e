/// The running effects of a root store, found by cancellation id and by the child they belong to.
///
/// Only touched in the store's isolation, or when nobody else can reach the store any more.
final class EffectRegistry {
  private var running = EffectList<PlaceInStore>()
  private var byCancelID: [CancelID: Set<RunningEffect>] = [:]
  private var byPath: [EffectPath: Set<RunningEffect>] = [:]
  private var livePaths: [Slot: Set<EffectPath>] = [:]
  /// When the current interval of throttled effects ends, as an instant of their clock.
  var throttles: [ThrottlePlace: any Sendable] = [:]

  private struct Slot: Hashable {
    let parent: EffectPath?
    let slot: ObjectIdentifier

    init(parent: EffectPath?, slot: ChildSlot) {
      self.parent = parent
      self.slot = ObjectIdentifier(slot)
    }
  }

  func insert(_ effect: RunningEffect) {
    running.append(effect)
    for id in effect.cancelIDs { byCancelID[id, default: []].insert(effect) }
    forEachAncestor(of: effect) { path in
      byPath[path, default: []].insert(effect)
      livePaths[Slot(parent: path.parent, slot: path.component.slot), default: []].insert(path)
    }
  }

  func remove(_ effect: RunningEffect) {
    running.remove(effect)
    for id in effect.cancelIDs { byCancelID.removeMember(effect, for: id) }
    forEachAncestor(of: effect) { path in
      byPath.removeMember(effect, for: path)
      if byPath[path] == nil {
        livePaths.removeMember(path, for: Slot(parent: path.parent, slot: path.component.slot))
      }
    }
  }

  /// Cancels the effects with the given id that belong to the feature at `path` or to one below it.
  func cancel(_ id: CancelID, within path: EffectPath?) {
    for effect in byCancelID[id] ?? [] where path == nil || effect.path?.isWithin(path) == true {
      effect.task?.cancel()
    }
  }

  /// Whether there is an effect with the given id that has not been cancelled.
  func isWaiting(_ id: CancelID) -> Bool {
    byCancelID[id]?.contains { $0.task?.isCancelled == false } ?? false
  }

  /// Cancels all effects of the feature at `path` and of those below it.
  func cancel(within path: EffectPath) {
    for effect in byPath[path] ?? [] { effect.task?.cancel() }
    forgetThrottles { $0.isWithin(path) }
  }

  /// Cancels all effects of those children in a slot that are gone.
  func cancelChildren(
    of slot: ChildSlot, at parent: EffectPath?, where isGone: (AnyHashable) -> Bool
  ) {
    for path in livePaths[Slot(parent: parent, slot: slot)] ?? [] {
      if let id = path.component.id, isGone(id.erased) { cancel(within: path) }
    }
    forgetThrottles { path in
      path.component.slot === slot && path.parent == parent
        && path.component.id.map { isGone($0.erased) } == true
    }
  }

  /// A child that comes back begins anew.
  private func forgetThrottles(of isGone: (EffectPath) -> Bool) {
    guard !throttles.isEmpty else { return }
    throttles = throttles.filter { place, _ in place.path.map(isGone) != true }
  }

  /// Reports all work that has begun and not ended.
  func replay(to instrument: any StoreInstrument) {
    running.forEach { $0.replay(to: instrument) }
  }

  /// Cancels all effects, at the end of the store.
  func cancelAll() {
    running.removeAll { $0.task?.cancel() }
  }

  private func forEachAncestor(of effect: RunningEffect, _ body: (EffectPath) -> Void) {
    var path = effect.path
    while let current = path {
      body(current)
      path = current.parent
    }
  }
}

extension Dictionary {
  /// Removes a member of the set stored for `key`, and the set with its last member.
  fileprivate mutating func removeMember<Member>(_ member: Member, for key: Key)
  where Value == Set<Member> {
    guard let index = index(forKey: key) else { return }
    values[index].remove(member)
    if values[index].isEmpty { remove(at: index) }
  }
}
