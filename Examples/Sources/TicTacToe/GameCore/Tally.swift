import ComposableArchitecture

/// How the games of a session have ended.
package struct Tally: Equatable, Sendable {
  package var draws = 0
  package var oWins = 0
  package var xWins = 0

  package init() {}

  /// Counts a game.
  mutating func add(_ winner: Player?) {
    switch winner {
    case .x: xWins += 1
    case .o: oWins += 1
    case nil: draws += 1
    }
  }
}

extension SharedKey where Self == InMemoryKey<Tally>.Default {
  /// The games since the program has started.
  package static var tally: Self { Self[.inMemory("tally"), default: Tally()] }
}
