import Foundation
import IssueReporting
import Synchronization

/// The values of the dependencies that nobody overrides, each made when it is first read.
///
/// While tests run, each test has its own.
final class DependencyDefaults: Sendable {
  /// Those of the process, unless a test asked for its own.
  @TaskLocal static var current = DependencyDefaults()

  private struct Place: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
    let test: TestContext.Testing.Test.ID?
  }

  private let entries = Locked<[Place: Default]>([:])
  private let hasPreparedContext = Atomic(false)

  init() {}

  /// Forgets all values: a test begins.
  func restart() {
    entries.withLock { $0 = [:] }
    hasPreparedContext.store(false, ordering: .relaxed)
  }

  /// The default of a key, which may not have been made yet.
  func entry(for key: ObjectIdentifier, in context: DependencyContext) -> Default {
    let place = Place(key: key, context: context, test: Self.currentTest)
    return entries.withLock { entries in
      if let entry = entries[place] { return entry }
      let entry = Default()
      entries[place] = entry
      return entry
    }
  }

  /// The context that the program has chosen for itself.
  var preparedContext: DependencyContext? {
    guard hasPreparedContext.load(ordering: .relaxed) else { return nil }
    let entry = entry(for: ObjectIdentifier(DependencyContextKey.self), in: .detected)
    return entry.peek(DependencyContext.self)
  }

  /// Makes values the defaults from now on.
  ///
  /// - Returns: Whether none of them had been read before.
  func prepare(_ values: DependencyValues) -> Bool {
    let contextKey = ObjectIdentifier(DependencyContextKey.self)
    let context = values.context
    var isInTime = true
    values.overrides?.forEach { key, box in
      let isContext = key == contextKey
      if isContext { hasPreparedContext.store(true, ordering: .relaxed) }
      if !entry(for: key, in: isContext ? .detected : context).prepare(box) { isInTime = false }
    }
    return isInTime
  }

  private static var currentTest: TestContext.Testing.Test.ID? {
    guard isTesting else { return nil }
    observeTests
    return TestContext.currentTestID
  }
}

/// The value of one dependency that nobody overrides.
///
/// Its lock is recursive and its own, since making a value may read other dependencies.
///
/// Unchecked: everything in it is touched under the lock only.
final class Default: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var box: AnyObject?
  private var wasRead = false
  private var isMissing = false

  /// The value if it has been made.
  func peek<Value: Sendable>(_: Value.Type) -> Value? {
    lock.withLock {
      // A box is only ever stored in the entry of the key whose value it holds.
      box.map { unsafeDowncast($0, to: DependencyBox<Value>.self).value }
    }
  }

  /// The value, made by `make` if it is not there yet.
  ///
  /// - Parameters:
  ///   - isRead: Whether a feature reads it, rather than somebody who overrides it.
  ///   - make: Returns the value, and whether it stands for one that is missing.
  ///   - reportMissing: Called once, when a feature first reads a value that is missing.
  func value<Value: Sendable>(
    isRead: Bool, make: () -> (Value, isMissing: Bool), reportMissing: () -> Void
  ) -> Value {
    let (value, isToBeReported) = lock.withLock {
      let value: Value
      if let box {
        value = unsafeDowncast(box, to: DependencyBox<Value>.self).value
      } else {
        (value, isMissing) = make()
        box = DependencyBox(value)
      }
      let isToBeReported = isRead && isMissing
      if isRead {
        wasRead = true
        isMissing = false
      }
      return (value, isToBeReported)
    }
    if isToBeReported { reportMissing() }
    return value
  }

  /// Makes a value the default, unless one has been read before.
  func prepare(_ box: AnyObject) -> Bool {
    lock.withLock {
      guard !wasRead else { return false }
      self.box = box
      isMissing = false
      return true
    }
  }
}
