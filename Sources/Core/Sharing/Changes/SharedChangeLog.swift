/// The changes of shared values that a test has to state, by the steps of the test.
final class SharedChangeLog: Sendable {
  typealias Changes = [ObjectIdentifier: any AnySharedChange]

  private struct State {
    /// What has changed since the last step.
    var open: Changes = [:]
    /// The steps that the test has not dealt with.
    var steps: [(index: Int, changes: Changes)] = []
    /// How many steps there were.
    var count = 0
    /// The last step that the test has dealt with.
    var lastDealt = 0
  }

  private let state = Locked(State())

  init() {}

  /// Runs `operation`, whose changes are noted, and those of the tasks it starts. Logs that note
  /// changes already go on doing so.
  func track<R>(_ operation: () throws -> R) rethrows -> R {
    try SharedPerspective.tracking(self).run(operation)
  }

  /// Notes a change.
  func note(_ change: any AnySharedChange) {
    state.withLock { state in
      state.open[change.id] = change.following(state.open[change.id])
    }
  }

  /// Whether something has changed since the last step.
  var hasOpenChanges: Bool {
    state.withLock(\.open).values.contains(where: \.isChange)
  }

  /// Forgets what has changed since the last step.
  func reset() {
    state.withLock { $0.open = [:] }
  }

  /// Makes a step of what has changed since the last one.
  func endStep() -> SharedStep {
    state.withLock { state in
      state.count += 1
      let step = SharedStep(log: self, index: state.count, changes: state.open)
      state.open = [:]
      state.steps.append((step.index, step.changes))
      return step
    }
  }

  /// Notes that the test deals with a step, and with those before it.
  func deal(with step: SharedStep) {
    state.withLock { state in
      state.lastDealt = max(state.lastDealt, step.index)
      state.steps.removeAll { $0.index <= state.lastDealt }
    }
  }

  /// A step for a look at the state as the test knows it.
  ///
  /// What effects have changed since the last action is part of it, unless there are actions in
  /// between that the test has yet to receive.
  func dealWithOpenChanges() -> SharedStep {
    let waiting = state.withLock { state in
      state.steps.isEmpty
        ? nil : SharedStep(log: self, index: state.lastDealt, changes: [:])
    }
    if let waiting { return waiting }
    let step = endStep()
    deal(with: step)
    return step
  }

  /// Whether there are changes after a step.
  func hasChanges(after index: Int) -> Bool {
    state.withLock { state in
      !state.open.isEmpty || state.steps.contains { $0.index > index && !$0.changes.isEmpty }
    }
  }

  /// The first change of a value after a step.
  func firstChange(of id: ObjectIdentifier, after index: Int) -> (any AnySharedChange)? {
    state.withLock { state in
      for step in state.steps where step.index > index {
        if let change = step.changes[id] { return change }
      }
      return state.open[id]
    }
  }
}

/// What has changed of shared values in a step of a test.
final class SharedStep: Sendable {
  let log: SharedChangeLog
  let index: Int
  let changes: SharedChangeLog.Changes

  init(log: SharedChangeLog, index: Int, changes: SharedChangeLog.Changes) {
    self.log = log
    self.index = index
    self.changes = changes
  }

  /// The values before the step.
  var before: SharedMoment { SharedMoment(self, isAfter: false) }

  /// The values after the step.
  var after: SharedMoment { SharedMoment(self, isAfter: true) }

  /// What is different between what a test says and what is, of values that the step has changed or
  /// the test has written.
  ///
  /// - Parameters:
  ///   - expected: What the test says.
  ///   - isExhaustive: Whether it has to say everything.
  func difference(
    from expected: SharedMoment, isExhaustive: Bool, _ explanation: String
  ) -> String? {
    var known = expected.statements
    if isExhaustive { known.merge(changes) { statement, _ in statement } }
    let after = after
    let differences = known.values.compactMap { $0.difference(expected, after, explanation) }
    // In an order that is the same each time.
    return differences.isEmpty ? nil : differences.sorted().joined(separator: "\n\n")
  }
}

/// Shared values as they were at one moment of a test, or as the test says they were.
final class SharedMoment: Sendable {
  private let step: SharedStep
  private let isAfter: Bool
  private let written = Locked<SharedChangeLog.Changes>([:])

  init(_ step: SharedStep, isAfter: Bool) {
    self.step = step
    self.isAfter = isAfter
  }

  /// Whether each value is what it is now: nothing has changed in the step or since, and nothing was
  /// written.
  var isPresent: Bool {
    step.changes.isEmpty && written.withLock { $0.isEmpty }
      && !step.log.hasChanges(after: step.index)
  }

  /// What was written to the values of this moment.
  var statements: SharedChangeLog.Changes { written.withLock { $0 } }

  /// A value at this moment.
  ///
  /// Where the step says nothing, the next change does: the value was what that began with. Changes
  /// that are not noted, such as those of the test itself, are seen that way too.
  func value<Value>(of value: SharedValue<Value>) -> Value {
    let id = ObjectIdentifier(value)
    if let change = statements[id] as? SharedChange<Value> { return change.after }
    if let change = step.changes[id] as? SharedChange<Value> {
      return isAfter ? change.after : change.before
    }
    if let change = step.log.firstChange(of: id, after: step.index) as? SharedChange<Value> {
      return change.before
    }
    return value.current
  }

  /// Changes a value of this moment, and nothing else.
  func withValue<Value, R>(
    of value: SharedValue<Value>, _ operation: (inout Value) throws -> R
  ) rethrows -> R {
    let before = self.value(of: value)
    var after = before
    defer {
      let change = SharedChange(of: value, before: before, after: after)
      written.withLock { $0[change.id] = change }
    }
    return try operation(&after)
  }
}
