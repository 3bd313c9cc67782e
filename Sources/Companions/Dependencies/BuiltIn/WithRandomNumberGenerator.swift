import CompanionSupport
import Foundation

extension DependencyValues {
  /// Provides a source of random numbers. A test that uses it must override it.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// Provides a source of random numbers. See ``DependencyValues/withRandomNumberGenerator``.
///
/// Unchecked: the generator is accessed under the lock only.
public final class WithRandomNumberGenerator: @unchecked Sendable {
  private let lock = NSLock()
  private var generator: any RandomNumberGenerator

  /// Provides `generator`, to one caller at a time.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = generator
  }

  /// Calls `work` with exclusive access to the generator.
  ///
  /// - Returns: The result of `work`.
  public func callAsFunction<R>(
    _ work: (inout any RandomNumberGenerator) throws -> R
  ) rethrows -> R {
    controlledRun?.use(self)
    return try lock.withLock { try work(&generator) }
  }
}

private enum WithRandomNumberGeneratorKey: ReportingTestDependencyKey {
  static var liveValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(SystemRandomNumberGenerator())
  }

  static func testValue(for use: UnimplementedUse) -> WithRandomNumberGenerator {
    WithRandomNumberGenerator(ReportingGenerator(use: use))
  }
}

private struct ReportingGenerator: RandomNumberGenerator, Sendable {
  let use: UnimplementedUse
  private var generator = SystemRandomNumberGenerator()

  init(use: UnimplementedUse) {
    self.use = use
  }

  mutating func next() -> UInt64 {
    use.report(example: "WithRandomNumberGenerator(…)")
    return generator.next()
  }
}
