import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct ScopedStateTests {
  /// The states of scoped stores equal the parts of the root's state, and an action that is sent
  /// through them has the same effect as at the root, in any order.
  @Test(arguments: 0..<20)
  func scopedStateIsTheRootsState(seed: UInt64) async {
    var random = SplitMix(seed: seed)
    let gates = Gates()
    let root = Store(initialState: Parent.State()) { Parent(gates: gates) }
    let direct = Store(initialState: Parent.State()) { Parent(gates: gates) }
    let counter = root.scope(\.counter, action: \.counter)
    let computed = root.scope(\.computed, action: \.computed)

    for step in 0..<200 {
      let number = Int.random(in: 0..<100, using: &random)
      let child = root.scope(\.optional, action: \.optional)
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        counter.send(.set(number))
        direct.send(.counter(.set(number)))
      case 1:
        computed.send(.set(number))
        direct.send(.computed(.set(number)))
      case 2:
        root.send(.counter(.increment))
        direct.send(.counter(.increment))
      case 3:
        root.send(.present(Worker.State(id: number % 3)))
        direct.send(.present(Worker.State(id: number % 3)))
      case 4:
        root.send(.dismiss)
        direct.send(.dismiss)
      default:
        guard let child else { continue }
        child.send(.result("\(step)"))
        direct.send(.optional(.result("\(step)")))
      }
      #expect(root.state == direct.state)
      #expect(counter.state == direct.state.counter)
      #expect(counter.count == direct.state.counter.count)
      #expect(computed.count == direct.state.computed.count)
      #expect(root.scope(\.optional, action: \.optional)?.state == direct.state.optional)
    }
  }
}
