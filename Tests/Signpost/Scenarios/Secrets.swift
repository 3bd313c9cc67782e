import ComposableCore
import Logging
import Signpost

/// A feature that is given a secret wherever recordings could show one.
package struct Secrets: Reducer {
  package struct State: Codable, Equatable {
    package var user = ""
    @Redacted package var password = ""
    package var sessions: [Session] = []
    @Redacted package var cards: [String] = []

    package init() {}
  }

  package struct Session: Codable, Equatable {
    package var number: Int
    @Redacted package var token: String?
  }

  package enum Action: Codable {
    case signInButtonTapped(user: String, password: Redacted<String>)
    case response(Redacted<[String]>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .signInButtonTapped(let user, let password):
        state.user = user
        state.password = password.wrappedValue
        state.sessions.append(Session(number: 1, token: password.wrappedValue))
        let cards = [password.wrappedValue]
        return .run { send in
          let logger = Logger(label: "secrets")
          logger.notice("signed in with \(password)", metadata: ["password": "\(password)"])
          logger.notice("list", metadata: ["passwords": .stringConvertible(password)])
          let signposter = Signposter(subsystem: "app", category: "secrets")
          signposter.emitEvent("event", "\(password)")
          let state = signposter.beginInterval("interval", "\(password)")
          signposter.endInterval("interval", state, "\(cards.count) cards, \(Redacted(cards))")
          await send(.response(Redacted(cards)))
        }
      case .response(let cards):
        state.cards = cards.wrappedValue
        return .none
      }
    }
  }
}

extension Scenario {
  /// Gives a secret to a feature with all wrappers.
  ///
  /// - Parameters:
  ///   - secret: A text that no file may have.
  ///   - known: A text that a recording has, as a check of the search.
  ///   - isReplayable: Whether actions and states are recorded as data, rather than as text.
  ///   - crashes: Whether the program ends with its state as the message.
  @MainActor
  package static func secrets(
    _ secret: String, known: String, isReplayable: Bool, crashes: Bool
  ) async {
    SignpostLogHandler.bootstrap(alongside: StreamLogHandler.standardError)
    let store = Store(initialState: Secrets.State()) {
      Secrets()
        .signpost(
          "secrets", payload: isReplayable ? .replayable : .full,
          stateDiff: isReplayable ? .properties : .full
        )
        .logging(Logger(label: "secrets.actions"), level: .notice)
        .printChanges()
    }
    await store.send(.signInButtonTapped(user: known, password: Redacted(secret))).finish()
    if crashes { fatalError("the state is \(store.withState { $0 })") }
  }
}
