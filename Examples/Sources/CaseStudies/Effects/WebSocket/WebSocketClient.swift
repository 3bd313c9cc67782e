import ComposableArchitecture
import Foundation

/// A connection to the web socket of the program's own server.
@DependencyClient
struct WebSocketClient: Sendable {
  @CasePathable
  enum Event: Equatable, Sendable {
    case opened
    case text(String)
  }

  /// Connects; the connection is closed when the stream ends or is not read any more.
  var connect: @Sendable () -> AsyncThrowingStream<Event, any Error> = { .finished() }
  /// Sends a text through the connection that was opened last.
  var send: @Sendable (_ text: String) async throws -> Void
}

extension WebSocketClient: DependencyKey {
  static var liveValue: Self {
    let current = LockIsolated<WebSocketConnection?>(nil)
    return Self(
      connect: {
        @Dependency(\.studyServer) var server
        return AsyncThrowingStream { [server] continuation in
          let task = Task {
            do {
              let connection = try await WebSocketConnection.open(server)
              current.setValue(connection)
              defer {
                // Another one may have been opened meanwhile.
                current.withValue { if $0?.id == connection.id { $0 = nil } }
                connection.close()
              }
              continuation.yield(.opened)
              while let text = try await connection.receive() { continuation.yield(.text(text)) }
              continuation.finish()
            } catch {
              continuation.finish(throwing: error)
            }
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      },
      send: { text in
        guard let connection = current.value else { throw WebSocketFailure.notConnected }
        try await connection.send(text)
      })
  }
}

extension DependencyValues {
  var webSocket: WebSocketClient {
    get { self[WebSocketClient.self] }
    set { self[WebSocketClient.self] = newValue }
  }
}
