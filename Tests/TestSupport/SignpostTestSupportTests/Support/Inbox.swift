import ComposableCore
import SignpostTestSupport
import TestSupport

/// A feature with an effect of each kind; they wait at gates.
struct Inbox: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case refreshButtonTapped
    case response(String)
    case badgeUpdated
    case incrementButtonTapped
    case watchButtonTapped
    case stopButtonTapped
    case failButtonTapped
    case bothButtonTapped
    case arrived
  }

  enum CancelID { case watch }

  struct Failure: Error {}

  var gates = Gates()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshButtonTapped:
        return .run { send in
          await gates.pass("refresh")
          await send(.response("secret"))
          await send(.badgeUpdated)
        }
      case .response:
        state.count += 1
        return .send(.arrived)
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .badgeUpdated, .arrived:
        return .none
      case .watchButtonTapped:
        return .run { send in
          await send(.arrived)
          await gates.pass("watch")
        }
        .cancellable(id: CancelID.watch)
      case .stopButtonTapped:
        return .cancel(id: CancelID.watch)
      case .failButtonTapped:
        return .run { _ in
          throw Failure()
        } catch: { _, _ in
        }
      case .bothButtonTapped:
        return .merge(
          .send(.badgeUpdated),
          .run { _ in await gates.pass("both") })
      }
    }
  }
}

/// A wrapped feature that embeds a wrapped feature.
struct Mail: Reducer {
  struct State: Equatable {
    var inbox = Inbox.State()
  }

  enum Action: CasePathable {
    case inboxAction(Inbox.Action)

    struct AllCasePaths: Sendable {
      var inboxAction: AnyCasePath<Action, Inbox.Action> {
        AnyCasePath(embed: Action.inboxAction) {
          switch $0 {
          case .inboxAction(let action): action
          }
        }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var gates = Gates()

  var body: some ReducerOf<Self> {
    Scope(state: \.inbox, action: \.inboxAction) {
      Inbox(gates: gates).signpost("inbox")
    }
  }
}

extension SignpostRecorder {
  /// A recorder with the events of a store.
  @MainActor
  static func hearing(
    _ gates: Gates = Gates(), _ body: @MainActor (StoreOf<Inbox>) async -> Void
  ) async -> SignpostRecorder {
    let recorder = SignpostRecorder()
    await recorder.record {
      await body(Store(initialState: Inbox.State()) { Inbox(gates: gates).signpost("inbox") })
    }
    return recorder
  }
}
