import ComposableArchitecture

/// A todo that was removed, and where it was.
struct Removal: Equatable, Sendable {
  let index: Int
  let todo: Todo
}

extension IdentifiedArray<Todo.ID, Todo> {
  /// Removes todos, and says how to bring them back.
  mutating func remove(where isUnwanted: (Todo) -> Bool) -> [Removal] {
    let removals = enumerated().filter { isUnwanted($0.element) }
      .map { Removal(index: $0.offset, todo: $0.element) }
    removeAll(where: isUnwanted)
    return removals
  }

  /// Brings removed todos back to where they were, or close to it if the list has changed since.
  mutating func restore(_ removals: [Removal]) {
    for removal in removals { insert(removal.todo, at: Swift.min(removal.index, count)) }
  }
}
