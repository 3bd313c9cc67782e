import ComposableArchitecture
import GameCore

/// Asks for the names of two players, and lets them play.
@Reducer
package struct NewGame: Sendable {
  @ObservableState
  package struct State: Equatable {
    @Presents package var game: Game.State?
    package var oPlayerName = ""
    @SharedReader(.tally) package var tally
    package let user: String
    package var xPlayerName = ""

    /// - Parameter user: The email address of the user who has logged in.
    package init(user: String) {
      self.user = user
    }

    /// Whether both players have a name.
    package var isFormValid: Bool {
      !xPlayerName.allSatisfy(\.isWhitespace) && !oPlayerName.allSatisfy(\.isWhitespace)
    }
  }

  package enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case game(PresentationAction<Game.Action>)
    case logoutButtonTapped
    case playButtonTapped
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .game, .logoutButtonTapped:
        return .none

      case .playButtonTapped:
        guard state.isFormValid, state.game == nil else { return .none }
        state.game = Game.State(
          oPlayerName: state.oPlayerName, xPlayerName: state.xPlayerName)
        return .none
      }
    }
    .ifLet(\.$game, action: \.game) {
      Game()
    }
  }
}
