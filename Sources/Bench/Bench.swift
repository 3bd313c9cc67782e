import ArgumentParser

/// Measures what the library costs.
@main
struct Bench: AsyncParsableCommand {
  func run() async throws {}
}
