import Synchronization
import TestSupport
import Testing

@testable import ComposableCore

/// Effects that loops have made: as deep as the loops are long, on a stack of a few megabytes.
@MainActor
@Suite struct DeepEffectTests {
  private static let depth = 100_000

  private struct Failure: Error {}

  /// A store that counts the actions from its effects. Action 0 starts the effect.
  private func count(_ effect: @escaping () -> Effect<Int>) async -> Int {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        guard action == 0 else {
          state += action
          return .none
        }
        return effect()
      }
    }
    await store.send(0).finish()
    return store.state
  }

  private func fold(
    _ effect: (Int) -> Effect<Int>, _ combine: (Effect<Int>, Effect<Int>) -> Effect<Int>
  ) -> Effect<Int> {
    (0..<Self.depth).reduce(Effect<Int>.none) { combine($0, effect($1)) }
  }

  @Test func merge_folded_startsAllEffects() async {
    #expect(await count { fold({ _ in .send(1) }) { $0.merge(with: $1) } } == Self.depth)
    #expect(await count { fold({ _ in .send(1) }) { $1.merge(with: $0) } } == Self.depth)
    #expect(
      await count { fold({ _ in .run { await $0(1) } }) { $0.merge(with: $1) } } == Self.depth)
  }

  @Test func concatenate_folded_startsAllEffects() async {
    #expect(await count { fold({ _ in .send(1) }) { $0.concatenate(with: $1) } } == Self.depth)
    #expect(await count { fold({ _ in .send(1) }) { $1.concatenate(with: $0) } } == Self.depth)
    #expect(
      await count { fold({ _ in .run { await $0(1) } }) { $0.concatenate(with: $1) } }
        == Self.depth)
  }

  @Test func mergeAndConcatenate_nestedInTurns_startAllEffects() async {
    let effect = fold({ _ in .send(1) }) { $0.merge(with: .concatenate(.send(1), $1)) }
    #expect(await count { effect } == 2 * Self.depth)
    let inTurns = (0..<Self.depth).reduce(Effect<Int>.none) { effect, index in
      index.isMultiple(of: 2) ? effect.merge(with: .send(1)) : effect.concatenate(with: .send(1))
    }
    #expect(await count { inTurns } == Self.depth)
  }

  /// The end of the innermost effect ends all that are around it, each of which starts another.
  @Test func mergeAndConcatenate_aroundWork_endOneAfterTheOther() async {
    let inTurns = (1..<Self.depth).reduce(Effect<Int>.run { await $0(1) }) { effect, index in
      index.isMultiple(of: 2) ? effect.merge(with: .send(1)) : effect.concatenate(with: .send(1))
    }
    #expect(await count { inTurns } == Self.depth)
  }

  @Test func mergeAndConcatenate_nestedInTurns_keepTheirOrder() async {
    var effect = Effect<Int>.send(1)
    var expected = [1]
    for index in 2...300 {
      switch index % 4 {
      case 0: (effect, expected) = (effect.merge(with: .send(index)), expected + [index])
      case 1:
        (effect, expected) = (.send(index).merge(with: effect), [index] + expected)
      case 2: (effect, expected) = (effect.concatenate(with: .send(index)), expected + [index])
      default:
        (effect, expected) = (
          Effect<Int>.send(index).concatenate(with: effect).map { $0 }, [index] + expected
        )
      }
    }
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { [effect] state, action in
        guard action == 0 else {
          state.append(action)
          return .none
        }
        return effect
      }
    }
    await store.send(0).finish()
    #expect(store.state == expected)
  }

  @Test func map_folded_appliesAllFunctions() async {
    let sent = (0..<Self.depth).reduce(Effect<Int>.send(1)) { effect, _ in effect.map { $0 + 1 } }
    #expect(await count { sent } == Self.depth + 1)
    let run = (0..<Self.depth).reduce(Effect<Int>.run { await $0(1) }) { effect, _ in
      effect.map { $0 + 1 }
    }
    #expect(await count { run } == Self.depth + 1)
    let throughTexts = (0..<1000).reduce(Effect<Int>.run { await $0(1) }) { effect, _ in
      effect.map { "\($0)" }.map { (Int($0) ?? 0) + 1 }
    }
    #expect(await count { throughTexts } == 1001)
  }

  @Test func cancellable_folded_isCancelledByEachID() async {
    let gates = Gates()
    let effect = (0..<Self.depth).reduce(Effect<Int>.run { _ in await gates.pass("never") }) {
      $0.cancellable(id: $1)
    }
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { [effect] _, action in
        action == 0 ? effect : .cancel(id: Self.depth / 2)
      }
    }
    let task = store.send(0)
    await gates.arrival(at: "never")
    store.send(1)
    await task.finish()
    #expect(gates.cancelled == ["never"])
  }

  /// An id that counts the number of times that a table looks for it.
  private struct CountedID: Hashable, Sendable {
    static let lookups = Atomic(0)
    let value: Int

    func hash(into hasher: inout Hasher) {
      Self.lookups.add(1, ordering: .relaxed)
      hasher.combine(value)
    }
  }

  /// Each level is within the ids of all levels around it.
  @Test func concatenate_nestedWithFewIDs_registersEachEffectOncePerID() async {
    let levels = 500
    func lookups(ids: Int) async -> Int {
      let effect = (0..<levels).reduce(Effect<Int>.none) {
        Effect.concatenate(.run { await $0(1) }, $0).cancellable(id: CountedID(value: $1 % ids))
      }
      let before = CountedID.lookups.load(ordering: .relaxed)
      #expect(await count { effect } == levels)
      return CountedID.lookups.load(ordering: .relaxed) - before
    }
    // An effect, and the concatenation around it, are inserted and removed at each level.
    #expect(await lookups(ids: 1) <= 4 * levels)
    #expect(await lookups(ids: 20) <= 6 * 20 * levels)
  }

  @Test func cancel_ofOneOfManyIDs_endsTheEffect() async {
    for id in [0, 7, 8, 9, 19] {
      let gates = Gates()
      let effect = (0..<40).reduce(Effect<Int>.run { _ in await gates.pass("never") }) {
        $0.cancellable(id: $1 % 20)
      }
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { [effect] _, action in action == 0 ? effect : .cancel(id: id) }
      }
      let task = store.send(0)
      await gates.arrival(at: "never")
      store.send(1)
      await task.finish()
      #expect(gates.cancelled == ["never"])
    }
  }

  @Test func storeTaskCancel_ofFoldedEffects_endsThem() async {
    let wait = Effect<Int>.run { _ in try await Task.never() }
    for effect in [
      fold({ _ in wait }) { $0.merge(with: $1) }, fold({ _ in wait }) { $0.concatenate(with: $1) },
    ] {
      let store = Store(initialState: 0) { Reduce<Int, Int> { _, _ in effect } }
      let task = store.send(0)
      task.cancel()
      await task.finish()
      #expect(task.isCancelled)
    }
  }

  @Test func foldedEffect_thatIsNotStarted_ends() {
    _ = fold({ _ in .run { _ in } }) { $0.merge(with: $1) }
    _ = fold({ _ in .run { _ in } }) { $0.concatenate(with: $1) }
    _ = fold({ _ in .run { _ in } }) { .merge($1, .concatenate($1, $0)) }
    _ = fold({ _ in .run { _ in } }) { effect, _ in effect.merge(with: .none).map { $0 } }
    _ = (0..<Self.depth).reduce(Effect<Int>.run { _ in }) { effect, index in
      effect.map { $0 }.cancellable(id: index)
    }
  }

  @Test func foldedEffect_partOfWhichIsKept_keepsThatPart() async {
    var kept = Effect<Int>.none
    do {
      let effect = fold({ _ in .send(1) }) { $0.merge(with: $1) }
      kept = effect
      _ = fold({ _ in .send(1) }) { $0.merge(with: $1) }.merge(with: effect)
    }
    #expect(await count { kept } == Self.depth)
  }

  @Test func kind_ofFoldedEffect_isThatOfTheOutermostWithTwoEffects() {
    let merge = fold({ _ in .send(1) }) { $0.merge(with: $1) }
    #expect(merge.node?.kind == .merge)
    let concatenation = fold({ _ in .send(1) }) { $0.concatenate(with: $1) }
    #expect(concatenation.node?.kind == .concatenate)
    let housekeeping = Effect<Int>(node: HousekeepingNode())
    #expect(merge.merge(with: housekeeping).node?.kind == .merge)
    #expect(concatenation.merge(with: housekeeping).node?.kind == .concatenate)
    #expect(Effect<Int>.send(1).merge(with: housekeeping).node?.kind == .send)
    #expect(housekeeping.merge(with: housekeeping).node?.kind == EffectKind.none)
    let mapped = (0..<Self.depth).reduce(Effect<Int>.send(1)) { effect, _ in effect.map { $0 } }
    #expect(mapped.node?.kind == .send)
  }

  /// Housekeeping, as the operators for children add it.
  private final class HousekeepingNode: EffectNode<Int>, @unchecked Sendable {
    override func start(in context: EffectContext<Int>) {}
  }
}
