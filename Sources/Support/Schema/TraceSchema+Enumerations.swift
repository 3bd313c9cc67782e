extension TraceSchema {
  /// The enumerations, named as in a trace.
  public enum Enumeration: String, CaseIterable, Sendable {
    /// ``StateChange``
    case stateChanged = "state_changed"
    /// ``EffectKind``
    case effectKind = "effect_kind"
    /// ``EffectOutcome``
    case effectOutcome = "effect_outcome"
    /// ``IntervalOutcome``
    case intervalOutcome = "interval_outcome"
    /// ``LogLevel``
    case logLevel = "log_level"

    /// The values of the enumeration, named as in a trace, in ascending order.
    public var values: [(name: String, value: UInt8)] {
      switch self {
      case .stateChanged: Self.values(of: StateChange.self)
      case .effectKind: Self.values(of: EffectKind.self)
      case .effectOutcome: Self.values(of: EffectOutcome.self)
      case .intervalOutcome: Self.values(of: IntervalOutcome.self)
      case .logLevel: Self.values(of: LogLevel.self)
      }
    }

    private static func values<Value: CaseIterable & RawRepresentable<UInt8>>(
      of _: Value.Type
    ) -> [(name: String, value: UInt8)] {
      // The value that no trace contains represents unknown values in a reader.
      Value.allCases.filter { $0.rawValue != .max }.map { ("\($0)", $0.rawValue) }
    }
  }

  /// Whether an action changed the state, if that was cheap to determine.
  public enum StateChange: UInt8, CaseIterable, Sendable {
    /// The state was too large to compare, or holds references whose targets were not compared; or
    /// a value of a later version.
    case unknown = 0
    /// The state did not change.
    case no = 1
    /// The state changed.
    case yes = 2
  }

  /// The kind of effect that a reducer returned.
  public enum EffectKind: UInt8, CaseIterable, Sendable {
    /// No effect.
    case none = 0
    /// Asynchronous work.
    case run = 1
    /// An action, sent at once.
    case send = 2
    /// Several concurrent effects.
    case merge = 3
    /// Several sequential effects.
    case concatenate = 4
    /// The cancellation of effects in flight.
    case cancel = 5
    /// Unknown, or a value of a later version: only read, never written.
    case unknown = 255
  }

  /// The outcome of an effect's work.
  public enum EffectOutcome: UInt8, CaseIterable, Sendable {
    /// The code returned.
    case finished = 0
    /// The effect was cancelled, or threw `CancellationError`.
    case cancelled = 1
    /// The code threw an error.
    case failed = 2
    /// Unknown, or a value of a later version: only read, never written.
    case unknown = 255
  }

  /// The outcome of a signposter's interval.
  public enum IntervalOutcome: UInt8, CaseIterable, Sendable {
    /// The interval was ended, or its code returned.
    case finished = 0
    /// The code threw `CancellationError`, or another error after its task was cancelled.
    case cancelled = 1
    /// The code threw an error.
    case failed = 2
    /// The state of the interval was released, so that it could no longer be ended.
    case abandoned = 3
    /// Unknown, or a value of a later version: only read, never written.
    case unknown = 255
  }

  /// The level of a log record.
  public enum LogLevel: UInt8, CaseIterable, Sendable {
    /// For following single steps.
    case trace = 0
    /// For debugging.
    case debug = 1
    /// Informational.
    case info = 2
    /// Normal conditions that deserve attention.
    case notice = 3
    /// Unexpected conditions that are not errors.
    case warning = 4
    /// Errors.
    case error = 5
    /// Conditions that need attention at once.
    case critical = 6
    /// Unknown, or a value of a later version: only read, never written.
    case unknown = 255
  }
}
