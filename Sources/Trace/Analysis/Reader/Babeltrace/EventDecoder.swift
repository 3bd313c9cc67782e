import CBabeltrace

/// Decodes libbabeltrace2's events, and counts them.
final class EventDecoder {
  private let output: BatchWriter
  private let processes: ProcessTable

  private var plans = PlanTable()
  private(set) var eventCount: UInt64 = 0
  private var composableEventCount: UInt64 = 0
  private var unknownEventCount: UInt64 = 0
  private var malformedEventCount: UInt64 = 0
  private var firstTimestamp = Int64.max
  private var lastTimestamp = Int64.min
  private var schemaVersions: Set<UInt64> = []

  /// - Parameter output: The destination of the events' texts and tables.
  init(_ output: BatchWriter) {
    self.output = output
    processes = output.processes
  }

  /// Releases all objects of the graph.
  func releaseClasses() {
    plans = PlanTable()
  }

  /// The summary so far, without the losses and the damage, which are filled in elsewhere.
  var summary: TraceSummary {
    TraceSummary(
      timeRange: firstTimestamp <= lastTimestamp ? firstTimestamp...lastTimestamp : nil,
      eventCount: eventCount, composableEventCount: composableEventCount,
      unknownEventCount: unknownEventCount, malformedEventCount: malformedEventCount,
      processes: processes.processesWithPeriods, threads: processes.threads,
      schemaVersions: schemaVersions.sorted(), identifiesProcesses: processes.areIdentified)
  }

  /// The event, or `nil` if it is not one of ours or malformed.
  func decode(
    _ event: OpaquePointer, at timestamp: Int64, _ context: inout StreamContext
  ) -> TraceEvent? {
    if eventCount == 0 { output.start = timestamp }
    eventCount += 1
    if timestamp < firstTimestamp { firstTimestamp = timestamp }
    if timestamp > lastTimestamp { lastTimestamp = timestamp }
    guard let eventClass = bt_event_borrow_class_const(event) else { return nil }
    let plan = plans.plan(of: eventClass).pointee
    if case .foreign = plan.kind { return nil }
    composableEventCount += 1
    guard let payload = payload(of: event, plan, at: timestamp) else { return nil }
    let process = processes.process(of: event, &context)
    processes.extend(process, to: timestamp)
    switch payload {
    case .schema(let schema) where schema.program != .empty:
      processes.setProgram(output.names.names[Int(schema.program.index)].name, of: process)
    case .sampling(let sampling):
      let name = output.names.names[Int(sampling.name.index)].name
      processes.add(sampling, named: name, to: process)
    default: break
    }
    return TraceEvent(
      timestamp: timestamp, process: process,
      thread: processes.thread(of: event, in: process, &context), processor: context.processor,
      payload: payload)
  }

  @inline(__always)
  private func payload(
    of event: OpaquePointer, _ plan: EventPlan, at timestamp: Int64
  ) -> TraceEvent.Payload? {
    switch plan.kind {
    case .foreign:
      return nil
    case .unknown:
      unknownEventCount += 1
      return nil
    case .malformed:
      malformedEventCount += 1
      return nil
    case .event(let kind):
      let payload = TraceEvent.Payload(
        kind,
        EventFields(
          references: plan.references, payload: bt_event_borrow_payload_field_const(event),
          output: output, timestamp: timestamp))
      // A damaged trace could hold any number of them.
      if case .schema(let schema) = payload, schemaVersions.count < 16 {
        schemaVersions.insert(schema.version)
      }
      return payload
    }
  }
}
