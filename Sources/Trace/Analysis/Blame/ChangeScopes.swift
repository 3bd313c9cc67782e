/// The changes of a property by the scope that an expectation counts them in.
struct ChangeScopes {
  /// The scopes with changes, in the order of their first change.
  private(set) var all: [(start: ChangingAction.Link?, changes: [PropertyChanges.Change])] = []
  /// Changes whose chain is not known.
  private(set) var unknown: [PropertyChanges.Change] = []

  /// - Parameters:
  ///   - changes: In the order of time.
  ///   - scope: The scope.
  init(
    _ changes: [PropertyChanges.Change], by scope: BlameExpectation.Scope, _ names: NameTable
  ) {
    if scope == .recording {
      all = [(nil, changes)]
      return
    }
    var places: [ChangingAction.Link: Int] = [:]
    for change in changes {
      guard let start = Self.start(of: scope, change.action, names) else {
        if change.action.origin == nil { unknown.append(change) }
        continue
      }
      if let place = places[start] {
        all[place].changes.append(change)
      } else {
        places[start] = all.count
        all.append((start, [change]))
      }
    }
  }

  /// The action that the scope of a change starts with.
  private static func start(
    of scope: BlameExpectation.Scope, _ action: ChangingAction, _ names: NameTable
  ) -> ChangingAction.Link? {
    guard case .action(let pattern) = scope else { return action.origin }
    return (action.ancestors + [action.link]).first { isMatch($0, pattern, names) }
  }

  /// Whether a scope begins with an action: it matches, and none of its ancestors does.
  static func begins(
    _ pattern: NamePattern, with action: ChangingAction, _ names: NameTable
  ) -> Bool {
    isMatch(action.link, pattern, names)
      && !action.ancestors.contains { isMatch($0, pattern, names) }
  }

  private static func isMatch(
    _ link: ChangingAction.Link, _ pattern: NamePattern, _ names: NameTable
  ) -> Bool {
    isMatch(link.name, pattern, names) || isMatch(link.outerName, pattern, names)
  }

  /// Whether an action has the name, or a name that ends with it, or the prefix.
  private static func isMatch(_ id: NameID, _ pattern: NamePattern, _ names: NameTable) -> Bool {
    let name = names[id]
    if !name.prefix.isEmpty, pattern.matches(name.prefix) { return true }
    var rest = name.name[...]
    while !pattern.matches(String(rest)) {
      guard let dot = rest.firstIndex(of: ".") else { return false }
      rest = rest[rest.index(after: dot)...]
    }
    return true
  }
}
