import Foundation

/// A person in a list.
struct Contact: Equatable, Identifiable, Sendable {
  let id: UUID
  var name: String
}
