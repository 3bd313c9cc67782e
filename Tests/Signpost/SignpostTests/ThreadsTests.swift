@testable import Scenarios
import Signpost
import Testing

/// Many stores, each with a thread of its own, recorded by one recorder.
@Suite struct ThreadsTests {
  @MainActor
  @Test func whatManyThreadsDoIsHeardOnceAndChangesNothing() async {
    let plan = WorkPlan(stores: 2, threads: 100, actions: 40)
    let expected = await plan.run()
    let recorder = SignpostRecorder()
    #expect(await recorder.record { await plan.run() } == expected)

    var begun: Set<Int> = []
    var ended: Set<Int> = []
    var outermost: UInt64 = 0
    var effects: [Int: Int] = [:]
    for event in recorder.events {
      switch event {
      case .actionBegin(let action, _, let parent, _, _, _):
        #expect(begun.insert(action).inserted)
        if parent == 0 { outermost += 1 }
      case .actionEnd(let action, _, _):
        #expect(begun.contains(action))
        #expect(ended.insert(action).inserted)
      case .effectBegin(let effect, _, _, _):
        effects[effect, default: 0] += 1
      case .effectEnd(let effect, let outcome, let outputs):
        effects[effect, default: 0] -= 1
        #expect(outcome == .finished)
        #expect(outputs == 1)
      default:
        break
      }
    }
    #expect(begun == ended)
    #expect(outermost == expected.actions)
    #expect(UInt64(effects.count) == expected.effects)
    #expect(effects.values.allSatisfy { $0 == 0 })
  }
}
