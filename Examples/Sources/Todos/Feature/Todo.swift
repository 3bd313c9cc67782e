import Foundation

/// An item to do.
struct Todo: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title: String
  var note = ""
  var isCompleted = false
  /// The seconds that the user has worked on the todo with the focus timer.
  var secondsFocused = 0
}
