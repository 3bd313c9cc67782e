import ComposableArchitecture
import Foundation

/// A heading of an outline, and the way to it.
struct OutlineRow: Equatable {
  /// The ids of the headings from the first one below the root to this one.
  let path: [UUID]
  let isCollapsed: Bool
  let hiddenCount: Int
  let title: String

  /// The heading and those below it that are shown, from top to bottom.
  static func rows(of outline: Outline.State, path: [UUID] = []) -> [Self] {
    let row = Self(
      path: path, isCollapsed: outline.isCollapsed,
      hiddenCount: outline.isCollapsed ? outline.count - 1 : 0, title: outline.title)
    guard !outline.isCollapsed else { return [row] }
    return [row] + outline.children.flatMap { rows(of: $0, path: path + [$0.id]) }
  }

  /// An action of this heading, as an action of the root.
  func action(_ action: Outline.Action) -> Outline.Action {
    path.reversed().reduce(action) { .children(.element(id: $1, action: $0)) }
  }

  /// The action that deletes this heading; `nil` for the root.
  var deletion: Outline.Action? {
    guard let id = path.last else { return nil }
    return path.dropLast().reversed()
      .reduce(.childDeleted(id)) { .children(.element(id: $1, action: $0)) }
  }
}
