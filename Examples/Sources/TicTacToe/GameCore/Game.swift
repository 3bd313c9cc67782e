import ComposableArchitecture

/// A game of two players.
@Reducer
package struct Game: Sendable {
  @ObservableState
  package struct State: Equatable {
    package var board = Board()
    package var currentPlayer = Player.x
    package let oPlayerName: String
    @Shared(.tally) package var tally
    package let xPlayerName: String

    package init(oPlayerName: String, xPlayerName: String) {
      self.oPlayerName = oPlayerName
      self.xPlayerName = xPlayerName
    }

    /// Whether no more marks can be made.
    package var isOver: Bool { board.winner != nil || board.isFull }

    /// The name of a player.
    package func name(of player: Player) -> String { player == .x ? xPlayerName : oPlayerName }

    /// The player to move, or the result of the game.
    package var title: String {
      if let winner = board.winner { return "\(name(of: winner)) has won!" }
      if board.isFull { return "The game ends in a draw." }
      return "\(name(of: currentPlayer)), place your \(currentPlayer.rawValue)."
    }
  }

  package enum Action: Equatable, Sendable {
    case cellTapped(Board.Cell)
    case playAgainButtonTapped
    case quitButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cellTapped(let cell):
        guard !state.isOver, state.board[cell] == nil else { return .none }
        state.board[cell] = state.currentPlayer
        if state.isOver {
          state.$tally.withLock { [winner = state.board.winner] in $0.add(winner) }
        } else {
          state.currentPlayer = state.currentPlayer.opponent
        }
        return .none

      case .playAgainButtonTapped:
        guard state.isOver else { return .none }
        state.board = Board()
        state.currentPlayer = .x
        return .none

      case .quitButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}
