import CompanionSupport
import Foundation
import IssueReporting
import Synchronization

/// The values of the dependencies without an override, each made when it is first read.
///
/// In tests, each test has its own.
final class DependencyDefaults: Sendable {
  /// The defaults of the process, unless a test has its own.
  @TaskLocal static var current = DependencyDefaults()

  private struct Place: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
    let test: TestContext.Testing.Test.ID?
  }

  private struct PreparedPlace: Hashable {
    let key: ObjectIdentifier
    let test: TestContext.Testing.Test.ID?
  }

  private let entries = ForkSafeLocked<[Place: Default]>([:])
  /// Values set by `prepareDependencies`, for all contexts. Unchecked: the boxes do not change.
  private let prepared = ForkSafeLocked<[PreparedPlace: UncheckedSendable<AnyObject>]>([:])
  private let hasPrepared = Atomic(false)

  init() {}

  /// New defaults, with the values that were prepared in others.
  init(preparedLike others: DependencyDefaults) {
    let values = others.prepared.withLock { $0 }
    prepared.withLock { $0 = values }
    hasPrepared.store(!values.isEmpty, ordering: .relaxed)
  }

  /// Discards all values, at the start of a test.
  func restart() {
    entries.withLock { $0 = [:] }
    prepared.withLock { prepared in
      prepared = [:]
      hasPrepared.store(false, ordering: .relaxed)
    }
  }

  /// The default of a key, whose value may not have been made yet.
  func entry(for key: ObjectIdentifier, in context: DependencyContext) -> Default {
    let place = Place(key: key, context: context, test: Self.currentTest)
    return entries.withLock { entries in
      if let entry = entries[place] { return entry }
      let entry = Default()
      entries[place] = entry
      return entry
    }
  }

  /// The context set by `prepareDependencies`.
  var preparedContext: DependencyContext? { preparedValue(for: DependencyContextKey.self) }

  /// The value set by `prepareDependencies`.
  func preparedValue<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    guard hasPrepared.load(ordering: .relaxed) else { return nil }
    let place = PreparedPlace(key: ObjectIdentifier(key), test: Self.currentTest)
    return prepared.withLock { $0[place] }.map {
      // A box is only ever stored for the key of its value.
      unsafeDowncast($0.value, to: DependencyBox<Key.Value>.self).value
    }
  }

  /// Makes values the defaults from now on, in each context.
  ///
  /// - Returns: Whether none of them had been read or prepared before.
  func prepare(_ values: DependencyValues) -> Bool {
    let context = values.context
    var isInTime = true
    values.overrides?.forEach { key, box in
      let place = PreparedPlace(key: key, test: Self.currentTest)
      let box = UncheckedSendable(box)
      // No thread makes or reads the default meanwhile: each reads the prepared value afterwards.
      let isPrepared = entry(for: key, in: context).unlessRead {
        prepared.withLock { prepared in
          guard prepared[place] == nil else { return false }
          prepared[place] = box
          hasPrepared.store(true, ordering: .relaxed)
          return true
        }
      }
      if !isPrepared { isInTime = false }
    }
    return isInTime
  }

  private static var currentTest: TestContext.Testing.Test.ID? {
    guard isTesting else { return nil }
    observeTests
    return TestContext.currentTestID
  }
}

/// The value of one dependency without an override.
///
/// Each default has a recursive lock of its own, because making a value may read other
/// dependencies.
///
/// Unchecked: all properties are accessed under the lock only.
final class Default: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var box: AnyObject?
  private var wasRead = false
  private var isMissing = false

  /// The result of `prepare`, or `false` without calling it if a feature has read the value.
  func unlessRead(_ prepare: () -> Bool) -> Bool {
    lock.withLock { !wasRead && prepare() }
  }

  /// Records that a feature reads another value in place of the default.
  ///
  /// - Parameter prepared: Returns a value that another thread has prepared since the caller asked
  ///   for it. The feature reads that one.
  func noteRead<Value>(unless prepared: () -> Value?) -> Value? {
    lock.withLock {
      if let value = prepared() { return value }
      wasRead = true
      return nil
    }
  }

  /// The value, made by `make` on the first read.
  ///
  /// - Parameters:
  ///   - isRead: Whether a feature reads it, rather than code that overrides it.
  ///   - prepared: Returns a value that another thread has prepared since the caller asked for it.
  ///   - make: Returns the value, and whether it is a placeholder for a missing one.
  ///   - reportMissing: Called once, when a feature first reads a missing value.
  func value<Value: Sendable>(
    isRead: Bool, prepared: () -> Value?, make: () -> (Value, isMissing: Bool),
    reportMissing: () -> Void
  ) -> Value {
    let (value, isToBeReported) = lock.withLock {
      if let value = prepared() { return (value, false) }
      let value: Value
      if let box {
        value = unsafeDowncast(box, to: DependencyBox<Value>.self).value
      } else {
        let made = make()
        // The default itself may have prepared its key.
        if let value = prepared() { return (value, false) }
        (value, isMissing) = made
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
}
