import Synchronization

/// How the code that runs sees shared values, where that is not simply as they are.
enum SharedPerspective: Sendable {
  /// As they are; changes are noted by each of the logs.
  case tracking([SharedChangeLog])
  /// As a test says they are, which can be changed without anything happening to the values.
  case expecting(SharedMoment)
  /// While two states are compared that hold the same shared values: those of each at a moment of
  /// its own.
  case comparing(SharedMoment, SharedMoment)

  @TaskLocal private static var current: SharedPerspective?

  /// Whether there has ever been one in the process: without tests, it is not looked for.
  private static let isInUse = Atomic(false)

  /// The one in force, if there is one.
  static var inForce: SharedPerspective? {
    isInUse.load(ordering: .relaxed) ? current : nil
  }

  /// The moment at which values are read; `nil` for now.
  static var momentOfReads: SharedMoment? {
    guard case .expecting(let moment) = inForce else { return nil }
    return moment
  }

  /// The moments at which the sides of a comparison are read.
  static var momentsOfComparison: (lhs: SharedMoment?, rhs: SharedMoment?) {
    guard case .comparing(let lhs, let rhs) = inForce else { return (momentOfReads, momentOfReads) }
    return (lhs, rhs)
  }

  /// The perspective in which a log notes changes, in addition to those that do so already.
  static func tracking(_ log: SharedChangeLog) -> SharedPerspective {
    guard case .tracking(let logs) = inForce else { return .tracking([log]) }
    return .tracking(logs.contains { $0 === log } ? logs : logs + [log])
  }

  /// Runs `operation` with this perspective.
  func run<R>(_ operation: () throws -> R) rethrows -> R {
    Self.isInUse.store(true, ordering: .relaxed)
    return try Self.$current.withValue(self, operation: operation)
  }

  /// Runs `operation`, which may wait, with this perspective.
  func run<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
  ) async rethrows -> R {
    Self.isInUse.store(true, ordering: .relaxed)
    return try await Self.$current.withValue(self, operation: operation, isolation: isolation)
  }
}
