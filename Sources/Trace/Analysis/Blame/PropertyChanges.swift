/// Collects the changes of the selected properties, with the actions that made them.
///
/// An action is kept until 16,384 others have ended after it: its state difference follows its end,
/// and observers react after that.
final class PropertyChanges: TraceSink {
  private let patterns: [PropertyPattern]
  private let reader: TraceReader
  /// The actions in whose scopes expectations count.
  private let scopes: Set<NamePattern>
  private var filter: FilterState
  private var actions = RecentTable<(action: ChangingAction, depth: Int)>()
  private var effects = RecentTable<ChangingAction.Causes>()

  /// The changes in the order of their actions' ends.
  private(set) var changes: [Change] = []
  /// The number of changes that are not in ``changes``.
  private(set) var changesLeftOut = 0
  /// Changes that only observers noticed; complete only if they reacted to each.
  private(set) var noticed: [Change] = []
  private(set) var facts = Facts()
  /// The types of states, by the generalized paths of their values, as observers name them.
  private var types: [String: Set<String>] = [:]
  private(set) var summary = TraceSummary()
  private(set) var unmatched = UnmatchedEvents()

  /// A change of a selected property.
  struct Change {
    var path: String
    var pattern: PropertyPattern
    var relation: PropertyPattern.Relation
    var old: String?
    var new: String?
    var action: ChangingAction
    /// The value that has the field of a key of type and field; `nil` for a path.
    var owner: String?
    /// The type in that key.
    var type: String?
  }

  /// The content of the recording, which decides on the completeness of the changes.
  struct Facts {
    var differences = 0
    var truncated = 0
    var hasValues = false
    /// The number of selected actions from outside.
    var chains = 0
    var changingActions = 0
    var observers = 0
    var hasObserverCauses = false
    /// Actions that changed the state of a store without a recorded difference.
    var withoutDifference = 0
    /// The names that outermost and innermost wrappers give the selected actions.
    var actionNames: Set<NameID> = []
    /// The numbers of scopes of expectations: selected actions that match, without an ancestor that
    /// does.
    var scopes: [NamePattern: Int] = [:]
    /// The generalized paths of all changes, up to a limit.
    var paths: Set<String> = []
  }

  /// The maximum number of changes that are kept.
  static let mostChanges = 1 << 17
  private static let mostPaths = 1 << 12

  init(_ patterns: [PropertyPattern], _ options: BlameOptions, _ reader: TraceReader) {
    self.patterns = patterns
    self.reader = reader
    filter = FilterState(options.filter, reader.names, reader.participants)
    scopes = Set(
      options.expectations.compactMap { expectation in
        guard case .action(let pattern) = expectation.scope else { return nil }
        return pattern
      })
  }

  // MARK: - Spans

  func begin(_ span: Span) {
    let key = Key(process: span.process, id: span.id)
    switch span.kind {
    case .action: begin(action: span, key)
    case .effect:
      let action = actions[Key(process: span.process, id: span.cause)]?.action
      effects[key] = action?.causesOfEffects
    case .observer: begin(observer: span)
    case .interval, .store: break
    }
  }

  private typealias Key = SpanKey

  private func begin(action span: Span, _ key: Key) {
    if !span.isOutermost, let outer = actions[Key(process: span.process, id: span.parent)] {
      actions[key] = (outer.action, outer.depth + 1)
      return
    }
    if let start = reader.participants.start { filter.begin(start) }
    let isSelected =
      span.start >= filter.start && span.start <= filter.end
      && filter.matches(span.name, span.process)
    let sender = effects[Key(process: span.process, id: span.cause)]
    actions[key] = (ChangingAction(span, sentBy: sender, isSelected: isSelected), 0)
    if isSelected, span.cause == 0 { facts.chains += 1 }
  }

  private func begin(observer span: Span) {
    facts.observers += 1
    if span.change.property != .empty { facts.hasObserverCauses = true }
    guard span.cause != 0, let action = actions[Key(process: span.process, id: span.cause)]?.action
    else {
      return
    }
    action.add(
      ChangingAction.Observer(
        file: span.source, line: span.line, property: span.change.property,
        hasOthers: span.change.others > 0))
  }

  func end(_ span: Span) {
    let key = Key(process: span.process, id: span.id)
    switch span.kind {
    case .action:
      if span.isOutermost { end(outermost: span, key) }
      if let (key, value) = actions.end(key), value.action.id == key.id { judge(value.action) }
    case .effect: effects.end(Key(process: span.process, id: span.id))
    case .interval, .store, .observer: break
    }
  }

  private func end(outermost span: Span, _ key: Key) {
    guard let action = actions[key]?.action else { return }
    action.end(span)
    guard action.isSelected else { return }
    facts.actionNames.formUnion([span.name, span.sharedName])
    for pattern in scopes where ChangeScopes.begins(pattern, with: action, reader.names) {
      facts.scopes[pattern, default: 0] += 1
    }
  }

  func point(_ point: TracePoint) {
    guard case .stateDiff(let id) = point.event.payload else { return }
    facts.differences += 1
    guard let (action, depth) = actions[Key(process: point.event.process, id: id)] else { return }
    action.add(reader.texts.message, depth: depth)
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    for (key, value) in actions.removeAll() where value.action.id == key.id { judge(value.action) }
    self.summary = summary
    self.unmatched = unmatched
    changes.removeAll { !isOfType($0) }
  }

  // MARK: - Changes

  private func judge(_ action: ChangingAction) {
    if action.change == .yes { facts.changingActions += 1 }
    guard let text = action.difference else {
      if action.change == .yes { facts.withoutDifference += 1 }
      return addNoticed(action)
    }
    let difference = StateDifference(text)
    if difference.isTruncated { facts.truncated += 1 }
    if difference.changes.contains(where: { $0.old != nil }) { facts.hasValues = true }
    learnTypes(difference, action)
    guard action.isSelected else { return }
    let owners = [reader.names[action.feature].name, reader.names[action.outerName].prefix]
    for change in difference.changes {
      if facts.paths.count < Self.mostPaths {
        facts.paths.insert(PropertyPattern.generalized(change.path))
      }
      add(change, action, owners)
    }
  }

  private func add(
    _ change: StateDifference.Change, _ action: ChangingAction, _ owners: [String]
  ) {
    for pattern in patterns {
      var found = Change(
        path: change.path, pattern: pattern, relation: .itself, old: change.old, new: change.new,
        action: action)
      if let relation = pattern.relation(to: change.path, owners: owners) {
        found.relation = relation
      } else if let owner = pattern.owner(ofFieldIn: change.path) {
        found.owner = owner
        found.type = pattern.type
      } else {
        continue
      }
      guard changes.count < Self.mostChanges else { return changesLeftOut += 1 }
      return changes.append(found)
    }
  }

  private func addNoticed(_ action: ChangingAction) {
    guard action.isSelected else { return }
    for property in Set(action.observers.map(\.property)) where property != .empty {
      let path = reader.names[property].name
      facts.paths.insert(path)
      guard noticed.count < Self.mostChanges,
        let pattern = patterns.first(where: { $0.relation(to: path, owners: []) == .itself })
      else { continue }
      noticed.append(
        Change(
          path: path, pattern: pattern, relation: .itself, old: nil, new: nil, action: action))
    }
  }

  // MARK: - Types

  /// Learns the type of the value whose field changed from the observers of the action.
  private func learnTypes(_ difference: StateDifference, _ action: ChangingAction) {
    for observer in action.observers where observer.property != .empty {
      let key = PropertyPattern(reader.names[observer.property].name)
      let owners = Set(difference.changes.compactMap { key.owner(ofFieldIn: $0.path) })
      guard let type = key.type, owners.count == 1, let owner = owners.first,
        types[owner] != nil || types.count < Self.mostPaths
      else { continue }
      types[owner, default: []].insert(type)
    }
  }

  /// Whether a change belongs to the type that its pattern names, as far as observers name types.
  private func isOfType(_ change: Change) -> Bool {
    guard let owner = change.owner, let type = change.type, let known = types[owner] else {
      return true
    }
    return known.contains(type)
  }

  /// The keys of type and field for whose values no observer names a type.
  var unknownTypes: Set<String> {
    Set(
      changes.compactMap { change in
        change.owner.flatMap { types[$0] == nil ? change.type : nil }
      })
  }

  /// Whether an observer reacted to a change: its property is a component of the changed path.
  ///
  /// - Returns: `nil` if the observer may have, as other properties changed, too.
  func hasReacted(_ observer: ChangingAction.Observer, to change: Change) -> Bool? {
    if observer.property == .empty { return nil }
    let name = reader.names[observer.property].name
    let field = name.split(separator: ".").dropFirst().joined(separator: ".")
    let components = PropertyPattern.normal(change.path).split(separator: ".")
    if name == change.path || field.isEmpty || change.path == StateDifference.whole { return true }
    if components.contains(where: { $0 == field }) { return true }
    return observer.hasOthers ? nil : false
  }
}
