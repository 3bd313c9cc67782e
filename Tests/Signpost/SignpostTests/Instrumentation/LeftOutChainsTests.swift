import CCore
import ComposableCore
import Signpost
import Synchronization
import Testing

/// Chains of actions that the rule of an instrument leaves out, while it is attached.
@Suite struct LeftOutChainsTests {
  /// In processes of their own, as the rule is one for all stores.
  @Test(arguments: [composable_chain_left_out, composable_chain_over_rate])
  func chainRule_leavesOutChain_actionsAndEffectsRunAsOthers(chain: UInt8) async {
    await #expect(processExitsWith: .success) { [chain = chain as UInt8] in
      await MainActor.run {
        let store = Store(initialState: 0) { Summing() }
        store.signpost("numbers")
        CountedActions.attach(leavingOut: chain)
        store.send(.add(1))
        store.send(.addTwice(10))
        precondition(store.withState { $0 } == 21)
        let names = chain == composable_chain_over_rate ? ["add", "addTwice", "add"] : []
        precondition(CountedActions.names == names)
        precondition(CountedActions.chains == [chain, chain, chain])
      }
    }
  }
}

private struct Summing: Reducer {
  enum Action { case add(Int), addTwice(Int) }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): state += number
    case .addTwice(let number):
      state += number
      return .send(.add(number))
    }
    return .none
  }
}

/// The rule of the process, and the actions that it has counted.
private enum CountedActions {
  private static let counted = Mutex<[(name: String?, chain: UInt8)]>([])
  private static let chain = Atomic<UInt8>(composable_chain_undecided)

  static var names: [String] { counted.withLock { $0.compactMap(\.name) } }
  static var chains: [UInt8] { counted.withLock { $0.map(\.chain) } }

  static func attach(leavingOut chain: UInt8) {
    Self.chain.store(chain, ordering: .relaxed)
    let rule = UnsafeMutablePointer<composable_chain_rule>.allocate(capacity: 1)
    rule.initialize(
      to: composable_chain_rule(
        start: { Self.chain.load(ordering: .relaxed) },
        count: { name, chain in
          let name = name.map { String(cString: $0) }
          Self.counted.withLock { $0.append((name, chain)) }
        }))
    composable_set_chain_rule(rule)
    let word = UnsafeMutablePointer<CInt>.allocate(capacity: 1)
    word.initialize(to: 1)
    composable_set_action_switch(word)
  }
}
