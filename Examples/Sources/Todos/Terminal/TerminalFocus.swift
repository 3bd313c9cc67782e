import ComposableArchitecture
import TerminalKit

/// The focus of the terminal's user, which concerns this front end alone and is no part of the
/// store.
@MainActor
@Observable
final class TerminalFocus {
  /// The field that the user edits.
  enum Field: Equatable {
    case draft
    case note(Todo.ID)
  }

  var field: Field?
  /// The todo that keys act on.
  let selection = RowSelection<Todo.ID>()
}
