import Foundation
import Scenarios

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "burst", arguments.count == 2, let count = Int(arguments[1]) {
  Scenario.burst(of: count)
} else if arguments.first == "log", arguments.count == 2 {
  Scenario.log(arguments[1])
} else if arguments == ["live"] {
  await Scenario.live()
} else if arguments == ["errands", "race"] {
  await Scenario.racingErrands()
} else if arguments == ["errands"] || arguments == ["errands", "long"]
  || arguments == ["errands", "full"]
{
  await Scenario.errands(
    isLong: arguments.last == "long", hasFullDifferences: arguments.last == "full")
} else if arguments.first == "chains", arguments.count == 3, let count = Int(arguments[1]),
  let seed = UInt64(arguments[2])
{
  await runChains(count, seed: seed)
} else if arguments.first == "soak", arguments.count == 3, let count = Int(arguments[1]),
  let rate = Int(arguments[2])
{
  await Scenario.soak(stores: count, rate: rate)
} else if arguments == ["folders"] {
  Scenario.folders()
} else if arguments == ["causes"] {
  await Scenario.causes()
} else if arguments.first == "secrets", arguments.count >= 3 {
  await Scenario.secrets(
    arguments[1], known: arguments[2], isReplayable: arguments.contains("replayable"),
    crashes: arguments.contains("crash"))
} else if arguments.first == "work",
  let program = WorkProgram(arguments: arguments.dropFirst())
{
  await program.run()
} else if let scenario = Scenario.all.first(where: { [$0.name] == arguments }) {
  await scenario.run()
} else {
  print(
    "usage: ScenarioRunner SCENARIO | burst COUNT | log MESSAGE | live | causes | errands [long | full | race] | chains COUNT SEED | soak STORES RATE | folders | work | secrets SECRET KNOWN [replayable] [crash]"
  )
  exit(64)
}
