import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct ScopedStateTests {
  /// Scoped stores hold what reading the root's state directly gives, and what is sent through them
  /// does what it does when it is sent to the root, in any order.
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
