import TestSupport
import Testing

@testable import ComposableCore

@Suite struct EffectListTests {
  @Test(arguments: 0..<20)
  func behavesLikeAnArray(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let effects = (0..<12).map { _ in makeEffect() }
    var list = EffectList<PlaceInStore>()
    var model: [RunningEffect] = []
    for _ in 0..<300 {
      let effect = effects[Int.random(in: effects.indices, using: &random)]
      if model.contains(effect) {
        list.remove(effect)
        model.removeAll { $0 === effect }
      } else if Bool.random(using: &random) {
        list.append(effect)
        model.append(effect)
      } else {
        list.remove(effect)
      }
      var listed: [RunningEffect] = []
      list.forEach { listed.append($0) }
      #expect(listed == model)
      #expect(list.isEmpty == model.isEmpty)
    }
  }

  @Test func effectCanBeInBothListsOnItsOwn() {
    let effects = (0..<3).map { _ in makeEffect() }
    var store = EffectList<PlaceInStore>()
    var group = EffectList<PlaceInGroup>()
    for effect in effects {
      store.append(effect)
      group.append(effect)
    }
    store.remove(effects[1])
    var listed: [RunningEffect] = []
    group.forEach { listed.append($0) }
    #expect(listed == effects)
  }

  @MainActor
  @Test func storeMayEndWithVeryManyEffectsRunning() async {
    let count = 10_000
    let ended = Ended()
    do {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          .run { _ in
            try? await Task.sleep(for: .seconds(3600))
            await ended.add()
          }
        }
      }
      for _ in 0..<count { store.send(0) }
      await Task.yield()
    }
    while await ended.count < count { await Task.yield() }
  }

  private actor Ended {
    private(set) var count = 0
    func add() { count += 1 }
  }

  private func makeEffect() -> RunningEffect {
    RunningEffect(
      AnyEffectNode(),
      context: EffectContext<Int>(
        runtime: RootStore(
          initialState: 0, reducer: EmptyReducer<Int, Int>()._prepare(),
          isolation: MainActor.shared),
        group: EffectGroup(), outlet: { _, _, _, _ in }))
  }
}
