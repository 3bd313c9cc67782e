import Foundation
import Scenarios

guard let name = CommandLine.arguments.dropFirst().first,
  let scenario = Scenario.all.first(where: { $0.name == name })
else {
  print("usage: ScenarioRunner NAME")
  exit(64)
}
await scenario.run()
