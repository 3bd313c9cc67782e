import ComposableArchitecture
import Foundation

/// A count and its highest value.
struct Tally: Codable, Equatable, Sendable {
  private(set) var count = 0
  private(set) var highest = 0

  mutating func add(_ number: Int) {
    count += number
    highest = max(highest, count)
  }
}

extension SharedKey where Self == InMemoryKey<Tally>.Default {
  /// The tally of this run.
  static var tallyOfRun: Self { Self[.inMemory("tally"), default: Tally()] }
}

extension SharedKey where Self == FileStorageKey<Tally>.Default {
  /// The tally of all runs, kept in a file.
  static var tallyOfAllRuns: Self {
    @Dependency(\.tallyFile) var file
    return Self[.fileStorage(file), default: Tally()]
  }
}

extension DependencyValues {
  /// The file that keeps a tally.
  @DependencyEntry(
    liveValue: URL.applicationSupportDirectory.appendingPathComponent("case-studies/tally.json"))
  var tallyFile: URL = URL(fileURLWithPath: "/tally.json")
}
