import CCore
import TestSupport
import Testing

@testable import ComposableCore

/// Chains of actions, some of which the rule of an instrument leaves out. In processes of their
/// own, as the rule and the instrument are one for all stores.
@MainActor
@Suite struct RecordedChainsTests {
  @Test func chainIsLeftOut_actionPassesNoWrapper() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let instrument = NotingInstrument()
        let store = Work.store(with: instrument)
        instrument.attach(chains: [composable_chain_left_out, composable_chain_recorded])
        store.send(.increment)
        precondition(store.count == 1)
        precondition(instrument.notes.value == [])
        store.send(.increment)
        precondition(instrument.notes.value == ["sent increment", "increment"])
      }
    }
  }

  @Test func chainIsLeftOut_observerSendsAnAction_isSentToItsOwnStore() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let instrument = NotingInstrument()
        let store = Store(initialState: Parent.State()) { Parent(gates: Gates()) }
        store.instrument(with: instrument, prefix: nil)
        let child = store.scope(\.counter, action: \.counter)
        instrument.attach(chains: [composable_chain_left_out, composable_chain_recorded])
        withObservationTracking {
          _ = store.counter
        } onChange: {
          MainActor.assumeIsolated { _ = store.send(.dismiss) }
        }
        child.send(.set(1))
        precondition(instrument.notes.value == ["sent dismiss", "dismiss"])
        precondition(instrument.targets.value == [store.identity.id])
      }
    }
  }

  @Test func chainIsLeftOut_nextActionReplacesState_isItsOnlyCause() async {
    await #expect(processExitsWith: .success) {
      let instrument = NotingInstrument()
      let store = await Store(initialState: ObservedLeaf(id: 1)) {
        ObservedLeafFeature(snapshots: Snapshots())
      }
      await store.instrument(with: instrument, prefix: nil)
      instrument.attach(chains: [composable_chain_left_out, composable_chain_recorded])
      let token = await observe { _ = store.state.id }
      await store.send(.increment)
      await store.send(.replace(number: 7))
      while instrument.causes.value.isEmpty { await Task.yield() }
      precondition(instrument.causes.value == [NotingInstrument.reportedID])
      token.cancel()
    }
  }

  // MARK: Effects that began before

  @Test func dump_chainIsLeftOut_reportsNoEffect() async {
    await #expect(processExitsWith: .success) {
      let notes = await Work.notesOfEffect(
        in: [composable_chain_left_out, composable_chain_recorded])
      precondition(notes == [])
    }
  }

  @Test func dump_chainIsRecorded_reportsEffectAndItsActions() async {
    await #expect(processExitsWith: .success) {
      let notes = await Work.notesOfEffect(
        in: [composable_chain_recorded, composable_chain_left_out])
      precondition(
        notes == [
          "tracker of work", "running", "running", "sent increment", "increment", "sent increment",
          "increment", "end",
        ])
    }
  }

  @Test func dump_toTwoInstruments_bothTrackTheEffect() async {
    await #expect(processExitsWith: .success) {
      let other = NotingInstrument("another NotingInstrument")
      let notes = await Work.notesOfEffect(in: [], other)
      precondition(notes.suffix(1) == ["end"])
      precondition(other.notes.value == ["tracker of work", "running", "end"])
    }
  }
}

private struct Work: Reducer {
  struct State { var count = 0 }
  enum Action: Sendable { case increment, work(AsyncStream<Void>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .work(let steps):
        return .run { send in
          for await _ in steps { await send(.increment) }
        }
      }
    }
  }

  @MainActor
  static func store(with instrument: NotingInstrument) -> StoreOf<Self> {
    let store = Store(initialState: State()) { Self() }
    store.instrument(with: instrument, prefix: nil)
    return store
  }

  /// Attaches an instrument while an effect runs, and lets the effect send two actions.
  ///
  /// - Returns: The notes of the instrument.
  @MainActor
  static func notesOfEffect(in chains: [UInt8], _ other: NotingInstrument? = nil) async -> [String]
  {
    let instrument = NotingInstrument()
    let store = store(with: instrument)
    let (steps, next) = AsyncStream.makeStream(of: Void.self)
    let task = store.send(.work(steps))
    instrument.attach(chains: chains)
    // The code of the effect has not begun.
    store.runtime.effects.dump(to: instrument)
    precondition(instrument.notes.value == [])
    await Task.megaYield()
    store.runtime.effects.dump(to: instrument)
    if let other { store.runtime.effects.dump(to: other) }
    store.runtime.effects.dump(to: instrument)
    for _ in 0..<2 { next.yield() }
    next.finish()
    await task.finish()
    precondition(store.count == 2)
    precondition(Set(instrument.ids.value).count <= 1 && !instrument.ids.value.contains(0))
    return instrument.notes.value
  }
}

/// The chains that the rule of the process decides on, in their order; others are recorded.
private let chains = LockIsolated<[UInt8]>([])

/// Notes the events that it receives.
private final class NotingInstrument: StoreInstrument {
  static let reportedID: UInt64 = 7

  let notes = LockIsolated<[String]>([])
  /// The stores of sent actions.
  let targets = LockIsolated<[UInt64]>([])
  /// The actions that observers ran after.
  let causes = LockIsolated<[UInt64]>([])
  /// The running effects.
  let ids = LockIsolated<[UInt64]>([])
  let effectKind: EffectTrackerKind

  init(_ kind: StaticString = "NotingInstrument") { effectKind = EffectTrackerKind(kind) }

  func note(_ text: String) { notes.withValue { $0.append(text) } }

  func attach(chains decisions: [UInt8]) {
    StoreInstrumentation.install(self)
    chains.setValue(decisions)
    let rule = UnsafeMutablePointer<composable_chain_rule>.allocate(capacity: 1)
    rule.initialize(
      to: composable_chain_rule(
        start: {
          chains.withValue { $0.isEmpty ? composable_chain_recorded : $0.removeFirst() }
        }, count: nil))
    composable_set_chain_rule(rule)
    let isOn = UnsafeMutablePointer<CInt>.allocate(capacity: 1)
    isOn.initialize(to: 1)
    composable_set_action_switch(isOn)
    composable_set_store_switches(isOn, isOn, isOn)
  }

  let generation: UInt64 = 1

  func storeCreated(_ store: StoreIdentity) {}
  func storeIsAlive(_ store: StoreIdentity, age: Int64?) {}
  func storeReleased(_ store: StoreIdentity) {}
  func childRequested(_ child: UInt64, of store: UInt64, isCached: Bool) {}
  func observerDidRun(_ observer: ObserverIdentity, after store: UInt64, taken: UInt64?) {}

  func observerWillRun(
    _ observer: ObserverIdentity, after cause: ObserverCause
  ) -> ObserverReport {
    causes.withValue { $0.append(cause.action.id) }
    return .none
  }

  func instrumenting<State, Action>(
    _ base: PreparedReducer<State, Action>, prefix: String?
  ) -> PreparedReducer<State, Action> {
    base.map { logic in
      ReducerLogic { [self] state, action in
        note(ActionName.text(of: action.assumingMemoryBound(to: Action.self).pointee))
        composable_did_report(
          composable_get_frame(),
          composable_reported_action(id: Self.reportedID, prefix: nil, name: nil))
        return logic.function(state, action)
      }
    }
  }

  func actionSent(_ action: SentAction) {
    note("sent \(String(cString: action.name))")
    targets.withValue { [store = action.store] in $0.append(store) }
  }

  func tracker(ofEffectBegunBy origin: UnsafePointer<CChar>) -> any EffectTracker {
    note("tracker of \(String(cString: origin))")
    return NotingTracker(self)
  }
}

/// Unchecked: used on the main actor only.
private final class NotingTracker: EffectTracker, @unchecked Sendable {
  private let instrument: NotingInstrument
  let kind: EffectTrackerKind
  var outer: (any EffectTracker)?

  init(_ instrument: NotingInstrument) {
    self.instrument = instrument
    kind = instrument.effectKind
  }

  func effectDidBegin(_ effect: RunningEffect) { instrument.note("begin") }

  func effectIsRunning(_ effect: RunningEffect) {
    instrument.note("running")
    instrument.ids.withValue { [id = effect.id] in $0.append(id) }
  }

  func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) { instrument.note("end") }
}
