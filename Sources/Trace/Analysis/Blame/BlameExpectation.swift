import TextTables

/// An expectation of the changes of a property, such as `changes <= 2 per search`.
///
/// ```swift
/// let expectation = try BlameExpectation("returns == 0 per chain")
/// ```
public struct BlameExpectation: Sendable, Equatable {
  /// The text of the expectation.
  public let text: String
  /// The figure.
  public let figure: Figure
  /// The scope in which it is counted.
  public let scope: Scope
  let relation: Relation
  let bound: Int

  /// A figure of a property.
  public enum Figure: String, Sendable, CaseIterable {
    /// The number of actions that changed it.
    case changes
    /// The number of changes to a value that it had earlier in the same chain.
    case returns
    /// The number of reactions of observers to its changes.
    case observers
  }

  /// The scope in which a figure is counted.
  public enum Scope: Sendable, Equatable {
    /// The recording.
    case recording
    /// An action from outside with all of its consequences.
    case chain
    /// An action of this name, or with this prefix, with all of its consequences.
    case action(NamePattern)
  }

  enum Relation: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case less = "<"
    case greater = ">"

    func holds(_ number: Int, _ bound: Int) -> Bool {
      switch self {
      case .atMost: number <= bound
      case .atLeast: number >= bound
      case .equal: number == bound
      case .less: number < bound
      case .greater: number > bound
      }
    }
  }

  /// Reads an expectation.
  ///
  /// - Throws: ``BlameExpectationError`` if the text has another form.
  public init(_ text: String) throws(BlameExpectationError) {
    guard let relation = Relation.allCases.first(where: { text.contains($0.rawValue) }),
      let sign = text.firstRange(of: relation.rawValue),
      let figure = Figure(rawValue: text[..<sign.lowerBound].trimmed)
    else { throw BlameExpectationError(text: text) }
    let words = text[sign.upperBound...].split(separator: " ", maxSplits: 2).map(\.trimmed)
    guard let bound = words.first.flatMap({ Int($0) }), bound >= 0,
      words.count == 1 || words.count == 3 && words[1] == "per"
    else { throw BlameExpectationError(text: text) }
    self.text = text
    self.figure = figure
    self.relation = relation
    self.bound = bound
    scope =
      words.count == 1
      ? .recording
      : words[2] == "chain" ? .chain : .action(NamePattern(words[2]))
  }

  /// The judgement of a figure that is at least `least`, and at most `most` if that is known.
  func judge(least: Int, most: Int?) -> Outcome {
    if relation == .equal {
      if most == least { return least == bound ? .kept : .broken }
      return bound < least || most.map { bound > $0 } ?? false ? .broken : .notJudged
    }
    let isHeldByLeast = relation.holds(least, bound)
    let isHeldByMost = most.map { relation.holds($0, bound) } ?? isHeldByLargeNumbers
    guard isHeldByLeast == isHeldByMost else { return .notJudged }
    return isHeldByLeast ? .kept : .broken
  }

  private var isHeldByLargeNumbers: Bool { relation == .atLeast || relation == .greater }

  /// The outcome of an expectation.
  public enum Outcome: String, Sendable, Codable {
    /// The recording meets it.
    case kept
    /// The recording does not meet it.
    case broken
    /// The recording does not have the data.
    case notJudged = "not_judged"
  }
}

/// A text that is no expectation.
public struct BlameExpectationError: Error, CustomStringConvertible {
  /// The text.
  public var text: String

  /// The problem and the form of an expectation.
  public var description: String {
    """
    '\(text.printable())' is no expectation. Write a figure (changes, returns or observers), a \
    relation (<=, >=, ==, < or >) and a number, and what it is counted in: \
    'changes <= 2', 'returns == 0 per chain', 'changes <= 2 per searchButtonTapped'.
    """
  }
}

extension Substring {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
