import ComposableArchitecture
import Foundation
import Testing

/// Clients of an SDK, wrapped in structs of closures: labels, streams, delegates, sub-clients,
/// defaults, and endpoints that throw, wait, or do neither.
@MainActor
@Suite struct ClientsTests {
  @Test func sdk_session_isDrivenByItsDelegate() async {
    let (events, sdk) = AsyncStream.makeStream(of: SDKClient.Event.self)
    let store = TestStore(initialState: Session.State()) {
      Session()
    } withDependencies: {
      $0.sdk.events = { events }
      $0.sdk.signIn = { name, password in
        #expect(name == "blob")
        return SDKClient.User(name: name, isAdmin: password == "root")
      }
      $0.sdk.storage.load = { key in Data(key.utf8) }
      $0.sdk.storage.save = { _, _ in }
    }
    let task = await store.send(.task)
    sdk.yield(.connected)
    await store.receive(\.event.connected) { $0.isConnected = true }
    await store.send(.signInButtonTapped(name: "blob", password: "root"))
    await store.receive(\.signedIn.success) {
      $0.user = SDKClient.User(name: "blob", isAdmin: true)
    }
    sdk.yield(.message(from: "blob", text: "Hi"))
    await store.receive(\.event.message) { $0.messages = ["blob: Hi"] }
    sdk.finish()
    await task.finish()
  }

  @Test func sdk_errors_keepTheirType() async {
    let store = TestStore(initialState: Session.State()) {
      Session()
    } withDependencies: {
      $0.sdk.signIn = { _, _ in throw SDKClient.Failure.wrongPassword(attemptsLeft: 2) }
      $0.sdk.storage.load = { _ in Data() }
    }
    await store.send(.signInButtonTapped(name: "blob", password: ""))
    await store.receive(\.signedIn.failure) { $0.message = "2 attempts are left." }
  }

  @Test func sdk_defaults_needNoOverride() async throws {
    @Dependency(\.sdk) var sdk
    #expect(sdk.version() == "0")
    await withKnownIssue {
      _ = await sdk.isAvailable()
    } matching: {
      $0.description.contains("isAvailable")
    }
    await withKnownIssue {
      await #expect(throws: (any Error).self) {
        _ = try await sdk.signIn(name: "a", password: "b")
      }
    } matching: {
      $0.description.contains("signIn")
    }
  }

  @Test func XCTFail_throughTheUmbrella_reportsAnIssue() {
    withKnownIssue {
      XCTFail("Not reached.")
    } matching: {
      $0.description.contains("Not reached.")
    }
  }
}

@DependencyClient
struct SDKClient: Sendable {
  struct User: Equatable, Sendable {
    var name: String
    var isAdmin: Bool
  }

  @CasePathable
  enum Event: Equatable, Sendable {
    case connected
    case disconnected(reason: String?)
    case message(from: String, text: String)
  }

  enum Failure: Error, Equatable { case wrongPassword(attemptsLeft: Int) }

  @DependencyClient
  struct Storage: Sendable {
    var load: @Sendable (_ key: String) async throws -> Data
    var save: @Sendable (_ data: Data, _ key: String) async throws -> Void
  }

  var events: @Sendable () -> AsyncStream<Event> = { .never }
  var isAvailable: @Sendable () async -> Bool = { false }
  @DependencyEndpoint(method: "signIn")
  var signIn: @Sendable (_ name: String, _ password: String) async throws -> User
  var version: @Sendable () -> String = { "0" }
  @DependencyEndpointIgnored
  var name = "SDK"
  var storage: Storage = Storage()
}

extension SDKClient: TestDependencyKey {
  static var testValue: Self {
    var client = Self()
    client.version = { "0" }
    return client
  }
  static var previewValue: Self {
    Self(
      events: { .finished }, isAvailable: { true },
      signIn: { name, _ in User(name: name, isAdmin: false) }, version: { "preview" })
  }
}

extension DependencyValues {
  var sdk: SDKClient {
    get { self[SDKClient.self] }
    set { self[SDKClient.self] = newValue }
  }
}

@Reducer
struct Session {
  @ObservableState
  struct State: Equatable {
    var isConnected = false
    var message: String?
    var messages: [String] = []
    var user: SDKClient.User?
  }

  enum Action {
    case event(SDKClient.Event)
    case signedIn(Result<SDKClient.User, any Error>)
    case signInButtonTapped(name: String, password: String)
    case task
  }

  @Dependency(\.sdk) var sdk
  @Dependency(\.sdk.storage) var storage

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .event(.connected):
        state.isConnected = true
        return .none
      case .event(.disconnected):
        state.isConnected = false
        return .none
      case .event(.message(let sender, let text)):
        state.messages.append("\(sender): \(text)")
        return .run { _ in try await storage.save(data: Data(text.utf8), key: sender) }
      case .signedIn(.success(let user)):
        state.user = user
        return .none
      case .signedIn(.failure(let error as SDKClient.Failure)):
        switch error {
        case .wrongPassword(let attempts): state.message = "\(attempts) attempts are left."
        }
        return .none
      case .signedIn(.failure):
        return .none
      case .signInButtonTapped(let name, let password):
        return .run { send in
          await send(
            .signedIn(
              Result {
                _ = try? await storage.load(key: name)
                return try await sdk.signIn(name: name, password: password)
              }))
        }
      case .task:
        return .run { send in
          for await event in sdk.events() { await send(.event(event)) }
        }
      }
    }
  }
}
