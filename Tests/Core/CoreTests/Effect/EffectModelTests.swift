import CompanionSupport
import TestSupport
import Testing

@testable import ComposableCore

/// Random effects, started, ended and cancelled in random order, run exactly when a model says.
@MainActor
@Suite struct EffectModelTests {
  /// Counts begins and ends.
  private final class Tracker: EffectTracker, @unchecked Sendable {
    private let counts = Locked((begins: 0, open: Set<UInt64>(), strayEnds: 0))

    let kind = EffectTrackerKind("model")
    var outer: (any EffectTracker)?

    var begins: Int { counts.withLock { $0.begins } }
    var openCount: Int { counts.withLock { $0.open.count } }
    var strayEnds: Int { counts.withLock { $0.strayEnds } }

    func effectDidBegin(_ effect: RunningEffect) {
      counts.withLock { counts in
        counts.begins += 1
        counts.open.insert(effect.id)
      }
    }

    func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) {
      counts.withLock { if $0.open.remove(effect.id) == nil { $0.strayEnds += 1 } }
    }
  }

  @Test(arguments: 0..<150)
  func storesAgreeWithTheModel(seed: UInt64) async {
    var random = SplitMix(seed: seed)
    let gates = Gates()
    let tracker = Tracker()
    let slot = PreparationContext.ofElements.with { ChildSlot.make(for: \Int.self) }
    var structure: UInt64 = 0
    let model = EffectModel()
    var next: Effect<String> = .none
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        guard action == "next" else {
          state.append(action)
          return .none
        }
        return next.tracked(by: tracker) { _, _ in }
      }
    }
    var tasks: [StoreTask] = []
    var lastName = 0

    func send(_ effect: Effect<String>, at path: [Int]) {
      next = path.reversed().reduce(effect) {
        $0.ofChild(
          .init(slot: slot, id: AnyHashableSendable($1), isOrphan: false),
          .elements(structure: structure), dismissal: nil)
      }
      tasks.append(store.send("next"))
    }

    for _ in 0..<40 {
      let path = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
        Int.random(in: 0..<2, using: &random)
      }
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let tree = EffectTree(
          depth: 3,
          nextName: {
            lastName += 1
            return "\(lastName)"
          }, using: &random)
        send(tree.effect(gates), at: path)
        model.start(tree, .init(path: path, group: tasks.count))
      case 4:
        let id = Int.random(in: 0..<3, using: &random)
        send(.cancel(id: id), at: path)
        model.cancel(id, at: path)
      case 5:
        let child = Int.random(in: 0..<2, using: &random)
        structure += 1
        let others = ChildElements(structure: structure) { $0 != AnyHashable(child) }
        send(slot.cancelling(found: nil, now: others), at: path)
        model.cancel { $0.context.path.starts(with: path + [child]) }
      case 6:
        guard let index = tasks.indices.randomElement(using: &random) else { continue }
        tasks[index].cancel()
        model.cancel { $0.context.group == index + 1 }
      default:
        await settle()
        guard let name = model.waiting.sorted().randomElement(using: &random) else { continue }
        gates.open(name)
        model.finish(name)
        await settle()
      }
    }
    await settle()
    while let name = model.waiting.first {
      gates.open(name)
      model.finish(name)
      await settle()
    }
    for task in tasks { await task.finish() }
    #expect(store.state.sorted() == model.sent.sorted())
    #expect(tracker.strayEnds == 0)

    /// Waits until the running effects are the ones of the model; an effect that runs and should
    /// not still runs at the end.
    func settle() async {
      model.settle()
      var patience = 10_000
      while patience > 0,
        gates.waiting != model.waiting || gates.cancelled != model.cancelled
          || tracker.openCount != model.waiting.count || tracker.begins != model.begins
      {
        patience -= 1
        await Task.yield()
      }
      #expect(gates.waiting == model.waiting)
      #expect(gates.cancelled == model.cancelled)
      #expect(tracker.openCount == model.waiting.count)
      #expect(tracker.begins == model.begins)
    }
  }
}
