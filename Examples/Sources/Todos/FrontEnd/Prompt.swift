import ComposableArchitecture

/// An alert as front ends show it: each of its buttons is an action of the list.
struct Prompt {
  struct Button {
    let label: String
    let isDestructive: Bool
    let isCancel: Bool
    let action: TodoList.Action
  }

  let title: String
  let message: String?
  let buttons: [Button]

  init<Action>(
    _ alert: AlertState<Action>, action embed: (PresentationAction<Action>) -> TodoList.Action
  ) {
    title = String(state: alert.title)
    message = alert.message.map { String(state: $0) }
    buttons = alert.buttons.map { button in
      Button(
        label: String(state: button.label), isDestructive: button.role == .destructive,
        isCancel: button.role == .cancel,
        action: button.withAction { embed($0.map(PresentationAction.presented) ?? .dismiss) })
    }
  }

  /// What closing the alert without an answer does.
  var cancellation: Button? { buttons.first(where: \.isCancel) }
}

extension TodoList.State {
  /// The alert that is asked about the list, or about the todo that is open.
  var prompt: Prompt? {
    switch destination {
    case .alert(let alert):
      Prompt(alert) { action in
        switch action {
        case .dismiss: .destination(.dismiss)
        case .presented(let action): .destination(.presented(.alert(action)))
        }
      }
    case .detail(let detail):
      detail.alert.map { alert in
        Prompt(alert) { .destination(.presented(.detail(.alert($0)))) }
      }
    case .rename, nil: nil
    }
  }
}
