import ArgumentParser
import ComposableArchitecture
import NumberFacts
import Signpost
import TerminalKit

@main
struct FeatureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "FeatureWithDependencies",
    abstract: "A number, and facts about it from a dependency; written with the macros.",
    discussion: Command.help(FeatureView.commands))

  @OptionGroup var facts: FactOptions

  @Flag(help: "Hand the feature a closure rather than let it ask for its dependency.")
  var closure = false

  @MainActor
  func run() async throws {
    let exitCode = try await facts.withService { address in
      prepareDependencies { $0.factsAddress = address }
      let featureView = FeatureView(
        store: closure
          ? Store(initialState: Feature.State()) {
            FeatureWithClosure(numberFact: NumberFactClient.http(address).fetch)
              .signpost("feature")
          }
          : Store(initialState: Feature.State()) {
            Feature()
              .signpost("feature")
          }
      )
      return try await FrontEnd(featureView).run()
    }
    try exitCode.throwUnlessSuccess()
  }
}
