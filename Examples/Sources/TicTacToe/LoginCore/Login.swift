import AuthenticationClient
import ComposableArchitecture
import TwoFactorCore

/// Logs a user in, with a second factor if the service requires one.
@Reducer
package struct Login: Sendable {
  @ObservableState
  package struct State: Equatable {
    @Presents package var alert: AlertState<Action.Alert>?
    package var email = ""
    package var isRequestInFlight = false
    package var password = ""
    @Presents package var twoFactor: TwoFactor.State?

    package init() {}

    /// Whether there is an address and a password to log in with.
    package var isFormValid: Bool { email.contains("@") && !password.isEmpty }
  }

  package enum Action: BindableAction, Sendable {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case loginButtonTapped
    case loginResponse(Result<AuthenticationResponse, AuthenticationError>)
    case twoFactor(PresentationAction<TwoFactor.Action>)

    package enum Alert: Equatable, Sendable {}

    /// Reports to the feature that shows the login.
    @CasePathable
    package enum Delegate: Equatable, Sendable { case loggedIn(email: String) }
  }

  private enum CancelID { case login }

  @Dependency(\.authenticationClient) var authenticationClient

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.email), .binding(\.password):
        // A request that is under way has asked for another user.
        state.isRequestInFlight = false
        return .cancel(id: CancelID.login)

      case .alert, .binding, .delegate:
        return .none

      case .loginButtonTapped:
        guard state.isFormValid, !state.isRequestInFlight else { return .none }
        state.isRequestInFlight = true
        return .run { [email = state.email, password = state.password] send in
          let response = try await authenticationClient.login(email: email, password: password)
          await send(.loginResponse(.success(response)))
        } catch: { error, send in
          await send(.loginResponse(.failure(AuthenticationError(error))))
        }
        .cancellable(id: CancelID.login)

      case .loginResponse(.failure(let error)):
        state.alert = AlertState { TextState(error.description) }
        state.isRequestInFlight = false
        return .none

      case .loginResponse(.success(let response)):
        state.isRequestInFlight = false
        guard response.isTwoFactorRequired else {
          return .send(.delegate(.loggedIn(email: state.email)))
        }
        state.twoFactor = TwoFactor.State(token: response.token)
        return .none

      case .twoFactor(.presented(.twoFactorResponse(.failure(.expired)))):
        // The token is of no use any more, so the user starts again.
        state.alert = AlertState { TextState(AuthenticationError.expired.description) }
        state.twoFactor = nil
        return .none

      case .twoFactor(.presented(.twoFactorResponse(.success))):
        return .send(.delegate(.loggedIn(email: state.email)))

      case .twoFactor:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$twoFactor, action: \.twoFactor) {
      TwoFactor()
    }
  }
}
