import CompanionSupport
public import IssueReporting

/// Tracks changes of shared values, for tests that assert them.
///
/// `TestStore` has one of its own. Use this where shared state is changed without a store:
///
/// ```swift
/// let tracker = SharedChangeTracker()
/// tracker.track { model.incrementButtonTapped() }
/// tracker.assert {
///   model.$count.withLock { $0 = 1 }
/// }
/// ```
@_spi(SharedChangeTracking)
public final class SharedChangeTracker: Sendable {
  private let log = SharedChangeLog()
  private let reportsUnassertedChanges: Bool
  private let place: SourcePlace

  /// Creates a tracker without changes.
  ///
  /// - Parameter reportUnassertedChanges: Whether changes that were not asserted are reported when
  ///   the tracker is released.
  public init(
    reportUnassertedChanges: Bool = isTesting,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    reportsUnassertedChanges = reportUnassertedChanges
    place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  deinit {
    if reportsUnassertedChanges { log.reportOpenChanges { place.report($0) } }
  }

  /// Whether there are changes that were not asserted.
  public var hasChanges: Bool { log.hasOpenChanges }

  /// Tracks the changes that an operation makes, and the tasks it starts.
  public func track<R>(_ body: () throws -> R) rethrows -> R {
    try log.track(body)
  }

  /// Tracks the changes that an operation makes, and the tasks it starts.
  public func track<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async rethrows -> R {
    try await SharedPerspective.tracking(log).run(isolation: isolation, body)
  }

  /// Checks the changes since the last check.
  ///
  /// The closure starts with the values before the changes, and has to turn them into the current
  /// ones. It changes the values within the closure only.
  ///
  /// - Parameter updateValuesToExpectedResult: Applies the expected changes.
  /// - Returns: The result of the closure.
  @discardableResult
  public func assert<R>(
    _ updateValuesToExpectedResult: () throws -> R,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> R {
    let step = log.dealWithOpenChanges()
    let expected = step.before
    let result = try SharedPerspective.expecting(expected).run(updateValuesToExpectedResult)
    guard
      let difference = step.difference(
        from: expected, isExhaustive: true, "Expected: -, actual: +")
    else { return result }
    SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
      """
      Shared state is not as expected.

      \(difference)

      \(sharedStateAdvice)
      """)
    return result
  }

  /// Discards all changes.
  public func reset() {
    log.reset()
  }
}

@_spi(SharedChangeTracking)
extension SharedChangeTracker: Hashable {
  /// Whether both are the same tracker.
  public static func == (lhs: SharedChangeTracker, rhs: SharedChangeTracker) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the tracker.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension SharedChangeLog {
  /// Reports the changes that were not asserted.
  func reportOpenChanges(_ report: (String) -> Void) {
    let step = endStep()
    deal(with: step)
    guard
      let difference = step.difference(
        from: step.before, isExhaustive: true, "Before: -, after: +")
    else { return }
    report(
      """
      Shared state changed, and the test ended without saying so.

      \(difference)

      If an effect changed it after the last action, state it with 'store.assert { \
      $0.$<property>.withLock { $0 = <value> } }' before the test ends. If the test is not about it, \
      turn 'store.exhaustivity' off.
      """)
  }
}

/// How to assert changes of shared state, for messages.
let sharedStateAdvice = """
  Shared values are stated as the feature changes them, with '$0.$<property>.withLock { $0 = <value> }' \
  in the trailing closure. For a value that is not part of the state, declare it in the closure, as in \
  '@Shared(.<key>) var value', and change it there. Reducers change shared values, and so do effects: \
  their changes belong to the next action, or to a 'store.assert' before it.
  """
