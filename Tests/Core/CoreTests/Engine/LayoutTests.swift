import EngineLayouts
import Foundation
import Testing

/// States of every layout that Swift makes, within every operator, changed in place and read
/// between actions. `LAYOUT_PROGRAMS` says how many programs, `LAYOUT_SEED` the first seed, which
/// each run draws anew and prints.
/// `LayoutRunner SEED COUNT` does the same in builds of other kinds.
@MainActor
@Suite(.serialized) struct LayoutTests {
  @Test func statesOfAllLayoutsAreWhatTheirReducersMakeOfThem() async {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["LAYOUT_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1 << 40)
    let count = environment["LAYOUT_PROGRAMS"].flatMap(UInt64.init) ?? 40
    print("Layouts: seed \(seed), \(count) programs")
    // The last one found a weak reference to an ended object that was released once too often.
    for seed in Array(seed..<seed + count) + [886_073_929] {
      var program = LayoutProgram(seed: seed)
      let failure = program.run()
      #expect(failure == nil)
    }
    #expect(await LayoutProgram.remainingObjects() == 0)
  }
}
