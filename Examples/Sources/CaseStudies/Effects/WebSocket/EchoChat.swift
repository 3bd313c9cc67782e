import ComposableArchitecture
import Foundation

/// Texts that are sent to a web socket, and its answers.
@Reducer
struct EchoChat {
  enum Connection: Equatable, Sendable {
    case connected
    case connecting
    case disconnected
  }

  struct Message: Equatable, Sendable {
    var isReceived: Bool
    var text: String
  }

  @ObservableState
  struct State: Equatable {
    var connection = Connection.disconnected
    var failure: String?
    var messages: [Message] = []
  }

  enum Action {
    case connectButtonTapped
    case connectionEnded(failure: String?)
    case disconnectButtonTapped
    case eventReceived(WebSocketClient.Event)
    case sendButtonTapped(String)
    case sendingFailed(String)
  }

  private enum CancelID { case connection }

  @Dependency(\.webSocket) var webSocket

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .connectButtonTapped:
        state.connection = .connecting
        state.failure = nil
        return .run { send in
          for try await event in webSocket.connect() {
            await send(.eventReceived(event))
          }
          await send(.connectionEnded(failure: nil))
        } catch: { error, send in
          await send(.connectionEnded(failure: "\(error)"))
        }
        .cancellable(id: CancelID.connection, cancelInFlight: true)

      case .connectionEnded(let failure):
        state.connection = .disconnected
        state.failure = failure
        return .none

      case .disconnectButtonTapped:
        state.connection = .disconnected
        return .cancel(id: CancelID.connection)

      case .eventReceived(.opened):
        state.connection = .connected
        return .none

      case .eventReceived(.text(let text)):
        state.messages.append(Message(isReceived: true, text: text))
        return .none

      case .sendButtonTapped(let text):
        state.messages.append(Message(isReceived: false, text: text))
        return .run { _ in
          try await webSocket.send(text)
        } catch: { error, send in
          await send(.sendingFailed("\(error)"))
        }

      case .sendingFailed(let failure):
        state.failure = failure
        return .none
      }
    }
  }
}
