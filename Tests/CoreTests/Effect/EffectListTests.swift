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

  private func makeEffect() -> RunningEffect {
    RunningEffect(
      context: EffectContext<Int>(
        runtime: RootStore(
          initialState: 0, reducer: EmptyReducer<Int, Int>()._prepare(),
          isolation: MainActor.shared),
        group: EffectGroup(), deliver: { _, _ in }))
  }
}
