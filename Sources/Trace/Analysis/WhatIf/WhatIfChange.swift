import TextTables

/// A change of a program, such as `effect [search] queryChanged = 50%`.
///
/// ```swift
/// let change = try WhatIfChange("without observers ListView")
/// ```
public struct WhatIfChange: Sendable, Equatable {
  /// The text of the change.
  public let text: String
  /// The kind of spans that it changes: actions, effects or observers.
  public let kind: Span.Kind
  /// The spans that it changes; of parallel effects, one after the other.
  public let patterns: [Pattern]
  /// The new duration.
  public let operation: Operation

  /// A change of a duration.
  public enum Operation: Sendable, Equatable {
    /// A part of the recorded duration; more than 1 if it becomes longer.
    case scale(Double)
    /// Always the same duration, in nanoseconds.
    case fix(Int64)
    /// The spans and their consequences are removed.
    case remove
    /// Effects that ran one after the other start at the same time.
    case parallel
    /// The work of actions and observers takes as long, and their actor is free meanwhile.
    case beside
  }

  /// The names of spans.
  public struct Pattern: Sendable, Equatable {
    /// The text of the pattern.
    public let text: String
    /// The prefix, `nil` for any.
    public let prefix: NamePattern?
    /// The name, or the file of an observer.
    public let name: NamePattern

    /// - Parameter text: A name, with a prefix before it in brackets if that matters.
    init?(_ text: some StringProtocol) {
      let text = text.trimmed
      self.text = text
      if text.first == "[", let end = text.firstIndex(of: "]") {
        prefix = NamePattern(String(text[text.index(after: text.startIndex)..<end]))
        name = NamePattern(text[text.index(after: end)...].trimmed)
      } else {
        prefix = nil
        name = NamePattern(text)
      }
      if name.text.isEmpty { return nil }
    }

    func matches(_ name: TraceName) -> Bool {
      self.name.matches(name.name) && prefix?.matches(name.prefix) ?? true
    }

    /// Whether it matches an observer by its file or by the last part of that, with or without the
    /// ending, and with or without the line.
    func matches(file: String, line: UInt64) -> Bool {
      Self.names(file: file, line: line).contains(where: name.matches)
    }

    /// The names of an observer, the shortest first.
    static func names(file: String, line: UInt64) -> [String] {
      let last = file.split(separator: "/").last.map(String.init) ?? file
      let stem = last.hasSuffix(".swift") ? String(last.dropLast(6)) : last
      return [stem, last, file].flatMap { [$0, "\($0):\(line)"] }
    }
  }

  /// Reads a change.
  ///
  /// - Throws: ``WhatIfChangeError`` if the text has another form.
  public init(_ text: String) throws(WhatIfChangeError) {
    self.text = text.trimmed
    let error = WhatIfChangeError(text: text)
    let words = self.text.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { throw error }
    switch words[0] {
    case "parallel":
      kind = .effect
      operation = .parallel
      let patterns = words[1].split(separator: ",").map { Pattern($0) }
      guard patterns.count > 1, !patterns.contains(nil) else { throw error }
      self.patterns = patterns.compactMap(\.self)
    case "without", "beside":
      let rest = words[1].split(separator: " ", maxSplits: 1)
      guard rest.count == 2, let kind = Self.kind(rest[0]), let pattern = Pattern(rest[1]) else {
        throw error
      }
      operation = words[0] == "beside" ? .beside : .remove
      // Effects are beside the actor already.
      if operation == .beside, kind == .effect { throw error }
      self.kind = kind
      patterns = [pattern]
    default:
      guard let kind = Self.kind(words[0]), let sign = words[1].lastIndex(of: "="),
        let pattern = Pattern(words[1][..<sign]),
        let operation = Self.operation(words[1][words[1].index(after: sign)...].trimmed)
      else { throw error }
      self.kind = kind
      self.operation = operation
      patterns = [pattern]
    }
  }

  private static func kind(_ word: Substring) -> Span.Kind? {
    switch word {
    case "action", "actions": .action
    case "effect", "effects": .effect
    case "observer", "observers": .observer
    default: nil
    }
  }

  private static func operation(_ text: String) -> Operation? {
    func number(_ unit: String) -> Double? {
      guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count).trimmed),
        number >= 0, number.isFinite
      else { return nil }
      return number
    }
    if let percent = number("%") { return percent <= 100_000 ? .scale(percent / 100) : nil }
    let units: [(String, Double)] = [
      ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("min", 60e9), ("s", 1e9), ("h", 3600e9),
    ]
    for (unit, factor) in units {
      guard let number = number(unit) else { continue }
      return number * factor < 1e15 ? .fix(Int64((number * factor).rounded())) : nil
    }
    return nil
  }

  /// The duration of a span of its kind after the change.
  func duration(_ duration: Int64) -> Int64 {
    switch operation {
    case .scale(let factor): Int64((Double(duration) * factor).rounded())
    case .fix(let duration): duration
    case .remove: 0
    case .parallel, .beside: duration
    }
  }
}

/// A text that is no change.
public struct WhatIfChangeError: Error, CustomStringConvertible {
  /// The text.
  public var text: String

  /// The problem, and the forms of a change.
  public var description: String {
    """
    '\(text.printable())' is no change. Write 'effect NAME = 50%', 'action [PREFIX] NAME = 20ms', \
    'observer FILE = 50%', 'without observers FILE', 'beside actions NAME', or \
    'parallel NAME, NAME'.
    """
  }
}

/// Changes that a recording has nothing for.
public struct WhatIfError: Error, CustomStringConvertible, Equatable {
  /// A problem of each change, and names that the recording has.
  public var problems: [String]

  /// The problems.
  public var description: String { problems.joined(separator: "\n") }
}

extension StringProtocol {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
