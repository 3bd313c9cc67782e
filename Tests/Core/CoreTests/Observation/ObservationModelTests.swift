import Foundation
import Observation
import TestSupport
import Testing

@testable import ComposableCore

/// Random changes by every means of changing a state, read through stores of every kind. An
/// observer must be notified if the value that it has read is different, and must not be if another
/// field was changed in place.
///
/// The model keeps digests of values, never a value or a state: a kept copy keeps its memory, and
/// hides mistakes that need an address to be used again.
///
/// `OBSERVATION_MODEL_RUNS` is the number of programs, `OBSERVATION_MODEL_SEED` the first seed. See
/// `README.md` beside this file.
@MainActor
@Suite(.serialized) struct ObservationModelTests {
  private nonisolated static func number(_ variable: String, default fallback: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? fallback
  }

  private nonisolated static let seeds: Range<UInt64> = {
    let first = UInt64(number("OBSERVATION_MODEL_SEED", default: .random(in: 0..<1 << 40)))
    let count = UInt64(number("OBSERVATION_MODEL_RUNS", default: 40))
    print("Observation: programs with seeds \(first)..<\(first + count)")
    return first..<first + count
  }()

  @Test func store_randomPrograms_notifiesObservers() async {
    await Self.check(Self.seeds, Self.failure)
  }

  @Test func storeActor_randomPrograms_notifiesObservers() async {
    await Self.check(Self.seeds, Self.failureElsewhere)
  }

  /// The same while very much else is observed, which is notified of its own changes only. Not with
  /// few programs, as under a sanitizer, because to observe so much takes a while.
  @Test(.enabled(if: seeds.count >= 20))
  func observedFields_aHundredThousandOthers_notifiesObservers() async {
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
  @Test func observedFields_withoutObservers_areRemoved() async {
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
    _ seeds: Range<UInt64>,
    _ failure: @Sendable (ObservedProgram, UInt64, ModelCounts) async -> String?
  ) async {
    let counts = ModelCounts()
    for seed in seeds {
      let program = ObservedProgram(seed: seed, length: 40)
      guard let message = await failure(program, seed, counts) else { continue }
      let short = await program.shrunk { await failure($0, seed, counts) != nil }
      let shortMessage = await failure(short, seed, counts)
      Issue.record(
        """
        seed \(seed): \(shortMessage ?? "once: \(message)")
        \(Self.text(of: short))
        """)
      return
    }
    guard seeds.count >= 20 else { return }
    #expect(counts.different.value > 0, "No observed value was ever different.")
    #expect(counts.untouched.value > 0, "No other field was ever changed in place.")
  }

  private nonisolated static func text(of program: ObservedProgram) -> String {
    (program.isPopulated ? "  from a state with children\n" : "")
      + program.actions.map { "  \($0)" }.joined(separator: "\n")
  }

  // MARK: Running

  private static func failure(
    _ program: ObservedProgram, _ seed: UInt64, _ counts: ModelCounts
  ) async -> String? {
    let snapshots = Snapshots()
    let store = Store(initialState: program.initialState) {
      ObservedRootFeature(snapshots: snapshots)
    }
    var observation = ModelledObservation(seed: seed, counts: counts)
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
      // Values that are expensive to compare are compared once per turn.
      for _ in 0..<3 { await Task.yield() }
      if let failure = observation.failure(after: action, state: store.state) { return failure }
    }
    return nil
  }

  private nonisolated static func failureElsewhere(
    _ program: ObservedProgram, _ seed: UInt64, _ counts: ModelCounts
  ) async -> String? {
    let snapshots = Snapshots()
    let store = StoreActor(initialState: program.initialState) {
      ObservedRootFeature(snapshots: snapshots)
    }
    var observation = ModelledObservation(seed: seed, counts: counts)
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

/// How often programs have led to the situations that the model is for.
private final class ModelCounts: Sendable {
  /// A value was different after an action.
  let different = LockIsolated(0)
  /// A value was the same after a change of another field.
  let untouched = LockIsolated(0)
}

/// The reads of observers, and when they have to be notified.
private struct ModelledObservation {
  let notified = LockIsolated<Set<ObservedRead>>([])
  private let counts: ModelCounts
  /// Digests of the values before the action.
  private var reads: [ObservedRead: Int] = [:]
  private var random: SplitMix

  init(seed: UInt64, counts: ModelCounts) {
    random = SplitMix(seed: seed ^ 0xA5A5)
    self.counts = counts
  }

  /// The reads to register next: by notified observers, and some more.
  mutating func readsToRegister(in state: ObservedRoot) -> [ObservedRead] {
    let received = notified.value
    for read in received { reads[read] = nil }
    notified.setValue([])
    var registered: [ObservedRead] = []
    for read in received.sorted(by: { "\($0)" < "\($1)" }) where Bool.random(using: &random) {
      registered.append(read)
    }
    for _ in 0..<3 { registered.append(.random(using: &random)) }
    registered = registered.filter { reads[$0] == nil }
    for read in registered { reads[read] = 0 }
    for read in reads.keys { reads[read] = read.digest(in: state) }
    return registered
  }

  func failure(after action: ObservedRootFeature.Action, state: ObservedRoot) -> String? {
    let received = notified.value
    let changedField = action.changedField
    for (read, before) in reads {
      let isDifferent = read.digest(in: state) != before
      if isDifferent { counts.different.withValue { $0 += 1 } }
      if isDifferent, !received.contains(read) {
        return "\(read) is \(read.value(in: state)), another than before \(action): not notified"
      }
      guard let changedField, !read.mayRead(changedField) else { continue }
      counts.untouched.withValue { $0 += 1 }
      if !isDifferent, received.contains(read) {
        return "\(read) is \(read.value(in: state)), as before \(action): notified"
      }
    }
    return nil
  }
}

extension ObservedRootFeature.Action {
  /// The field of a leaf that the action changes in place, if it changes nothing else.
  fileprivate var changedField: ObservedRead.Field? {
    switch self {
    case .change(.node(let change)), .change(.backup(let change)): change.changedField
    case .node(let action), .backup(let action): action.changedField
    case .change: nil
    }
  }
}

extension ObservedNodeFeature.Action {
  fileprivate var changedField: ObservedRead.Field? {
    switch self {
    case .change(let change): change.changedField
    case .leaf(let change), .optional(let change), .presented(.presented(let change)),
      .rows(.element(_, let change)), .stack(.element(_, let change)):
      change.changedField
    case .presented, .stack: nil
    }
  }
}

extension NodeChange {
  fileprivate var changedField: ObservedRead.Field? {
    switch self {
    // The payload of an enum is changed in a copy without the runtime's metadata.
    case .leaf(.phase, _) where !RuntimeMetadata.isKnown: nil
    case .leaf(_, let change): change.changedField
    default: nil
    }
  }
}

extension LeafChange {
  fileprivate var changedField: ObservedRead.Field? {
    switch self {
    case .assign, .increment, .touch, .throughKeyPath: .number
    case .text, .append: .text
    case .numbers, .appendNumber: .numbers
    case .replace, .save, .restore, .restoreAndIncrement: nil
    }
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
