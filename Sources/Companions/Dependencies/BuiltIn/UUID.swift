import CompanionSupport
import Foundation

extension DependencyValues {
  /// Makes unique ids. A test that uses it must override it, for example with
  /// ``UUIDGenerator/incrementing``.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}

/// Makes unique ids. See ``DependencyValues/uuid``.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Returns the result of `generate`.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns the same id each time.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// Counts up: `UUID(0)`, `UUID(1)` and so on.
  public static var incrementing: Self {
    let count = Count()
    return Self { UUID(count.next()) }
  }

  /// A new id.
  public func callAsFunction() -> UUID {
    let uuid = generate()
    controlledRun?.draw(uuid)
    return uuid
  }

  private final class Count: Sendable {
    private let value = Locked(0)

    func next() -> Int {
      value.withLock { value in
        defer { value += 1 }
        return value
      }
    }
  }
}

extension UUID {
  /// The id with a number as its last digits, as made by ``UUIDGenerator/incrementing``: `UUID(10)`
  /// is `00000000-0000-0000-0000-00000000000A`. The third group of a negative number is `0001`, as
  /// in `00000000-0000-0001-0000-00000000000A` for `UUID(-10)`. Each number has an id of its own.
  ///
  /// - Parameter intValue: The number.
  public init(_ intValue: Int) {
    let number = UInt64(intValue.magnitude)
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, intValue < 0 ? 1 : 0, byte(7), byte(6), byte(5), byte(4), byte(3),
        byte(2), byte(1),
        byte(0)
      ))
  }
}

private enum UUIDKey: ReportingTestDependencyKey {
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }

  static func testValue(for use: UnimplementedUse) -> UUIDGenerator {
    UUIDGenerator {
      use.report(example: ".incrementing")
      return UUID()
    }
  }
}
