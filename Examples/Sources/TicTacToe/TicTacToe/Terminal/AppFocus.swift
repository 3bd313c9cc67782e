import ComposableArchitecture
import GameCore
import TerminalKit

/// The focus of the terminal's user, which concerns this front end alone and is no part of the
/// store.
@MainActor
@Observable
final class AppFocus {
  /// A screen with two fields.
  enum Form { case login, names }

  /// The form in whose second field the user is; in others, it is the first.
  private var secondField: Form?
  private var row = 1
  private var column = 1

  /// The cell that a key marks.
  var cell: Board.Cell {
    guard let cell = Board.Cell(row: row, column: column) else {
      preconditionFailure("The cursor is outside of the board, at \(row), \(column).")
    }
    return cell
  }

  /// Whether keys write into the first of the two fields of a form.
  func isInFirstField(of form: Form) -> Bool { secondField != form }

  func moveToNextField(of form: Form) {
    secondField = isInFirstField(of: form) ? form : nil
  }

  /// Moves between the fields of a form.
  ///
  /// - Returns: Whether the key is one that does.
  func move(with key: Key, in form: Form) -> Bool {
    switch key {
    case .up: secondField = nil
    case .down: secondField = form
    case .tab: moveToNextField(of: form)
    default: return false
    }
    return true
  }

  /// Moves between the cells of the board.
  func moveCell(with key: Key) {
    switch key {
    case .up: row = max(row - 1, 0)
    case .down: row = min(row + 1, 2)
    case .left: column = max(column - 1, 0)
    case .right: column = min(column + 1, 2)
    default: break
    }
  }
}
