import AuthenticationClient
import ComposableArchitecture

/// The second factor of a login: a code that the user has received in another way.
@Reducer
package struct TwoFactor: Sendable {
  @ObservableState
  package struct State: Equatable {
    @Presents package var alert: AlertState<Action.Alert>?
    package var code = ""
    package var isRequestInFlight = false
    package let token: String

    package init(token: String) {
      self.token = token
    }

    /// Whether there is a code to submit.
    package var isFormValid: Bool { code.count >= 4 }
  }

  package enum Action: BindableAction, Sendable {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case submitButtonTapped
    case twoFactorResponse(Result<AuthenticationResponse, AuthenticationError>)

    package enum Alert: Equatable, Sendable {}
  }

  @Dependency(\.authenticationClient) var authenticationClient
  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding:
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .submitButtonTapped:
        guard state.isFormValid, !state.isRequestInFlight else { return .none }
        state.isRequestInFlight = true
        return .run { [code = state.code, token = state.token] send in
          let response = try await authenticationClient.twoFactor(code: code, token: token)
          await send(.twoFactorResponse(.success(response)))
        } catch: { error, send in
          await send(.twoFactorResponse(.failure(AuthenticationError(error))))
        }

      case .twoFactorResponse(.failure(let error)):
        state.alert = AlertState { TextState(error.description) }
        state.isRequestInFlight = false
        state.code = ""
        return .none

      case .twoFactorResponse(.success):
        state.isRequestInFlight = false
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
