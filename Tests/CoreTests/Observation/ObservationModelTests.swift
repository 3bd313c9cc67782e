import Foundation
import Observation
import TestSupport
import Testing

@testable import ComposableCore

/// Random changes by all that changes a state, read through stores of every kind: an observer is
/// notified if, and only if, what it has read is different.
///
/// `OBSERVATION_MODEL_RUNS` says how many programs to run, `OBSERVATION_MODEL_SEED` where to begin.
@MainActor
@Suite(.enabled(if: ProcessInfo.processInfo.environment["OBSERVATION_MODEL_RUNS"] != nil))
struct ObservationModelTests {
  private static func number(_ variable: String, default fallback: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? fallback
  }

  private static var seeds: Range<UInt64> {
    let first = UInt64(number("OBSERVATION_MODEL_SEED", default: 0))
    return first..<first + UInt64(number("OBSERVATION_MODEL_RUNS", default: 300))
  }

  @Test func observersOnTheMainActorAreNotifiedOfDifferencesOnly() async {
    for seed in Self.seeds {
      let program = ObservedProgram(seed: seed, length: 40)
      guard await Self.failure(of: program, seed: seed) != nil else { continue }
      let short = await program.shrunk { await Self.failure(of: $0, seed: seed) != nil }
      let failure = await Self.failure(of: short, seed: seed)
      Issue.record("seed \(seed): \(failure ?? "?")\n\(Self.text(of: short))")
      return
    }
  }

  @Test nonisolated func observersElsewhereAreNotifiedOfDifferencesOnly() async {
    for seed in await Self.seeds {
      let program = ObservedProgram(seed: seed, length: 40)
      guard await Self.failureElsewhere(of: program, seed: seed) != nil else { continue }
      let short = await program.shrunk { await Self.failureElsewhere(of: $0, seed: seed) != nil }
      let failure = await Self.failureElsewhere(of: short, seed: seed)
      Issue.record("seed \(seed): \(failure ?? "?")\n\(Self.text(of: short))")
      return
    }
  }

  private nonisolated static func text(of program: ObservedProgram) -> String {
    program.actions.map { "  \($0)" }.joined(separator: "\n")
  }

  // MARK: Running

  private static func failure(of program: ObservedProgram, seed: UInt64) async -> String? {
    let store = Store(initialState: ObservedRoot()) { ObservedRootFeature(snapshots: Snapshots()) }
    var observation = ModelledObservation(seed: seed)
    for action in program.actions where action.isDeliverable(in: store.state) {
      for read in observation.readsToRegister(in: store.state) {
        let notified = observation.notified
        withObservationTracking {
          read.read(store)
        } onChange: {
          notified.withValue { _ = $0.insert(read) }
        }
      }
      store.send(action)
      // What is not at hand is looked at once per turn.
      for _ in 0..<3 { await Task.yield() }
      if let failure = observation.failure(after: action, state: store.state) { return failure }
    }
    return nil
  }

  private nonisolated static func failureElsewhere(
    of program: ObservedProgram, seed: UInt64
  ) async -> String? {
    let store = StoreActor(initialState: ObservedRoot()) {
      ObservedRootFeature(snapshots: Snapshots())
    }
    var observation = ModelledObservation(seed: seed)
    for action in program.actions {
      guard action.isDeliverable(in: await store.state) else { continue }
      let notified = observation.notified
      for read in observation.readsToRegister(in: await store.state) {
        await store.observe(read) { notified.withValue { _ = $0.insert(read) } }
      }
      await store.send(action)
      for _ in 0..<3 { await Task.yield() }
      if let failure = observation.failure(after: action, state: await store.state) {
        return failure
      }
    }
    return nil
  }
}

/// What observers have read, and when they have to be notified.
private struct ModelledObservation {
  let notified = LockIsolated<Set<ObservedRead>>([])
  private var reads: [ObservedRead] = []
  private var before: ObservedRoot?
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed ^ 0xA5A5)
  }

  /// What is read next: what observers were notified of, and some more.
  mutating func readsToRegister(in state: ObservedRoot) -> [ObservedRead] {
    before = state
    var registered: [ObservedRead] = []
    let heard = notified.value
    reads.removeAll { heard.contains($0) }
    notified.setValue([])
    for read in heard.sorted(by: { "\($0)" < "\($1)" }) where Bool.random(using: &random) {
      registered.append(read)
    }
    for _ in 0..<3 { registered.append(.random(using: &random)) }
    registered = registered.filter { !reads.contains($0) }
    for read in registered where !reads.contains(read) { reads.append(read) }
    return registered
  }

  func failure(after action: ObservedRootFeature.Action, state: ObservedRoot) -> String? {
    guard let before else { return nil }
    let shared = before.sharedStates.union(state.sharedStates)
    let heard = notified.value
    for read in reads {
      let old = read.seen(in: before)
      let new = read.seen(in: state)
      if old.value != new.value, !heard.contains(read) {
        return "\(read) is \(new.value) and was \(old.value) before \(action): not notified"
      }
      // Copies of one state that were not assigned one by one, elements of two collections for example,
      // are observed as one.
      let isShared = !shared.isDisjoint(with: old.states + new.states)
      if old == new, heard.contains(read), !isShared, !old.isCollection {
        return "\(read) is \(new.value), as before \(action): notified"
      }
    }
    return nil
  }
}

extension ObservedRead {
  fileprivate static func random(using random: inout SplitMix) -> Self {
    guard Int.random(in: 0..<20, using: &random) > 0 else {
      return ObservedRead(base: nil, part: .number)
    }
    let base = Base.allCases.randomElement(using: &random) ?? .node
    let place = LeafPlace.random(using: &random)
    let field = Field.allCases.randomElement(using: &random) ?? .number
    let parts: [Part] = [
      .number, .plain, .hasOptional, .hasPresented, .rowIDs, .elementCount, .screenCount,
      .phaseName, .child(place), .isWhole,
    ]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ObservedRead(base: base, part: parts.randomElement(using: &random) ?? .number)
    case 1: return ObservedRead(base: base, part: .store(place, field))
    default: return ObservedRead(base: base, part: .leaf(place, field))
    }
  }
}

extension ObservedRootFeature.Action {
  /// Whether the child that the action is for is there; anything else is reported.
  fileprivate func isDeliverable(in root: ObservedRoot) -> Bool {
    switch self {
    case .change: true
    case .node(let action): action.isDeliverable(in: root.node)
    case .backup(let action): action.isDeliverable(in: root.backup)
    }
  }
}

extension ObservedNodeFeature.Action {
  fileprivate func isDeliverable(in node: ObservedNode) -> Bool {
    switch self {
    case .change, .leaf, .stack: true
    case .optional: node.optional != nil
    case .presented: node.presented != nil
    case .rows(.element(let id, _)): node.rows.ids.contains(id)
    }
  }
}

extension ObservedRoot {
  /// The ids that more than one state has.
  fileprivate var sharedStates: Set<ObservableStateID> {
    var seen: Set<ObservableStateID> = []
    var shared: Set<ObservableStateID> = []
    for id in [node, backup].flatMap(\.allStates) where !seen.insert(id).inserted {
      shared.insert(id)
    }
    return shared
  }
}

extension ObservedNode {
  fileprivate var allStates: [ObservableStateID] {
    [_$id, leaf._$id, other._$id]
      + [optional, presented, phase.leaf].compactMap { $0?._$id } + rows.map(\._$id)
      + array.map(\._$id) + stack.map(\._$id) + table.values.map(\._$id)
  }
}
