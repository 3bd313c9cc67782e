import ComposableCore
import Foundation
import Testing

/// Random programs run on the engine as on the reference engine.
///
/// `ENGINE_PROGRAMS` says how many, and `ENGINE_SEED` with which seed the first of them is made:
///
/// ```sh
/// ENGINE_PROGRAMS=1000000 swift test --filter RandomProgramTests
/// ENGINE_SEED=4711 ENGINE_PROGRAMS=1 swift test --filter RandomProgramTests
/// ```
///
/// `ENGINE_SHRINK=0` lists the seeds of failing programs instead of reducing and printing them.
@MainActor
@Suite struct RandomProgramTests {
  @Test func enginesAgree() async {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["ENGINE_PROGRAMS"].flatMap { UInt64($0) } ?? 1000
    let firstSeed = environment["ENGINE_SEED"].flatMap { UInt64($0) } ?? 1
    // First of all, for those who look into a program that has not come to its end.
    FileHandle.standardError.write(
      Data("random programs: \(count), the first with the seed \(firstSeed)\n".utf8))
    let start = ContinuousClock.now
    var comparedSteps = 0
    var failures = 0
    await withMainSerialExecutor {
      for seed in firstSeed..<(firstSeed + count) {
        let run = ProgramRun(Program(seed: seed))
        let difference = await run.run()
        comparedSteps += run.comparedSteps
        guard difference != nil else { continue }
        failures += 1
        if environment["ENGINE_SHRINK"] == "0" {
          FileHandle.standardError.write(Data("The engines differ on the seed \(seed).\n".utf8))
        } else {
          await report(seed: seed)
        }
        if failures == environment["ENGINE_FAILURES"].flatMap({ Int($0) }) ?? 3 { break }
      }
    }
    print(
      "random programs: seed \(firstSeed), \(count) programs, \(comparedSteps) steps compared in "
        + "\(ContinuousClock.now - start)")
  }

  private func report(seed: UInt64) async {
    let program = await Program(seed: seed).shrunk()
    let difference = await ProgramRun(program).run()
    Issue.record(
      """
      The engines differ on the program with the seed \(seed), after step \
      \(difference.map { "\($0.step)" } ?? "?"):

      \(difference?.text ?? "They do not differ when the program is run again.")

      let program = \(program)
      await expectAgreement(program)
      """)
  }
}

/// Fails unless both engines do the same with a program.
@MainActor
func expectAgreement(
  _ program: Program, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let difference = await withMainSerialExecutor { await ProgramRun(program).run() }
  #expect(difference?.text == nil, sourceLocation: sourceLocation)
}
