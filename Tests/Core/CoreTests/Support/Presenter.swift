@testable import ComposableCore
import TestSupport

/// A parent that presents: a worker, an alert, or itself once more.
struct Presenter: Reducer {
  struct State: Equatable {
    var log: [String] = []
    @PresentationState var destination: Destination.State?
    @PresentationState var worker: Worker.State?
    var path = StackState<Worker.State>()
  }

  enum Action: CasePathable, Equatable {
    case destination(PresentationAction<Destination.Action>)
    case worker(PresentationAction<Worker.Action>)
    case path(StackAction<Worker.State, Worker.Action>)
    case present(Destination.State?)
    case presentWorker(Worker.State?)
    case append(Worker.State)
    case popTo(StackElementID?)

    struct AllCasePaths: Sendable {
      var destination: AnyCasePath<Action, PresentationAction<Destination.Action>> {
        AnyCasePath(embed: Action.destination) {
          if case .destination(let value) = $0 { value } else { nil }
        }
      }
      var worker: AnyCasePath<Action, PresentationAction<Worker.Action>> {
        AnyCasePath(embed: Action.worker) { if case .worker(let value) = $0 { value } else { nil } }
      }
      var path: AnyCasePath<Action, StackAction<Worker.State, Worker.Action>> {
        AnyCasePath(embed: Action.path) { if case .path(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let gates: Gates

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .present(let destination): state.destination = destination
      case .presentWorker(let worker): state.worker = worker
      case .append(let worker): state.path.append(worker)
      case .popTo(let id?): state.path.pop(to: id)
      case .popTo(nil): state.path.removeAll()
      case .worker(.dismiss): state.log.append("dismissing \(state.worker?.id ?? -1)")
      case .worker(.presented(.result("close"))): state.worker = nil
      case .path(.popFrom(let id)): state.log.append("popping \(state.path[id: id]?.id ?? -1)")
      case .path(.push(let id, _)): state.log.append("pushed \(state.path[id: id]?.id ?? -1)")
      case .destination(.presented(.alert(.confirmed))):
        state.log.append("confirmed \(state.destination != nil)")
      default: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { Destination(gates: gates) }
    .ifLet(\.$worker, action: \.worker) { DismissingWorker(gates: gates) }
    .forEach(\.path, action: \.path) { DismissingWorker(gates: gates) }
  }
}

/// A worker that dismisses itself when its work is called "dismiss".
struct DismissingWorker: Reducer {
  let gates: Gates
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some Reducer<Worker.State, Worker.Action> {
    Worker(gates: gates)
    Reduce { state, action in
      switch action {
      case .result("dismiss"): .run { [dismiss] _ in await dismiss() }
      case .start("presented?"): .send(.result("\(isPresented)"))
      default: .none
      }
    }
  }
}

struct Destination: Reducer {
  enum AlertAction: Equatable { case confirmed }

  @dynamicMemberLookup
  enum State: CasePathable, Equatable {
    case worker(Worker.State)
    case presenter(Presenter.State)
    case alert(AlertState<AlertAction>)

    struct AllCasePaths: Sendable {
      var worker: AnyCasePath<State, Worker.State> {
        AnyCasePath(embed: State.worker) { if case .worker(let value) = $0 { value } else { nil } }
      }
      var presenter: AnyCasePath<State, Presenter.State> {
        AnyCasePath(embed: State.presenter) {
          if case .presenter(let value) = $0 { value } else { nil }
        }
      }
      var alert: AnyCasePath<State, AlertState<AlertAction>> {
        AnyCasePath(embed: State.alert) { if case .alert(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Equatable {
    case worker(Worker.Action)
    indirect case presenter(Presenter.Action)
    case alert(AlertAction)

    struct AllCasePaths: Sendable {
      var worker: AnyCasePath<Action, Worker.Action> {
        AnyCasePath(embed: Action.worker) { if case .worker(let value) = $0 { value } else { nil } }
      }
      var presenter: AnyCasePath<Action, Presenter.Action> {
        AnyCasePath(embed: Action.presenter) {
          if case .presenter(let value) = $0 { value } else { nil }
        }
      }
      var alert: AnyCasePath<Action, AlertAction> {
        AnyCasePath(embed: Action.alert) { if case .alert(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let gates: Gates

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(\.worker, action: \.worker) { DismissingWorker(gates: gates) }
      .ifCaseLet(\.presenter, action: \.presenter) { Presenter(gates: gates) }
  }
}
