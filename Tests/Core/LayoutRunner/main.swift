// Runs programs on states of all layouts: LayoutRunner [SEED] [COUNT]
//
// LayoutRunner reads      prints how many ways there are to read a state while it is changed
// LayoutRunner read N     reads in one of these ways, which ends the program

import EngineLayouts

switch CommandLine.arguments.dropFirst().first {
case "reads": print(LayoutRead.count)
case "read":
  LayoutRead(number: Int(CommandLine.arguments[2])!).run()
  print("The state was read while it was being changed.")
default: await runPrograms()
}

@MainActor
func runPrograms() async {
  let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
  let seed = arguments.first ?? UInt64.random(in: 0..<1_000_000)
  let count = arguments.dropFirst().first ?? 100
  print("seed \(seed), \(count) programs")
  for seed in seed..<seed + count {
    var program = LayoutProgram(seed: seed)
    guard let failure = program.run() else { continue }
    print(failure)
    fatalError("A state is not what it has to be.")
  }
  let remaining = await LayoutProgram.remainingObjects()
  guard remaining == 0 else { fatalError("\(remaining) objects are left.") }
}
