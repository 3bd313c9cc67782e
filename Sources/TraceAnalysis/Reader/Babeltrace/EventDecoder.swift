import CBabeltrace

/// Turns libbabeltrace2's events into values, and counts what it sees.
final class EventDecoder {
  let names: NameTable
  let texts: EventTexts
  let processes: ProcessTable
  private let participants: TraceParticipants

  private var plans = PlanTable()
  private(set) var eventCount: UInt64 = 0
  private var composableEventCount: UInt64 = 0
  private var unknownEventCount: UInt64 = 0
  private var malformedEventCount: UInt64 = 0
  private var firstTimestamp = Int64.max
  private var lastTimestamp = Int64.min
  private var schemaVersions: Set<UInt64> = []
  private var losses: [StreamLoss] = []

  init(names: NameTable, texts: EventTexts, participants: TraceParticipants) {
    self.names = names
    self.texts = texts
    self.participants = participants
    processes = ProcessTable(participants)
  }

  deinit { plans.removeAll() }

  /// Lets go of what belongs to the graph.
  func releaseClasses() {
    plans.removeAll()
  }

  /// What was seen so far; only the losses and the damage are for others to fill in.
  var summary: TraceSummary {
    get {
      TraceSummary(
        timeRange: firstTimestamp <= lastTimestamp ? firstTimestamp...lastTimestamp : nil,
        eventCount: eventCount, composableEventCount: composableEventCount,
        unknownEventCount: unknownEventCount, malformedEventCount: malformedEventCount,
        processes: participants.processes, threads: participants.threads, losses: losses,
        schemaVersions: schemaVersions.sorted())
    }
    set { losses = newValue.losses }
  }

  /// The event, or `nil` if it is not one of ours that can be understood.
  func decode(
    _ event: OpaquePointer, at timestamp: Int64, _ context: inout StreamContext
  ) -> TraceEvent? {
    eventCount += 1
    if timestamp < firstTimestamp { firstTimestamp = timestamp }
    if timestamp > lastTimestamp { lastTimestamp = timestamp }
    guard let eventClass = bt_event_borrow_class_const(event) else { return nil }
    let plan = plans.plan(of: eventClass)
    if case .foreign = plan { return nil }
    composableEventCount += 1
    guard let payload = payload(of: event, plan) else { return nil }
    let process = processes.process(of: event, &context)
    return TraceEvent(
      timestamp: timestamp, process: process,
      thread: processes.thread(of: event, in: process, &context),
      processor: context.processor, payload: payload)
  }

  @inline(__always)
  private func payload(of event: OpaquePointer, _ plan: EventPlan) -> TraceEvent.Payload? {
    let payload = bt_event_borrow_payload_field_const(event)
    switch plan {
    case .foreign:
      return nil
    case .unknown:
      unknownEventCount += 1
      return nil
    case .malformed:
      malformedEventCount += 1
      return nil
    case .schema(let version, let library):
      let number = version.bits(in: payload)
      // A damaged trace could hold any number of them.
      if schemaVersions.count < 16 { schemaVersions.insert(number) }
      return .schema(
        TraceEvent.Schema(version: number, library: text(library, in: payload)))
    case .storeCreated(let fields):
      return .storeCreated(store(fields, payload))
    case .storeReleased(let fields):
      return .storeReleased(store(fields, payload))
    case .actionBegin(let fields):
      return .actionBegin(
        TraceEvent.ActionBegin(
          action: fields.action.bits(in: payload), cause: fields.cause.bits(in: payload),
          parent: fields.parent.bits(in: payload), store: fields.store.bits(in: payload),
          name: names.intern(
            prefix: fields.prefix.bytes(in: payload), name: fields.name.bytes(in: payload))))
    case .actionEnd(let action, let stateChanged, let effect):
      return .actionEnd(
        TraceEvent.ActionEnd(
          action: action.bits(in: payload),
          stateChanged: value(stateChanged, in: payload) ?? .unknown,
          effect: value(effect, in: payload) ?? .unknown))
    case .effectBegin(let fields):
      let action = fields.action.bits(in: payload)
      let start =
        fields.announced.isMissing && action == 0
        ? .announced(age: nil) : start(fields.announced, fields.age, in: payload)
      return .effectBegin(
        TraceEvent.EffectBegin(
          effect: fields.effect.bits(in: payload), action: action,
          name: names.intern(
            prefix: fields.prefix.bytes(in: payload), name: fields.name.bytes(in: payload)),
          start: start))
    case .effectOutput(let effect, let name):
      return .effectOutput(
        TraceEvent.EffectOutput(effect: effect.bits(in: payload), name: text(name, in: payload)))
    case .effectEnd(let fields):
      return .effectEnd(
        TraceEvent.EffectEnd(
          effect: fields.effect.bits(in: payload),
          outcome: value(fields.outcome, in: payload) ?? .unknown,
          outputs: fields.outputs.bits(in: payload)))
    case .intervalBegin(let fields):
      texts.set(message: fields.message.bytes(in: payload))
      return .intervalBegin(
        TraceEvent.IntervalBegin(
          interval: fields.interval.bits(in: payload), id: fields.id.bits(in: payload),
          source: source(fields, in: payload), name: text(fields.name, in: payload)))
    case .intervalEnd(let fields, let outcome):
      texts.set(message: fields.message.bytes(in: payload))
      return .intervalEnd(
        TraceEvent.IntervalEnd(
          interval: fields.interval.bits(in: payload), id: fields.id.bits(in: payload),
          source: source(fields, in: payload), name: text(fields.name, in: payload),
          outcome: value(outcome, in: payload) ?? .unknown))
    case .event(let fields):
      texts.set(message: fields.message.bytes(in: payload))
      return .event(
        TraceEvent.Event(
          id: fields.id.bits(in: payload), source: source(fields, in: payload),
          name: text(fields.name, in: payload)))
    case .log(let fields):
      texts.set(
        message: fields.message.bytes(in: payload), metadata: fields.metadata.bytes(in: payload))
      return .log(
        TraceEvent.Log(
          level: value(fields.level, in: payload) ?? .unknown,
          label: text(fields.label, in: payload), file: text(fields.file, in: payload),
          line: fields.line.bits(in: payload)))
    case .actionPayload(let action, let text):
      texts.set(message: text.bytes(in: payload))
      return .actionPayload(action: action.bits(in: payload))
    case .budgetExceeded(let fields):
      return .budgetExceeded(
        TraceEvent.BudgetExceeded(
          action: fields.action.bits(in: payload),
          name: names.intern(
            prefix: fields.prefix.bytes(in: payload), name: fields.name.bytes(in: payload)),
          budget: fields.budget.bits(in: payload), taken: fields.taken.bits(in: payload)))
    case .send(let fields):
      return .send(
        TraceEvent.Send(
          action: fields.action.bits(in: payload), cause: fields.cause.bits(in: payload),
          store: fields.store.bits(in: payload), depth: fields.depth.bits(in: payload),
          isReentrant: fields.reentrant.bits(in: payload) != 0, name: text(fields.name, in: payload)
        ))
    case .stateDiff(let action, let text):
      texts.set(message: text.bytes(in: payload))
      return .stateDiff(action: action.bits(in: payload))
    case .scope(let store, let child, let cached):
      return .scope(
        TraceEvent.Scope(
          store: store.bits(in: payload), child: child.bits(in: payload),
          isCached: cached.bits(in: payload) != 0))
    case .observeBegin(let fields):
      return .observeBegin(observer(fields, payload))
    case .observeEnd(let fields):
      return .observeEnd(observer(fields, payload))
    }
  }

  private func observer(
    _ fields: EventPlan.ObserverFields, _ payload: OpaquePointer?
  ) -> TraceEvent.Observer {
    TraceEvent.Observer(
      store: fields.store.bits(in: payload), file: text(fields.file, in: payload),
      line: fields.line.bits(in: payload))
  }

  private func source(
    _ fields: EventPlan.SignposterFields, in payload: OpaquePointer?
  ) -> NameID {
    names.intern(
      prefix: fields.subsystem.bytes(in: payload), name: fields.category.bytes(in: payload))
  }

  private func store(_ fields: EventPlan.StoreFields, _ payload: OpaquePointer?) -> TraceEvent.Store
  {
    TraceEvent.Store(
      store: fields.store.bits(in: payload), parent: fields.parent.bits(in: payload),
      feature: text(fields.feature, in: payload), file: text(fields.file, in: payload),
      line: fields.line.bits(in: payload), start: start(fields.announced, fields.age, in: payload))
  }

  private func text(_ field: FieldReference, in payload: OpaquePointer?) -> NameID {
    names.intern(
      prefix: UnsafeRawBufferPointer(start: nil, count: 0), name: field.bytes(in: payload))
  }

  @inline(__always)
  private func value<Value: RawRepresentable<UInt8>>(
    _ field: FieldReference, in payload: OpaquePointer?
  ) -> Value? {
    guard !field.isMissing, let raw = UInt8(exactly: field.bits(in: payload)) else { return nil }
    return Value(rawValue: raw)
  }

  /// What a begin says of its time; without these fields, that it is now.
  private func start(
    _ announced: FieldReference, _ age: FieldReference, in payload: OpaquePointer?
  ) -> TraceEvent.Start {
    guard announced.bits(in: payload) != 0 else { return .now }
    let nanoseconds = Int64(bitPattern: age.bits(in: payload))
    return .announced(age: age.isMissing || nanoseconds < 0 ? nil : nanoseconds)
  }
}
