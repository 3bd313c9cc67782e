import Foundation
import Scenarios

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "burst", arguments.count == 2, let count = Int(arguments[1]) {
  Scenario.burst(of: count)
} else if let scenario = Scenario.all.first(where: { [$0.name] == arguments }) {
  await scenario.run()
} else {
  print("usage: ScenarioRunner SCENARIO | burst COUNT")
  exit(64)
}
