import ComposableCore
import Foundation
import Testing

/// Random programs run on the engine as on the reference engine. Each run draws its seeds anew.
///
/// ```sh
/// ENGINE_SECONDS=600 swift test --filter RandomProgramTests
/// ENGINE_PROGRAMS=1000000 swift test --filter RandomProgramTests
/// ENGINE_SEED=4711 ENGINE_PROGRAMS=1 swift test --filter RandomProgramTests
/// ```
///
/// `README.md` beside this file lists the variables.
@MainActor
@Suite(.serialized) struct RandomProgramTests {
  static let environment = ProcessInfo.processInfo.environment

  static func number(_ variable: String) -> UInt64? {
    environment[variable].flatMap { UInt64($0) }
  }

  @Test func engines_randomPrograms_agree() async {
    let count = Self.number("ENGINE_PROGRAMS")
    let seconds = Self.number("ENGINE_SECONDS") ?? 60
    let firstSeed = Self.number("ENGINE_SEED") ?? .random(in: 1...1 << 40)
    // Before the first program, for programs that do not end.
    FileHandle.standardError.write(
      Data("random programs: the first has the seed \(firstSeed)\n".utf8))
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    var seed = firstSeed
    var comparedSteps = 0
    var failures = 0
    var situations = Situations()
    await withMainSerialExecutor {
      while count.map({ seed < firstSeed + $0 }) ?? (ContinuousClock.now < end) {
        let run = ProgramRun(Program(seed: seed))
        let difference = await run.run()
        comparedSteps += run.comparedSteps
        run.collect(into: &situations)
        if difference != nil {
          failures += 1
          if Self.environment["ENGINE_SHRINK"] == "0" {
            Issue.record("The engines differ on the seed \(seed).")
          } else {
            await report(seed: seed)
          }
          if failures == Self.number("ENGINE_FAILURES") ?? 3 { break }
        }
        seed += 1
      }
    }
    let programs = seed - firstSeed
    print(
      "random programs: seed \(firstSeed), \(programs) programs, \(comparedSteps) steps compared in "
        + "\(ContinuousClock.now - start); \(situations.rarest.count) of them have reached "
        + "the rarest situation: \(situations.rarest.situation)")
    // A few programs do not reach everything.
    guard programs >= 800 else { return }
    for situation in Situations.expected.sorted() where situations.counts[situation] == 0 {
      Issue.record("No program of \(programs) has reached this: \(situation)")
    }
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
