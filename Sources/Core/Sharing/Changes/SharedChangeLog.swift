import CompanionSupport

/// The changes of shared values that a test has to assert, by the steps of the test.
final class SharedChangeLog: Sendable {
  typealias Changes = [ObjectIdentifier: any AnySharedChange]

  private struct State {
    /// The changes since the last step.
    var open: Changes = [:]
    /// The steps that the test has not asserted yet.
    var steps: [(index: Int, changes: Changes)] = []
    /// The number of steps so far.
    var count = 0
    /// The last step that the test has asserted.
    var lastDealt = 0
  }

  private let state = Locked(State())

  init() {}

  /// Runs `operation`, and logs its changes and the changes of the tasks it starts. Other active
  /// logs log them as well.
  func track<R>(_ operation: () throws -> R) rethrows -> R {
    try SharedPerspective.tracking(self).run(operation)
  }

  /// Logs a change.
  func note(_ change: any AnySharedChange) {
    state.withLock { state in
      state.open[change.id] = change.following(state.open[change.id])
    }
  }

  /// Whether there are changes since the last step.
  var hasOpenChanges: Bool {
    state.withLock(\.open).values.contains(where: \.isChange)
  }

  /// Discards the changes since the last step.
  func reset() {
    state.withLock { $0.open = [:] }
  }

  /// Ends a step with the changes since the last one.
  func endStep() -> SharedStep {
    state.withLock { state in
      state.count += 1
      let step = SharedStep(log: self, index: state.count, changes: state.open)
      state.open = [:]
      state.steps.append((step.index, step.changes))
      return step
    }
  }

  /// Marks a step, and those before it, as asserted.
  func deal(with step: SharedStep) {
    state.withLock { state in
      state.lastDealt = max(state.lastDealt, step.index)
      state.steps.removeAll { $0.index <= state.lastDealt }
    }
  }

  /// A step for an assertion on the current state of the test.
  ///
  /// It includes the changes by effects since the last action, unless there are actions in between
  /// that the test has not received yet.
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

/// The changes of shared values in a step of a test.
final class SharedStep: Sendable {
  let log: SharedChangeLog
  let index: Int
  let changes: SharedChangeLog.Changes

  init(log: SharedChangeLog, index: Int, changes: SharedChangeLog.Changes) {
    self.log = log
    self.index = index
    self.changes = changes
  }

  /// Whether the values before and after the step are the present ones: nothing has changed in the
  /// step or since.
  var isPresent: Bool { changes.isEmpty && !log.hasChanges(after: index) }

  /// The values before the step.
  var before: SharedMoment { SharedMoment(self, isAfter: false) }

  /// The values after the step.
  var after: SharedMoment { SharedMoment(self, isAfter: true) }

  /// The difference between the expected and the actual values, of values that the step has changed
  /// or the test has written.
  ///
  /// - Parameters:
  ///   - expected: The values that the test expects.
  ///   - isExhaustive: Whether the test has to assert every change.
  func difference(
    from expected: SharedMoment, isExhaustive: Bool, _ explanation: String
  ) -> String? {
    var known = expected.statements
    if isExhaustive { known.merge(changes) { statement, _ in statement } }
    let after = after
    let differences = known.values.compactMap { $0.difference(expected, after, explanation) }
    // Sorted, for the same order each time.
    return differences.isEmpty ? nil : differences.sorted().joined(separator: "\n\n")
  }
}

/// Shared values at one moment of a test, actual or expected.
final class SharedMoment: Sendable {
  private let step: SharedStep
  private let isAfter: Bool
  private let written = Locked<SharedChangeLog.Changes>([:])

  init(_ step: SharedStep, isAfter: Bool) {
    self.step = step
    self.isAfter = isAfter
  }

  /// The writes to the values of this moment.
  var statements: SharedChangeLog.Changes { written.withLock { $0 } }

  /// Whether anything was.
  var hasStatements: Bool { written.withLock { !$0.isEmpty } }

  /// The actual values after the step.
  var outcome: SharedMoment { step.after }

  /// A value at this moment.
  ///
  /// A value that the step did not change is read from the next change: that change's old value.
  /// Changes that are not logged, such as changes by the test itself, are visible that way too.
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

  /// Changes a value of this moment only.
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
