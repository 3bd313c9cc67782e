import ComposableArchitecture
import TerminalKit

/// Where the user of the terminal is: what concerns this front end alone, and is no part of the
/// store.
@MainActor
@Observable
final class TerminalFocus {
  /// What the user writes.
  enum Field: Equatable {
    case draft
    case note(Todo.ID)
  }

  var field: Field?
  /// The todo that keys act on.
  let selection = RowSelection<Todo.ID>()
}
