import TraceSchema

extension TraceEvent {
  /// The fields of an event, with one case for each event of the schema.
  public enum Payload: Sendable, Equatable {
    /// The identification of a process.
    case schema(Schema)
    /// A store was created, or is in the state dump of a session that started later.
    case storeCreated(Store)
    /// A store was released.
    case storeReleased(Store)
    /// A wrapped reducer is about to run.
    case actionBegin(ActionBegin)
    /// A wrapped reducer returned.
    case actionEnd(ActionEnd)
    /// An effect's work started, or is in the state dump of a session that started later.
    case effectBegin(EffectBegin)
    /// An effect sends an action.
    case effectOutput(EffectOutput)
    /// An effect's work ended.
    case effectEnd(EffectEnd)
    /// An interval of a signposter starts.
    case intervalBegin(IntervalBegin)
    /// An interval of a signposter ended.
    case intervalEnd(IntervalEnd)
    /// A signposter emitted an event.
    case event(Event)
    /// A log record was written.
    case log(Log)
    /// The payload of an action, if its wrapper records payloads: see ``EventTexts``.
    case actionPayload(action: UInt64)
    /// An action as data, or a piece of it: see ``EventTexts``.
    case actionData(Data)
    /// The state before an action as data, or a piece of it: see ``EventTexts``.
    case stateData(Data)
    /// A digest of the state after an action.
    case stateDigest(action: UInt64, digest: UInt64)
    /// A reducer exceeded the budget of its wrapper.
    case budgetExceeded(BudgetExceeded)
    /// An action is sent to a store.
    case send(Send)
    /// The changes of an action to the state: see ``EventTexts``.
    case stateDiff(action: UInt64)
    /// A child store was requested.
    case scope(Scope)
    /// An observer reacts to a change.
    case observeBegin(Observer, ObserverCause)
    /// An observer has reacted.
    case observeEnd(Observer)
    /// The duration of a wrapped reducer.
    case reduceLatency(ReduceLatency)
    /// The duration of an observer's reaction.
    case observerLatency(Observer, duration: UInt64)
    /// The process leaves out chains of actions.
    case sampling(Sampling)
  }

  /// The fields of `schema`.
  public struct Schema: Sendable, Equatable {
    /// The version of the trace schema.
    public var version: UInt64
    /// The version of the library that wrote the trace.
    public var library: NameID
    /// The name of the program, empty in traces of versions before 8.
    public var program: NameID
  }

  /// The fields of `sampling`.
  public struct Sampling: Sendable, Equatable {
    /// The numerator of the part of all chains that is recorded.
    public var kept: UInt64
    /// The denominator of this part.
    public var of: UInt64
    /// The most actions to record in a second; 0 for no limit.
    public var maxRate: UInt64
    /// The name of actions that this limit has left out, without a prefix; empty for none.
    public var name: NameID
    /// The number of actions with this name that it has left out so far.
    public var leftOut: UInt64
  }

  /// The fields of `store_created` and `store_released`.
  public struct Store: Sendable, Equatable {
    /// The id of the store.
    public var store: UInt64
    /// The id of the store it was scoped from, 0 for a root store.
    public var parent: UInt64
    /// The name of the feature's state type.
    public var feature: NameID
    /// The file that created it.
    public var file: NameID
    /// The line in that file.
    public var line: UInt64
    /// For `store_created`, whether it is created now. In traces of versions 1 to 3 a state dump
    /// is only recognized if the store was created before and has not been released.
    public var start = Start.now
  }

  /// The fields of `action_begin`.
  public struct ActionBegin: Sendable, Equatable {
    /// The id of this action interval.
    public var action: UInt64
    /// The effect that sent the action, 0 if it came from outside.
    public var cause: UInt64
    /// The action interval of the enclosing wrapper, 0 if this is the outermost.
    public var parent: UInt64
    /// The root store whose reducer runs, 0 outside of a store.
    public var store: UInt64
    /// The wrapper's prefix and the action's name.
    public var name: NameID
  }

  /// The fields of `action_end`.
  public struct ActionEnd: Sendable, Equatable {
    /// The id given in `action_begin`.
    public var action: UInt64
    /// Whether the state differs from before.
    public var stateChanged: StateChange
    /// The kind of effect that the reducer returned.
    public var effect: EffectKind
  }

  /// The fields of `effect_begin`.
  public struct EffectBegin: Sendable, Equatable {
    /// The id of this effect interval.
    public var effect: UInt64
    /// The action interval whose reducer returned the effect.
    public var action: UInt64
    /// The wrapper's prefix and the name of the action that started the effect.
    public var name: NameID
    /// Whether the effect's work starts now. In traces of versions 1 to 3 a state dump is
    /// only recognized if ``action`` is 0, or if the effect has begun and not ended.
    public var start: Start
  }

  /// The fields of `effect_output`.
  public struct EffectOutput: Sendable, Equatable {
    /// The id given in `effect_begin`.
    public var effect: UInt64
    /// The name of the action it sends, without a prefix.
    public var name: NameID
  }

  /// The fields of `effect_end`.
  public struct EffectEnd: Sendable, Equatable {
    /// The id given in `effect_begin`.
    public var effect: UInt64
    /// The outcome of the effect.
    public var outcome: EffectOutcome
    /// The number of actions it sent.
    public var outputs: UInt64
  }

  /// The fields of `interval_begin`, except its message: see ``TraceReader/texts``.
  public struct IntervalBegin: Sendable, Equatable {
    /// The id of this interval.
    public var interval: UInt64
    /// The id of its group, 0 for none.
    public var id: UInt64
    /// The signposter's subsystem as the prefix, its category as the name.
    public var source: NameID
    /// The name of the interval, without a prefix.
    public var name: NameID
    /// Whether its thread does nothing else until it ends. It may do so otherwise, too.
    public var isSynchronous: Bool
  }

  /// The fields of `interval_end`, except its message: see ``TraceReader/texts``.
  public struct IntervalEnd: Sendable, Equatable {
    /// The id given in `interval_begin`.
    public var interval: UInt64
    /// The id of its group, 0 for none.
    public var id: UInt64
    /// The signposter's subsystem as the prefix, its category as the name.
    public var source: NameID
    /// The name of the interval, without a prefix.
    public var name: NameID
    /// The outcome of the interval.
    public var outcome: IntervalOutcome
  }

  /// The fields of `event`, except its message: see ``TraceReader/texts``.
  public struct Event: Sendable, Equatable {
    /// The id of its group, 0 for none.
    public var id: UInt64
    /// The signposter's subsystem as the prefix, its category as the name.
    public var source: NameID
    /// The name of the event, without a prefix.
    public var name: NameID
  }

  /// The fields of `log`, except its message and its metadata: see ``TraceReader/texts``.
  public struct Log: Sendable, Equatable {
    /// The level.
    public var level: LogLevel
    /// The logger's label.
    public var label: NameID
    /// The file that wrote it.
    public var file: NameID
    /// The line in that file.
    public var line: UInt64
  }

  /// The fields of `action_data` and `state_data`, except the data: see ``TraceReader/texts``.
  public struct Data: Sendable, Equatable {
    /// The id given in `action_begin`.
    public var action: UInt64
    /// The bytes of all pieces together; 0 if the value could not be encoded.
    public var size: UInt64
    /// The number of bytes before this piece.
    public var offset: UInt64
    /// The number of the id that the process gives to the next element of a stack; 0 if it has
    /// given none, in `state_data`, and in traces of earlier versions.
    public var nextElement: UInt64
  }

  /// The fields of `budget_exceeded`.
  public struct BudgetExceeded: Sendable, Equatable {
    /// The id given in `action_begin`.
    public var action: UInt64
    /// The wrapper's prefix and the action's name.
    public var name: NameID
    /// The budget in nanoseconds.
    public var budget: UInt64
    /// The duration of the reducer in nanoseconds.
    public var taken: UInt64
  }

  /// The fields of `composable_latency:reduce`.
  public struct ReduceLatency: Sendable, Equatable {
    /// The id given in `action_begin`.
    public var action: UInt64
    /// The wrapper's prefix and the action's name.
    public var name: NameID
    /// The duration of the reducer in nanoseconds.
    public var duration: UInt64
  }

  /// The fields of `send`.
  public struct Send: Sendable, Equatable {
    /// The id of the action interval that it leads to.
    public var action: UInt64
    /// The effect that sends it, 0 if it comes from outside.
    public var cause: UInt64
    /// The store that receives it.
    public var store: UInt64
    /// The number of actions queued before it.
    public var depth: UInt64
    /// Whether the action comes from outside while the store processes an action.
    public var isReentrant: Bool
    /// The name of the action, without a prefix.
    public var name: NameID
    /// The nanoseconds for which its sender waited for the actor of the store before; 0 in traces
    /// of earlier versions.
    public var waited: Int64 = 0

    /// ``waited``, or 0 for a call in the isolation of the store, which takes less than a
    /// microsecond.
    var waitForActor: Int64 { waited < 1000 ? 0 : waited }
  }

  /// The fields of `scope`.
  public struct Scope: Sendable, Equatable {
    /// The store that received the request.
    public var store: UInt64
    /// The child.
    public var child: UInt64
    /// Whether the child was found in the cache.
    public var isCached: Bool
  }

  /// The fields of `observe_begin` that say why an observer reacts; all are empty in traces of
  /// versions before 8, and for a change without a known cause.
  public struct ObserverCause: Sendable, Equatable {
    /// The id of the action that changed the observer's properties, 0 if unknown.
    public var action: UInt64
    /// Prefix and name of this action.
    public var name: NameID
    /// The first property that changed, with the feature of its state.
    public var property: NameID
    /// The number of other properties that changed.
    public var others: UInt64
  }

  /// The fields of `observe_begin` and `observe_end` that identify an observer.
  public struct Observer: Sendable, Equatable {
    /// The root store that has changed, 0 if unknown.
    public var store: UInt64
    /// The file that created the observer.
    public var file: NameID
    /// The line in that file.
    public var line: UInt64
  }
}

extension TraceEvent.Payload {
  /// Decodes the fields of an event, which are numbered as ``TraceSchema/TraceSchema/Event/fields``
  /// lists them.
  @inline(__always)
  init(_ event: TraceSchema.Event, _ fields: borrowing EventFields) {
    switch event {
    case .schema:
      self = .schema(
        TraceEvent.Schema(
          version: fields.integer(0), library: fields.text(1), program: fields.text(2)))
    case .storeCreated:
      self = .storeCreated(TraceEvent.Store(fields, start: fields.start(announced: 5, age: 6)))
    case .storeReleased:
      self = .storeReleased(TraceEvent.Store(fields, start: .now))
    case .actionBegin:
      self = .actionBegin(
        TraceEvent.ActionBegin(
          action: fields.integer(0), cause: fields.integer(1), parent: fields.integer(2),
          store: fields.integer(3), name: fields.name(prefix: 4, 5)))
    case .actionEnd:
      self = .actionEnd(
        TraceEvent.ActionEnd(
          action: fields.integer(0), stateChanged: fields.value(1) ?? .unknown,
          effect: fields.value(2) ?? .unknown))
    case .effectBegin:
      let action = fields.integer(1)
      let isOfEarlierVersion = fields.isMissing(4)
      self = .effectBegin(
        TraceEvent.EffectBegin(
          effect: fields.integer(0), action: action, name: fields.name(prefix: 2, 3),
          start: isOfEarlierVersion && action == 0
            ? .announced(age: nil) : fields.start(announced: 4, age: 5)))
    case .effectOutput:
      self = .effectOutput(
        TraceEvent.EffectOutput(effect: fields.integer(0), name: fields.text(1)))
    case .effectEnd:
      self = .effectEnd(
        TraceEvent.EffectEnd(
          effect: fields.integer(0), outcome: fields.value(1) ?? .unknown,
          outputs: fields.integer(2)))
    case .intervalBegin:
      fields.keep(message: 5)
      self = .intervalBegin(
        TraceEvent.IntervalBegin(
          interval: fields.integer(0), id: fields.integer(1), source: fields.name(prefix: 2, 3),
          name: fields.text(4), isSynchronous: fields.integer(6) != 0))
    case .intervalEnd:
      fields.keep(message: 6)
      self = .intervalEnd(
        TraceEvent.IntervalEnd(
          interval: fields.integer(0), id: fields.integer(1), source: fields.name(prefix: 2, 3),
          name: fields.text(4), outcome: fields.value(5) ?? .unknown))
    case .event:
      fields.keep(message: 4)
      self = .event(
        TraceEvent.Event(
          id: fields.integer(0), source: fields.name(prefix: 1, 2), name: fields.text(3)))
    case .log:
      fields.keep(message: 2, metadata: 3)
      self = .log(
        TraceEvent.Log(
          level: fields.value(0) ?? .unknown, label: fields.text(1), file: fields.text(4),
          line: fields.integer(5)))
    case .actionPayload:
      fields.keep(message: 1)
      self = .actionPayload(action: fields.integer(0))
    case .actionData:
      fields.keep(message: 3)
      self = .actionData(TraceEvent.Data(fields, nextElement: fields.integer(4)))
    case .stateData:
      fields.keep(message: 3)
      self = .stateData(TraceEvent.Data(fields))
    case .stateDigest:
      self = .stateDigest(action: fields.integer(0), digest: fields.integer(1))
    case .budgetExceeded:
      self = .budgetExceeded(
        TraceEvent.BudgetExceeded(
          action: fields.integer(0), name: fields.name(prefix: 1, 2), budget: fields.integer(3),
          taken: fields.integer(4)))
    case .send:
      self = .send(
        TraceEvent.Send(
          action: fields.integer(0), cause: fields.integer(1), store: fields.integer(2),
          depth: fields.integer(3), isReentrant: fields.integer(4) != 0, name: fields.text(5),
          waited: fields.elapsed(6) ?? 0))
    case .scope:
      self = .scope(
        TraceEvent.Scope(
          store: fields.integer(0), child: fields.integer(1), isCached: fields.integer(2) != 0))
    case .observeBegin:
      self = .observeBegin(TraceEvent.Observer(fields), TraceEvent.ObserverCause(fields))
    case .observeEnd:
      self = .observeEnd(TraceEvent.Observer(fields))
    case .stateDiff:
      fields.keep(message: 1)
      self = .stateDiff(action: fields.integer(0))
    case .reduceLatency:
      self = .reduceLatency(
        TraceEvent.ReduceLatency(
          action: fields.integer(0), name: fields.name(prefix: 1, 2), duration: fields.integer(3)))
    case .observerLatency:
      self = .observerLatency(TraceEvent.Observer(fields), duration: fields.integer(3))
    case .sampling:
      self = .sampling(
        TraceEvent.Sampling(
          kept: fields.integer(0), of: fields.integer(1), maxRate: fields.integer(2),
          name: fields.text(3), leftOut: fields.integer(4)))
    }
  }
}

extension TraceEvent.Store {
  fileprivate init(_ fields: borrowing EventFields, start: TraceEvent.Start) {
    self.init(
      store: fields.integer(0), parent: fields.integer(1), feature: fields.text(2),
      file: fields.text(3), line: fields.integer(4), start: start)
  }
}

extension TraceEvent.Data {
  fileprivate init(_ fields: borrowing EventFields, nextElement: UInt64 = 0) {
    self.init(
      action: fields.integer(0), size: fields.integer(1), offset: fields.integer(2),
      nextElement: nextElement)
  }
}

extension TraceEvent.ObserverCause {
  fileprivate init(_ fields: borrowing EventFields) {
    self.init(
      action: fields.integer(3), name: fields.name(prefix: 4, 5), property: fields.text(6),
      others: fields.integer(7))
  }
}

extension TraceEvent.Observer {
  fileprivate init(_ fields: borrowing EventFields) {
    self.init(store: fields.integer(0), file: fields.text(1), line: fields.integer(2))
  }
}
