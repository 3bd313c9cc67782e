extension TraceSchema {
  /// The events, named as in a trace.
  public enum Event: String, CaseIterable, Sendable {
    /// The identification of a process.
    case schema
    /// A store was created.
    case storeCreated = "store_created"
    /// A store was released.
    case storeReleased = "store_released"
    /// A wrapped reducer is about to run.
    case actionBegin = "action_begin"
    /// A wrapped reducer returned.
    case actionEnd = "action_end"
    /// An effect's work starts.
    case effectBegin = "effect_begin"
    /// An effect sends an action.
    case effectOutput = "effect_output"
    /// An effect's work ended.
    case effectEnd = "effect_end"
    /// An interval of a signposter starts.
    case intervalBegin = "interval_begin"
    /// An interval of a signposter ended.
    case intervalEnd = "interval_end"
    /// A signposter emitted an event.
    case event
    /// A log record was written.
    case log
    /// The payload of an action.
    case actionPayload = "action_payload"
    /// An action as data, or a piece of it.
    case actionData = "action_data"
    /// A state as data, or a piece of it.
    case stateData = "state_data"
    /// A digest of the state after an action.
    case stateDigest = "state_digest"
    /// A reducer or an observer exceeded its budget.
    case budgetExceeded = "budget_exceeded"
    /// An action is sent to a store.
    case send
    /// A child store is requested.
    case scope
    /// An observer reacts to a change.
    case observeBegin = "observe_begin"
    /// An observer has reacted.
    case observeEnd = "observe_end"
    /// The changes of an action to the state.
    case stateDiff = "state_diff"
    /// The duration of a wrapped reducer.
    case reduceLatency = "reduce"
    /// The duration of an observer's reaction.
    case observerLatency = "observer"
    /// Chains of actions are left out.
    case sampling

    /// The provider of the event: `composable` for almost all events.
    public var provider: Provider {
      switch self {
      case .stateDiff: .composableValues
      case .reduceLatency, .observerLatency: .composableLatency
      default: .composable
      }
    }

    /// The name of the event in a trace, preceded by the name of its provider.
    public var fullName: String { "\(provider.rawValue):\(rawValue)" }

    /// The log level of the event in LTTng.
    public var level: Level {
      switch self {
      case .actionPayload, .actionData, .stateData, .stateDigest, .send, .scope, .observeBegin,
        .observeEnd:
        .debug
      case .budgetExceeded: .warning
      case .stateDiff, .reduceLatency, .observerLatency: .debugLine
      default: .info
      }
    }

    /// The version of the schema that introduced it.
    public var since: Int {
      switch self {
      case .schema, .storeCreated, .storeReleased, .actionBegin, .actionEnd, .effectBegin,
        .effectOutput, .effectEnd:
        1
      case .send, .stateDiff: 3
      case .reduceLatency, .observerLatency: 5
      case .actionData, .stateData, .stateDigest: 6
      case .sampling: 10
      default: 2
      }
    }

    /// The fields of the event, in their order.
    public var fields: [Field] {
      switch self {
      case .schema:
        [
          .needed("version", .uint32), .field("library", .string),
          .field("program", .string, since: 8),
        ]
      case .storeCreated:
        Self.store + Self.start
      case .storeReleased:
        Self.store
      case .actionBegin:
        [
          .needed("action"), .field("cause", .uint64), .field("parent", .uint64),
          .field("store", .uint64), .field("prefix", .string), .field("name", .string),
        ]
      case .actionEnd:
        [
          .needed("action"), .field("state_changed", .enumeration(.stateChanged)),
          .field("effect", .enumeration(.effectKind)),
        ]
      case .effectBegin:
        [
          .needed("effect"), .field("action", .uint64), .field("prefix", .string),
          .field("name", .string),
        ] + Self.start
      case .effectOutput:
        [.needed("effect"), .field("name", .string)]
      case .effectEnd:
        [
          .needed("effect"), .field("outcome", .enumeration(.effectOutcome)),
          .field("outputs", .uint32),
        ]
      case .intervalBegin:
        [.needed("interval")] + Self.signposter + [
          .field("name", .string), .field("message", .string),
          .field("synchronous", .uint8, since: 11),
        ]
      case .intervalEnd:
        [.needed("interval")] + Self.signposter + [
          .field("name", .string), .field("outcome", .enumeration(.intervalOutcome)),
          .field("message", .string),
        ]
      case .event:
        Self.signposter + [.needed("name", .string), .field("message", .string)]
      case .log:
        [
          .field("level", .enumeration(.logLevel)), .field("label", .string),
          .needed("message", .string), .field("metadata", .string), .field("file", .string),
          .field("line", .uint32),
        ]
      case .actionPayload:
        [.needed("action"), .field("payload", .string)]
      case .actionData:
        Self.data + [.field("next_element", .uint64, since: 7)]
      case .stateData:
        Self.data
      case .stateDigest:
        [.needed("action"), .needed("digest")]
      case .budgetExceeded:
        [
          .needed("action"), .field("prefix", .string), .field("name", .string),
          .field("budget", .uint64), .field("taken", .uint64),
        ]
      case .send:
        [
          .needed("action"), .field("cause", .uint64), .field("store", .uint64),
          .field("depth", .uint32), .field("reentrant", .uint8), .field("name", .string),
          .field("waited", .uint64, since: 9),
        ]
      case .scope:
        [.field("store", .uint64), .needed("child"), .field("cached", .uint8)]
      case .observeBegin:
        Self.observer + [
          .field("action", .uint64, since: 8), .field("prefix", .string, since: 8),
          .field("name", .string, since: 8), .field("property", .string, since: 8),
          .field("others", .uint32, since: 8),
        ]
      case .observeEnd:
        Self.observer
      case .stateDiff:
        [.needed("action"), .field("text", .string)]
      case .reduceLatency:
        [
          .needed("action"), .field("prefix", .string), .field("name", .string),
          .needed("duration"),
        ]
      case .observerLatency:
        Self.observer + [.needed("duration")]
      case .sampling:
        [
          .needed("kept", .uint32), .needed("of", .uint32), .field("max_rate", .uint64),
          .field("name", .string), .field("left_out", .uint64),
        ]
      }
    }

    private static let store: [Field] = [
      .needed("store"), .field("parent", .uint64), .field("feature", .string),
      .field("file", .string), .field("line", .uint32),
    ]

    private static let observer: [Field] = [
      .field("store", .uint64), .needed("file", .string), .field("line", .uint32),
    ]

    private static let data: [Field] = [
      .needed("action"), .needed("size", .uint32), .needed("offset", .uint32),
      .field("data", .string),
    ]
    /// Whether a span starts now, or is in a state dump.
    private static let start: [Field] = [
      .field("announced", .uint8, since: 4), .field("age", .int64, since: 4),
    ]

    private static let signposter: [Field] = [
      .field("id", .uint64), .field("subsystem", .string), .field("category", .string),
    ]
  }

  /// The providers of events.
  public enum Provider: String, CaseIterable, Sendable {
    /// The provider of most events.
    case composable
    /// The provider of events that require copying and comparing states.
    case composableValues = "composable_values"
    /// The provider of events that require reading clocks.
    case composableLatency = "composable_latency"
  }

  /// LTTng's log levels, as far as events use them.
  public enum Level: Int, Sendable {
    /// For unexpected conditions.
    case warning = 4
    /// For recordings in production.
    case info = 6
    /// For events that are enabled by name.
    case debugLine = 13
    /// For events that may cost more than they are worth in production.
    case debug = 14

    /// The name of the level in LTTng.
    public var name: String {
      switch self {
      case .warning: "WARNING"
      case .info: "INFO"
      case .debugLine: "DEBUG_LINE"
      case .debug: "DEBUG"
      }
    }
  }
}
