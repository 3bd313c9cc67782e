import Foundation

extension TodoList.State {
  /// The number of open todos, and the filter, in a line.
  var summary: String {
    "\(activeCount) of \(todos.count) to do · \(filter.rawValue)"
  }
}

extension Todo {
  /// The time that was spent on it, as in `1:05`, if any.
  var timeFocused: String? {
    guard secondsFocused > 0 else { return nil }
    let (minutes, seconds) = secondsFocused.quotientAndRemainder(dividingBy: 60)
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return hours > 0
      ? String(format: "%d:%02d:%02d", hours, rest, seconds)
      : String(format: "%d:%02d", minutes, seconds)
  }
}
