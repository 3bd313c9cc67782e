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

    /// Its values, named as in a trace, in ascending order.
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
      // What no trace has, a reader says of values that it does not know.
      Value.allCases.filter { $0.rawValue != .max }.map { ("\($0)", $0.rawValue) }
    }
  }

  /// Whether an action changed the state, where that could be known cheaply.
  public enum StateChange: UInt8, CaseIterable, Sendable {
    /// The state was too large to look at, or holds references whose targets were not compared; or
    /// a value of a later version.
    case unknown = 0
    /// The state is what it was.
    case no = 1
    /// The state differs.
    case yes = 2
  }

  /// The kind of effect that a reducer returned.
  public enum EffectKind: UInt8, CaseIterable, Sendable {
    /// No effect.
    case none = 0
    /// Asynchronous work.
    case run = 1
    /// One action, sent at once.
    case send = 2
    /// Several effects side by side.
    case merge = 3
    /// Several effects one after the other.
    case concatenate = 4
    /// The cancellation of effects in flight.
    case cancel = 5
    /// Not known, or a value of a later version: only ever read, never written.
    case unknown = 255
  }

  /// How the work of an effect ended.
  public enum EffectOutcome: UInt8, CaseIterable, Sendable {
    /// Its code returned.
    case finished = 0
    /// It was cancelled, or threw `CancellationError`.
    case cancelled = 1
    /// Its code threw an error.
    case failed = 2
    /// Not known, or a value of a later version: only ever read, never written.
    case unknown = 255
  }

  /// How an interval of a signposter ended.
  public enum IntervalOutcome: UInt8, CaseIterable, Sendable {
    /// It was ended, or its code returned.
    case finished = 0
    /// Its code threw `CancellationError`, or another error after its task was cancelled.
    case cancelled = 1
    /// Its code threw an error.
    case failed = 2
    /// Its state was dropped, so that nothing could end it any more.
    case abandoned = 3
    /// Not known, or a value of a later version: only ever read, never written.
    case unknown = 255
  }

  /// How important a log record is.
  public enum LogLevel: UInt8, CaseIterable, Sendable {
    /// Of use for following single steps.
    case trace = 0
    /// Of use for finding mistakes.
    case debug = 1
    /// Says what goes on.
    case info = 2
    /// Ordinary, and worth attention.
    case notice = 3
    /// No error, and not as it should be.
    case warning = 4
    /// Something failed.
    case error = 5
    /// Needs attention at once.
    case critical = 6
    /// Not known, or a value of a later version: only ever read, never written.
    case unknown = 255
  }
}
