import Synchronization

/// The way in which the running code reads and writes shared values, if it is a special one.
enum SharedPerspective: Sendable {
  /// The actual values; changes are logged by each of the logs.
  case tracking([SharedChangeLog])
  /// The values that a test expects; writes change these only, not the actual values.
  case expecting(SharedMoment)
  /// The comparison of two states that hold the same shared values: each side has the values of its
  /// own moment.
  case comparing(SharedMoment, SharedMoment)

  @TaskLocal private static var current: SharedPerspective?

  /// Whether the process has ever used a perspective: without tests, it is not looked up.
  private static let isInUse = Atomic(false)

  /// The current perspective, if there is one.
  static var inForce: SharedPerspective? {
    isInUse.load(ordering: .relaxed) ? current : nil
  }

  /// Whether two states are compared that hold the same shared values, with other contents in each.
  static var isComparing: Bool {
    if case .comparing = inForce { true } else { false }
  }

  /// The moment at which values are read; `nil` for the current values.
  static var momentOfReads: SharedMoment? {
    guard case .expecting(let moment) = inForce else { return nil }
    return moment
  }

  /// The perspective in which a log logs changes, in addition to the logs that are active already.
  static func tracking(_ log: SharedChangeLog) -> SharedPerspective {
    guard case .tracking(let logs) = inForce else { return .tracking([log]) }
    return .tracking(logs.contains { $0 === log } ? logs : logs + [log])
  }

  /// Runs `operation` with this perspective.
  func run<R>(_ operation: () throws -> R) rethrows -> R {
    Self.isInUse.store(true, ordering: .relaxed)
    return try Self.$current.withValue(self, operation: operation)
  }

  /// Runs an asynchronous `operation` with this perspective.
  func run<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
  ) async rethrows -> R {
    Self.isInUse.store(true, ordering: .relaxed)
    return try await Self.$current.withValue(self, operation: operation, isolation: isolation)
  }
}
