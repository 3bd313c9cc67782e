import Foundation

/// Something to do.
struct Todo: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title: String
  var note = ""
  var isCompleted = false
  /// How long the user has worked on it with the focus timer.
  var secondsFocused = 0
}
