import CompanionSupport
public import CustomDump
import IssueReporting

/// Identifies an element of a ``StackState``.
///
/// Ids are assigned when elements are appended: 0, 1, 2 and so on. They restart for each test,
/// where they can be written as literals.
public struct StackElementID: Hashable, Sendable {
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: Codable {
  /// Encodes the number of the id.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }

  /// Decodes the number of an id.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let generation = try container.decode(Int.self)
    guard generation >= 0, generation < .max else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(generation) is not the id of an element of a stack")
    }
    self.init(generation: generation)
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// The id that a test expects. In an app it is unpredictable, which is reported as an issue.
  public init(integerLiteral value: Int) {
    if !isTesting {
      reportIssue(
        """
        A stack element's id was written as a literal, '\(value)', outside of a test.

        Which ids elements get is not known in advance. Use those that 'StackState.ids' and \
        'StackAction' hand out.
        """)
    }
    self.init(generation: value)
  }
}

extension StackElementID: CustomDebugStringConvertible, CustomDumpStringConvertible {
  /// The id as a number with a `#`.
  public var debugDescription: String { "#\(generation)" }

  /// The id as a number with a `#`.
  public var customDumpDescription: String { debugDescription }
}

/// Generates the ids of stack elements.
package final class StackElementIDGenerator: Sendable {
  private let generation: Locked<Int>

  /// Creates a generator that starts at a generation.
  package init(from generation: Int = 0) {
    self.generation = Locked(generation)
  }

  /// The next id.
  package func next() -> StackElementID {
    generation.withLock { generation in
      defer { generation += 1 }
      return StackElementID(generation: generation)
    }
  }

  /// The id that ``next()`` would return.
  package func peek() -> StackElementID {
    generation.withLock { StackElementID(generation: $0) }
  }

  /// Makes sure that an id from another source is not generated again.
  package func skip(_ id: StackElementID) {
    advance(to: StackElementID(generation: id.generation + 1))
  }

  /// Makes sure that no id before this one is handed out again.
  package func advance(to id: StackElementID) {
    generation.withLock { generation in generation = max(generation, id.generation) }
  }

  /// Generates the ids from `id` on, some of them once more.
  ///
  /// - Returns: The id that ``next()`` would have returned.
  @discardableResult
  func restart(at id: StackElementID) -> StackElementID {
    generation.withLock { generation in
      let previous = StackElementID(generation: generation)
      generation = id.generation
      return previous
    }
  }

  /// An independent generator in the same state: elements that an expectation appends get the ids
  /// that the reducer's got.
  package func copy() -> StackElementIDGenerator {
    StackElementIDGenerator(from: peek().generation)
  }

  /// The generator of the next id.
  package static var current: StackElementIDGenerator { DependencyValues.current.stackElementID }
}

extension DependencyValues {
  /// The generator of ids for the elements of stacks. Each test has its own, like all dependencies
  /// without an override.
  package var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()
  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
