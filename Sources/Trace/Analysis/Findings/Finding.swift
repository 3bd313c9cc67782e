extension Report {
  /// A mistake in a program that a recording shows: its cost, its place and its correction.
  public struct Finding: Codable, Sendable, Equatable {
    /// The id of the rule, such as `long-on-main-actor`.
    public var rule: String
    /// The name of the action, effect, observer or store, as other commands print it.
    public var subject: String
    /// A sentence with the names and figures.
    public var summary: String
    /// The file of the code; `nil` if the trace does not contain it.
    public var file: String?
    /// The line in ``file``.
    public var line: UInt64?
    /// The place that creates a store which processes the subject; `nil` if the trace does not
    /// contain one.
    public var store: StorePlace?
    /// Nanoseconds that it took; `nil` if they are not recorded.
    public var costNs: Int64?
    /// The part of ``costNs`` of the recorded or selected period of the process. Times of effects
    /// that ran beside each other can exceed 1.
    public var costShare: Double?
    /// The index of the process in ``Report/processes``, of several the one with the highest cost;
    /// `nil` if the recording has one process.
    public var process: Int?
    /// The owner of that time.
    public var payer: Payer
    /// Whether another explanation is possible.
    public var certainty: Certainty
    /// The correction, with the name of an API.
    public var advice: String
    /// The command that describes the rule: the mistake, its threshold and its correction.
    public var article: String
    /// The command that shows the evidence.
    public var command: String
    /// Single spans that show it, the most expensive first.
    public var evidence: [Evidence] = []
    /// The change that corrects it, as ``WhatIfChange`` reads it; `nil` if its gain is not
    /// predicted.
    public var change: String?
    /// Nanoseconds that all actions from outside would gain by the change, together.
    public var gainNs: Int64?
    /// The part of ``gainNs`` of the time from these actions to their last consequences.
    public var gainShare: Double?

    /// The place of the code that creates stores of a feature.
    public struct StorePlace: Codable, Sendable, Equatable {
      /// The name of the feature's state type.
      public var feature: String
      /// The file that creates the store.
      public var file: String
      /// The line in that file.
      public var line: UInt64
    }

    /// The owners of the time.
    public enum Payer: String, Codable, Sendable, CaseIterable {
      /// Reducers on the main actor, during which nothing else runs there.
      case reducers
      /// Observers, during which nothing else runs on the main actor.
      case observers
      /// Intervals within reducers and observers of the main actor.
      case intervals
      /// Effects: requests, timers and other work beside reducers.
      case effects
      /// Actions that wait, and with them the user.
      case waiting
      /// Stores that are created.
      case stores
      /// The recording itself.
      case recording
    }

    /// The degrees of certainty.
    public enum Certainty: String, Codable, Sendable, CaseIterable {
      /// The trace contains the mistake.
      case certain
      /// The trace contains its usual signs.
      case likely
    }

    /// A span that shows a finding.
    public struct Evidence: Codable, Sendable, Equatable {
      /// The kind of the span.
      public var kind: Span.Kind
      /// The prefix of its name; of an interval, its subsystem and category.
      public var prefix: String
      /// The name; of an observer, its file and line.
      public var name: String
      /// The id of the span, unique within its process and kind.
      public var id: String
      /// The index of the process in ``Report/processes``; `nil` in reports of older versions.
      public var process: Int?
      /// The id of the process, which is unique within its container.
      public var vpid: Int64?
      /// The machine.
      public var host: String?
      /// The start of the span, counted from the first event of the trace.
      public var sinceNs: Int64
      /// The duration of the span, 0 without an end.
      public var durationNs: Int64
      /// The time for which an action waited, or was late, if that is the mistake.
      public var waitNs: Int64?
    }
  }
}

/// The name within this module; others have findings of other kinds.
typealias Finding = Report.Finding

/// The judgement of a rule about a recording.
public struct RuleVerdict: Codable, Sendable, Equatable {
  /// The id of the rule.
  public var rule: String
  /// The result.
  public var outcome: Outcome
  /// The number of findings.
  public var findings: Int
  /// The reason why the rule was not judged, or is silenced.
  public var reason: String?

  /// The results of a rule.
  public enum Outcome: String, Codable, Sendable, CaseIterable {
    /// The recording shows the mistake.
    case found
    /// The recording does not show the mistake.
    case notFound = "not_found"
    /// The recording lacks the events that the rule requires.
    case notJudged = "not_judged"
    /// An option or a configuration silences the rule.
    case silenced
  }
}
