import FoundationEssentials

/// The rules that a program accepts, each with a reason.
///
/// ```json
/// {"silenced": [
///   {"rule": "storm", "subject": "[player] *", "reason": "the meter follows the audio"}
/// ]}
/// ```
public struct FindingsConfiguration: Sendable, Equatable {
  /// The silenced rules.
  public var silenced: [Silence] = []

  /// A rule that is silenced.
  public struct Silence: Sendable, Equatable {
    /// The id of the rule.
    public var rule: String
    /// The pattern of the subjects of findings; `nil` for all.
    public var subject: NamePattern?
    /// The reason.
    public var reason: String

    /// Creates a description.
    public init(rule: String, subject: NamePattern? = nil, reason: String) {
      self.rule = rule
      self.subject = subject
      self.reason = reason
    }
  }

  /// Creates a configuration that silences nothing.
  public init() {}

  /// Reads a configuration.
  ///
  /// - Throws: ``FindingsConfigurationError`` if the text is not a configuration.
  public init(json: String) throws {
    struct File: Decodable {
      var silenced: [Entry]
      struct Entry: Decodable {
        var rule: String
        var subject: String?
        var reason: String?
      }
    }
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(json.utf8))
    } catch {
      throw FindingsConfigurationError(
        description: "expected {\"silenced\": [{\"rule\": …, \"reason\": …}]}")
    }
    silenced = try file.silenced.map { entry in
      guard RuleDescription.all.contains(where: { $0.id == entry.rule }) else {
        throw FindingsConfigurationError(
          description: "there is no rule \(entry.rule); signpost findings --rules lists all")
      }
      guard let reason = entry.reason, !reason.isEmpty else {
        throw FindingsConfigurationError(description: "the rule \(entry.rule) has no reason")
      }
      return Silence(
        rule: entry.rule, subject: entry.subject.map { NamePattern($0) }, reason: reason)
    }
  }
}

/// The reason why a text is not a configuration.
public struct FindingsConfigurationError: Error, CustomStringConvertible, Equatable {
  /// The reason in words.
  public var description: String
}

extension Report {
  /// Removes the findings that a configuration silences, and records the reasons.
  public mutating func silence(_ configuration: FindingsConfiguration) {
    for silence in configuration.silenced {
      findings.removeAll { finding in
        finding.rule == silence.rule && silence.subject?.matches(finding.subject) != false
      }
      guard let index = rules.firstIndex(where: { $0.rule == silence.rule }) else { continue }
      rules[index].findings = findings.count { $0.rule == silence.rule }
      if rules[index].findings == 0, silence.subject == nil || rules[index].outcome == .found {
        rules[index].outcome = .silenced
        rules[index].reason = silence.reason
      }
    }
  }
}
