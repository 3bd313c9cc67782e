import Glibc
import Scenarios

guard let name = CommandLine.arguments.dropFirst().first,
  let scenario = Scenario.all.first(where: { $0.name == name })
else {
  fputs("usage: ScenarioRunner NAME\n", stderr)
  exit(64)
}
await scenario.run()
