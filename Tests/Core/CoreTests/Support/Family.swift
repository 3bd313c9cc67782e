@testable import ComposableCore
import TestSupport

/// A parent with a child of each kind, which are removed by the parent itself, or by reducers that
/// run before or after it.
struct Family: Reducer {
  enum Kind: CaseIterable { case optional, row, presented, screen }

  struct State: Equatable {
    var optional: Worker.State? = Worker.State()
    var rows: IdentifiedArrayOf<Worker.State> = [Worker.State(id: 0), Worker.State(id: 1)]
    @PresentationState var presented: Worker.State? = Worker.State()
    var path = StackState<Worker.State>([Worker.State(), Worker.State()])

    mutating func remove(_ kind: Kind) {
      switch kind {
      case .optional: optional = nil
      case .row: rows.remove(id: 1)
      case .presented: presented = nil
      case .screen: path.removeLast()
      }
    }

    /// Puts an equal child back.
    mutating func restore(_ kind: Kind) {
      let new = State()
      switch kind {
      case .optional: optional = new.optional
      case .row: rows.append(new.rows[1])
      case .presented: presented = new.presented
      case .screen: path.append(Worker.State())
      }
    }
  }

  enum Action: CasePathable {
    case optional(Worker.Action)
    case rows(IdentifiedActionOf<Worker>)
    case presented(PresentationAction<Worker.Action>)
    case path(StackActionOf<Worker>)
    case remove(Kind, by: Remover)
    case replace(Kind, by: Remover)
    case nothing

    struct AllCasePaths: Sendable {
      var optional: AnyCasePath<Action, Worker.Action> {
        AnyCasePath(embed: Action.optional) {
          if case .optional(let value) = $0 { value } else { nil }
        }
      }
      var rows: AnyCasePath<Action, IdentifiedActionOf<Worker>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
      var presented: AnyCasePath<Action, PresentationAction<Worker.Action>> {
        AnyCasePath(embed: Action.presented) {
          if case .presented(let value) = $0 { value } else { nil }
        }
      }
      var path: AnyCasePath<Action, StackActionOf<Worker>> {
        AnyCasePath(embed: Action.path) { if case .path(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Remover { case before, parent, after }

  let gates: Gates

  var body: some Reducer<State, Action> {
    remover(.before)
    Reduce { state, action in
      switch action {
      case .optional(.start("last")): state.remove(.optional)
      case .rows(.element(id: 1, action: .start("last"))): state.remove(.row)
      case .presented(.presented(.start("last"))): state.remove(.presented)
      case .presented(.presented(.result("dismiss"))):
        state.remove(.presented)
        state.presented = Worker.State(id: 7)
      case .path(.element(_, action: .start("last"))),
        .path(.element(_, action: .result("dismiss"))):
        state.remove(.screen)
      default: return remove(.parent, &state, action)
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Worker(gates: gates) }
    .forEach(\.rows, action: \.rows) { Worker(gates: gates) }
    .ifLet(\.$presented, action: \.presented) { DismissingWorker(gates: gates) }
    .forEach(\.path, action: \.path) { DismissingWorker(gates: gates) }
    remover(.after)
  }

  private func remover(_ remover: Remover) -> Reduce<State, Action> {
    Reduce { state, action in remove(remover, &state, action) }
  }

  private func remove(
    _ remover: Remover, _ state: inout State, _ action: Action
  ) -> Effect<Action> {
    switch action {
    case .remove(let kind, by: remover): state.remove(kind)
    case .replace(let kind, by: remover):
      state.remove(kind)
      state.restore(kind)
    default: break
    }
    return .none
  }
}

extension Store<Family.State, Family.Action> {
  /// Has the last child of a kind do something.
  @discardableResult
  func send(_ action: Worker.Action, to kind: Family.Kind) -> StoreTask {
    switch kind {
    case .optional: send(.optional(action))
    case .row: send(.rows(.element(id: 1, action: action)))
    case .presented: send(.presented(.presented(action)))
    case .screen: send(.path(.element(id: state.path.ids.last!, action: action)))
    }
  }
}
