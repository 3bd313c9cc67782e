import Foundation
import Observation
import TestSupport
import Testing

@testable import ComposableCore

/// Random changes by all that changes a state, read through stores of every kind: an observer is
/// notified if, and only if, what it has read is different.
///
/// `OBSERVATION_MODEL_RUNS` says how many programs to run, `OBSERVATION_MODEL_SEED` where to begin.
/// See `README.md` beside this file.
@MainActor
@Suite(.serialized) struct ObservationModelTests {
  private nonisolated static func number(_ variable: String, default fallback: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? fallback
  }

  private nonisolated static let seeds: Range<UInt64> = {
    let first = UInt64(number("OBSERVATION_MODEL_SEED", default: 0))
    let count = UInt64(number("OBSERVATION_MODEL_RUNS", default: 40))
    print("Observation: programs with seeds \(first)..<\(first + count)")
    return first..<first + count
  }()

  @Test func observersOnTheMainActorAreNotifiedOfDifferencesOnly() async {
    await Self.check(Self.seeds, Self.failure)
  }

  @Test func observersElsewhereAreNotifiedOfDifferencesOnly() async {
    await Self.check(Self.seeds, Self.failureElsewhere)
  }

  /// The same while very much else is observed, which is notified of its own changes only. Not with
  /// few programs, as under a sanitizer, because to observe so much takes a while.
  @Test(.enabled(if: seeds.count >= 20))
  func observersAreNotifiedOfDifferencesOnlyAmongAHundredThousandFields() async {
    var crowd = (0..<50_000).map { ObservedLeaf(id: $0) }
    let notified = LockIsolated<Set<Int>>([])
    for (index, leaf) in crowd.enumerated() {
      withObservationTracking {
        _ = leaf.number
        _ = leaf.text
      } onChange: {
        notified.withValue { _ = $0.insert(index) }
      }
    }
    await Self.check(Self.seeds.prefix(20), Self.failure)
    await Self.check(Self.seeds.prefix(20), Self.failureElsewhere)
    #expect(notified.value.isEmpty)
    crowd[31_415].number += 1
    #expect(notified.value == [31_415])
    for index in crowd.indices { crowd[index].text = "a" }
    #expect(notified.value.count == crowd.count)
    for index in crowd.indices { crowd[index].number += 1 }
  }

  /// In a process of its own: how many fields stay depends on how many others are observed.
  @Test func fieldsWithoutObserversDoNotStay() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        var kept = ObservedLeaf(id: 0)
        let others = (0..<20_000).map { ObservedLeaf(id: $0) }
        for other in others {
          withObservationTracking {
            _ = kept.number
            _ = other.number
          } onChange: {
          }
          kept.number += 1
        }
        let count = others.count { ObservedFields.keepsFields(of: $0._$id.location) }
        precondition(count < others.count / 2)
      }
    }
  }

  // MARK: Checking

  private nonisolated static func check(
    _ seeds: Range<UInt64>, _ failure: @Sendable (ObservedProgram, UInt64) async -> String?
  ) async {
    for seed in seeds {
      let program = ObservedProgram(seed: seed, length: 40)
      guard let message = await failure(program, seed) else { continue }
      let short = await program.shrunk { await failure($0, seed) != nil }
      let shortMessage = await failure(short, seed)
      Issue.record(
        """
        seed \(seed): \(shortMessage ?? "once: \(message)")
        \(Self.text(of: short))
        """)
      return
    }
  }

  private nonisolated static func text(of program: ObservedProgram) -> String {
    (program.isPopulated ? "  from a state with children\n" : "")
      + program.actions.map { "  \($0)" }.joined(separator: "\n")
  }

  // MARK: Running

  private static func failure(_ program: ObservedProgram, _ seed: UInt64) async -> String? {
    let snapshots = Snapshots()
    let store = Store(initialState: program.initialState) {
      ObservedRootFeature(snapshots: snapshots)
    }
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
      snapshots.observe()
      store.send(action)
      // What is not cheap to compare is looked at once per turn.
      for _ in 0..<3 { await Task.yield() }
      if let failure = observation.failure(after: action, state: store.state) { return failure }
    }
    return nil
  }

  private nonisolated static func failureElsewhere(
    _ program: ObservedProgram, _ seed: UInt64
  ) async -> String? {
    let snapshots = Snapshots()
    let store = StoreActor(initialState: program.initialState) {
      ObservedRootFeature(snapshots: snapshots)
    }
    var observation = ModelledObservation(seed: seed)
    for action in program.actions {
      guard action.isDeliverable(in: await store.state) else { continue }
      let notified = observation.notified
      for read in observation.readsToRegister(in: await store.state) {
        await store.observe(read) { notified.withValue { _ = $0.insert(read) } }
      }
      snapshots.observe()
      await store.send(action)
      for _ in 0..<3 { await Task.yield() }
      if let failure = observation.failure(after: action, state: await store.state) {
        return failure
      }
    }
    return nil
  }
}

extension Snapshots {
  /// Observes copies from before, which show other values than the store and do not change.
  fileprivate func observe() {
    for copy in roots.value.values {
      withObservationTracking {
        _ = copy.number
        ObservedRead.Part.leaf(.leaf, .number).read(copy.node)
        ObservedRead.Part.leaf(.rowAt(0), .text).read(copy.node)
      } onChange: {
      }
    }
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
    let received = notified.value
    reads.removeAll { received.contains($0) }
    notified.setValue([])
    for read in received.sorted(by: { "\($0)" < "\($1)" }) where Bool.random(using: &random) {
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
    let received = notified.value
    for read in reads {
      let old = read.seen(in: before)
      let new = read.seen(in: state)
      if old.value != new.value, !received.contains(read) {
        return "\(read) is \(new.value) and was \(old.value) before \(action): not notified"
      }
      // Copies of one state in arrays and dictionaries, to which the library does not add elements
      // itself, are observed as one: a change of one notifies the readers of the others.
      let isShared = !shared.isDisjoint(with: [old.owner, new.owner].compactMap(\.self))
      if old == new, received.contains(read), !isShared, !old.isOtherInACopy {
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
      .phaseName, .plainStore, .child(place), .isWhole,
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
  /// The ids of states of which there are copies in arrays and dictionaries. Everywhere else, a
  /// copy is a state of its own.
  fileprivate var sharedStates: Set<ObservableStateID> {
    let copies = [node, backup].flatMap(\.statesInForeignCollections)
    let others = [node, backup].flatMap(\.states)
    var counts = Dictionary((copies + others).map { ($0, 1) }, uniquingKeysWith: +)
    for id in Set(others) where others.count(where: { $0 == id }) > 1 { counts[id] = nil }
    return Set(counts.filter { $0.value > 1 }.keys)
  }
}

extension ObservedNode {
  fileprivate var statesInForeignCollections: [ObservableStateID] {
    array.map(\._$id) + table.values.map(\._$id)
  }

  fileprivate var states: [ObservableStateID] {
    [_$id, leaf._$id, other._$id]
      + [optional, presented, phase.leaf].compactMap { $0?._$id } + rows.map(\._$id)
      + stack.map(\._$id)
  }
}
