import ComposableCore
import TestSupport

/// A feature that executes its actions.
struct Worker: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case increment
    case nothing
    case typed(String)
    case work
    case fail
    case workAndSend
    case sendLater
    case cancel
    case done(String)
  }

  enum CancelID { case work }

  struct Failure: Error, CustomStringConvertible {
    var description: String { "out of paper" }
  }

  var gates = Gates()
  /// Called within the work of ``Action/work``.
  var working: @Sendable () async -> Void = {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .nothing, .typed, .done:
        return .none
      case .work:
        return .run { _ in
          await gates.pass("work")
          await working()
        }
        .cancellable(id: CancelID.work)
      case .fail:
        return .run { _ in
          throw Failure()
        } catch: { _, _ in
        }
      case .workAndSend:
        return .run { send in await send(.done("secret")) }
      case .sendLater:
        return .send(.done("secret"))
      case .cancel:
        return .cancel(id: CancelID.work)
      }
    }
  }
}

extension StoreOf<Worker> {
  /// Starts the work, and cancels it once it is under way.
  @MainActor
  func cancelWork(_ gates: Gates) async {
    let task = send(.work)
    await gates.arrival(at: "work")
    send(.cancel)
    await task.finish()
  }
}
