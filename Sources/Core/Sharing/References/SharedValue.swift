import CompanionSupport
import Foundation

/// The value that all copies of a ``Shared`` share.
///
/// Unchecked: the value is accessed under the lock only. The lock is recursive, as the code that
/// changes the value may read it.
class SharedValue<Value>: MutableSharedReference, SharedOrigin, @unchecked Sendable {
  let lock = NSRecursiveLock()
  private var value: Value
  /// The number of assignments. Accessed under the lock.
  private(set) var changes = 0
  /// The depth of nested calls of `withLock`. Accessed under the lock.
  private var depth = 0
  private let observation = SharedObservation(of: Value.self)

  init(_ value: Value) {
    self.value = value
  }

  var origin: any SharedOrigin { self }

  var description: String { "value: \(String(reflecting: current))" }

  func willRead() { observation.willRead() }

  func notifyObservers() { observation.didChange() }

  func read(at moment: SharedMoment?) -> Value {
    guard let moment else { return current }
    return moment.value(of: self)
  }

  /// The actual value, from any perspective.
  var current: Value { lock.withLock { value } }

  func withLock<R>(
    at moment: SharedMoment?, place: SourcePlace, _ operation: (inout Value) throws -> R
  ) rethrows -> R {
    if let moment { return try moment.withValue(of: self, operation) }
    controlledRun?.use(self)
    lock.lock()
    depth += 1
    defer {
      depth -= 1
      let isOutermost = depth == 0
      lock.unlock()
      // Without the lock: observers may wait for other threads, and saving may take a long time.
      if isOutermost {
        observation.didChange()
        didUnlock()
      }
    }
    let changesBefore = changes
    // A copy, so that code that reads the value during its change gets the old one rather than a
    // trap.
    var copy = value
    defer {
      if changes != changesBefore { Self.reportNestedChange(at: place) }
      assign(copy)
      didSet(copy, at: place)
    }
    return try operation(&copy)
  }

  /// Replaces the value with one from its key.
  ///
  /// - Parameters:
  ///   - newValue: The value.
  ///   - condition: Evaluated while the value cannot change.
  func replace(with newValue: Value, if condition: () -> Bool = { true }) {
    let isReplaced = lock.withLock {
      guard condition() else { return false }
      assign(newValue)
      return true
    }
    if isReplaced { observation.didChange() }
  }

  private func assign(_ newValue: Value) {
    if case .tracking(let logs) = SharedPerspective.inForce {
      let change = SharedChange(of: self, before: value, after: newValue)
      for log in logs { log.note(change) }
    }
    changes += 1
    // The old value is released when the property is no longer being accessed: its deinitializer
    // may read the new one.
    withExtendedLifetime(value) { value = newValue }
  }

  private static func reportNestedChange(at place: SourcePlace) {
    place.report(
      """
      A shared value was changed within a change of itself.

        Value: \(Value.self)

      The inner change is lost: the outer one began with the value before it. Use the parameter of \
      the outer 'withLock' for both.
      """)
  }

  /// The name of the value in messages.
  var name: String { "Shared<\(Value.self)>" }

  // MARK: Persistence, of which there is none here

  /// Loads the value and subscribes to its changes, the first time.
  ///
  /// - Parameter isLoaded: Whether the value was loaded already.
  func start(isLoaded: Bool) {}

  /// Called under the lock, after each change by the program.
  func didSet(_ value: Value, at place: SourcePlace) {}

  /// Called without the lock, once changes by the program are complete.
  func didUnlock() {}

  var status: SharedStatus { SharedStatus() }

  func load() async throws {}

  func save() async throws {}
}
