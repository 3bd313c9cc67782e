import ComposableArchitecture
import TerminalKit

extension TodoList.State {
  /// The alert that is asked about the list, or about the todo that is open.
  var prompt: Prompt<TodoList.Action>? {
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
