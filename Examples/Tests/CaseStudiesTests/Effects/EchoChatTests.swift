import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct EchoChatTests {
  private let events = AsyncThrowingStream<WebSocketClient.Event, any Error>.makeStream()
  private let isClosed = LockIsolated(false)
  private let sent = LockIsolated<[String]>([])

  private func makeConnectedStore() async -> TestStoreOf<EchoChat> {
    events.continuation.onTermination = { [isClosed] _ in isClosed.setValue(true) }
    let store = TestStore(initialState: EchoChat.State()) {
      EchoChat()
    } withDependencies: { [stream = events.stream, sent] in
      $0.webSocket.connect = { stream }
      $0.webSocket.send = { text in sent.withValue { $0.append(text) } }
    }
    await store.send(.connectButtonTapped) { $0.connection = .connecting }
    events.continuation.yield(.opened)
    await store.receive(\.eventReceived.opened) { $0.connection = .connected }
    return store
  }

  @Test func textsAreSentAndReceived() async {
    let store = await makeConnectedStore()
    await store.send(.sendButtonTapped("Hello")) {
      $0.messages = [EchoChat.Message(isReceived: false, text: "Hello")]
    }
    events.continuation.yield(.text("Hello"))
    await store.receive(\.eventReceived.text) {
      $0.messages.append(EchoChat.Message(isReceived: true, text: "Hello"))
    }
    #expect(sent.value == ["Hello"])
    await store.send(.disconnectButtonTapped) { $0.connection = .disconnected }
    await store.finish()
    #expect(isClosed.value)
  }

  @Test func theServerEndsTheConnection() async {
    let store = await makeConnectedStore()
    events.continuation.finish()
    await store.receive(\.connectionEnded) { $0.connection = .disconnected }
  }

  @Test func failuresAreShown() async {
    let store = await makeConnectedStore()
    store.dependencies.webSocket.send = { _ in throw WebSocketFailure.notConnected }
    await store.send(.sendButtonTapped("Hello")) {
      $0.messages = [EchoChat.Message(isReceived: false, text: "Hello")]
    }
    await store.receive(\.sendingFailed) {
      $0.failure = "There is no connection. Connect first."
    }
    events.continuation.finish(throwing: WebSocketFailure.noHandshake("HTTP/1.1 404 Not Found"))
    await store.receive(\.connectionEnded) {
      $0.connection = .disconnected
      $0.failure = "The server answered with 'HTTP/1.1 404 Not Found', not with a web socket."
    }
  }
}
