import EngineLayouts
import Foundation
import Testing

/// States of every layout that Swift makes, within every operator, changed in place and read between
/// actions. `LayoutRunner SEED COUNT` does the same in builds of other kinds.
@MainActor
@Suite(.serialized) struct LayoutTests {
  @Test func statesOfAllLayoutsAreWhatTheirReducersMakeOfThem() async {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["LAYOUT_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1_000_000_000)
    let count = environment["LAYOUT_PROGRAMS"].flatMap(UInt64.init) ?? 40
    print("Layouts: seed \(seed), \(count) programs")
    for seed in seed..<seed + count {
      var program = LayoutProgram(seed: seed)
      let failure = program.run()
      #expect(failure == nil)
    }
    #expect(await LayoutProgram.remainingObjects() == 0)
  }
}
