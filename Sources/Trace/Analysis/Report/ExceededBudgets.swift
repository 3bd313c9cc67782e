/// Finds the rows of actions that exceeded their budgets.
///
/// The event follows the end of the action. Each wrapper can have a budget: an action whose levels
/// share a row counts once, at the end of the outermost.
struct ExceededBudgets<Row: AnyObject> {
  private struct Ended {
    var key = SpanKey(process: -1, id: 0)
    var row: Row?
    /// The action that it is a level of.
    var outer: SpanKey?
    var isCounted = false
  }

  /// A power of two. Other threads can end actions before the event is written.
  private static var capacity: Int { 1 << 8 }

  private var ended = ContiguousArray(repeating: Ended(), count: Self.capacity)
  /// The open actions whose levels have exceeded a budget.
  private var exceeded: Set<SpanKey> = []

  /// Processes the end of an action.
  ///
  /// - Parameter outer: The action that it is a level of, if they share the row.
  /// - Returns: The row, if a level of the action has exceeded its budget.
  mutating func end(_ key: SpanKey, outer: SpanKey?, in row: Row) -> Row? {
    var action = Ended(key: key, row: row, outer: outer)
    action.isCounted = !exceeded.isEmpty && exceeded.remove(key) != nil
    ended[Self.slot(of: key)] = action
    return action.isCounted ? count(action) : nil
  }

  /// Processes an exceeded budget.
  ///
  /// - Returns: The row of the action, unless the action has counted or is a level of another.
  mutating func exceed(_ key: SpanKey) -> Row? {
    let action = ended[Self.slot(of: key)]
    guard action.key == key, !action.isCounted else { return nil }
    ended[Self.slot(of: key)].isCounted = true
    return count(action)
  }

  private mutating func count(_ action: Ended) -> Row? {
    guard let outer = action.outer else { return action.row }
    exceeded.insert(outer)
    return nil
  }

  private static func slot(of key: SpanKey) -> Int {
    CauseTracker.place(key.id, key.process) & (capacity - 1)
  }
}
