/// The running effects of an explored run, and the events that started them.
struct ExploredEffects {
  private struct Running {
    let effect: RunningEffect
    let event: Int
    /// The task of the effect, which lives until the effect ends; `nil` before it begins.
    let task: UnsafeMutableRawPointer?
  }

  private var running: [ObjectIdentifier: Running] = [:]
  /// The number of waits of each effect for a test clock, or for its cancellation.
  private var controlledWaits: [ObjectIdentifier: Int] = [:]
  /// The effects whose features were removed. Retained, as another may have the same address.
  private var removed: [ObjectIdentifier: RunningEffect] = [:]

  var isEmpty: Bool { running.isEmpty }

  /// The event that started an effect.
  func event(of effect: RunningEffect) -> Int? { running[ObjectIdentifier(effect)]?.event }

  mutating func begin(
    _ effect: RunningEffect, of event: Int, in task: UnsafeMutableRawPointer? = nil
  ) {
    running[ObjectIdentifier(effect)] = Running(effect: effect, event: event, task: task)
  }

  mutating func end(_ effect: RunningEffect) { running[ObjectIdentifier(effect)] = nil }

  /// Records that the feature of an effect was removed.
  mutating func remove(_ effect: RunningEffect) { removed[ObjectIdentifier(effect)] = effect }

  mutating func beginWaiting(_ effect: ObjectIdentifier) {
    controlledWaits[effect, default: 0] += 1
  }

  mutating func endWaiting(_ effect: ObjectIdentifier) { controlledWaits[effect, default: 0] -= 1 }

  /// The events of the effects that wait for something that the run does not control.
  var uncontrolledWaits: [Int] { uncontrolled.map(\.event).sorted() }

  /// The events of those that wait for something else than the next element of a stream: a
  /// subscription need not end, and an element from elsewhere is noticed when it comes.
  var unfinished: [Int] {
    uncontrolled.filter { !StreamWaits.contains($0.task) }.map(\.event).sorted()
  }

  private var uncontrolled: [Running] {
    running
      .filter { id, running in
        controlledWaits[id, default: 0] == 0 && running.effect.runtime != nil
          && removed[id] == nil
      }
      .map(\.value)
  }

  /// The events of the effects that still run although their feature was removed.
  var ofRemovedFeatures: [Int] {
    running.filter { removed[$0.key] != nil }.map(\.value.event).sorted()
  }

  /// The events of the effects that still run although their store has been released.
  var outliving: [Int] {
    running.values.filter { $0.effect.runtime == nil }.map(\.event).sorted()
  }
}
