import CBabeltrace

/// The processes and threads of a trace, identified by the contexts of its events or by its
/// environment.
final class ProcessTable {
  private(set) var processes: [TraceProcess] = []
  /// By process, the timestamps of the first and the last event.
  private var periods: [(first: Int64, last: Int64)] = []
  private(set) var threads: [TraceThread] = []
  /// The names of the machines.
  private(set) var hosts: Set<String> = []
  private var hasChanged = false
  /// Whether all streams have the context `vpid`, `nil` as long as there is no stream.
  private(set) var streamsHaveContext: Bool?
  /// Whether no stream of several processes lacks the namespaces of their ids.
  private(set) var areIdentified = true
  private var threadIndices: [ThreadKey: ThreadIndex] = [:]
  /// Whether the name belongs to another thread, as the main thread's is not known yet.
  private var nameIsPreliminary: [Bool] = []
  private var indices: [Key: ProcessIndex] = [:]
  private var traceKeys: [[UInt8]: Int32] = [:]

  private struct Key: Hashable {
    var trace: Int32
    var vpid: Int64?
    /// The number of its namespace, 0 if unknown: processes of several containers may have the same
    /// id.
    var namespace: UInt64 = 0
  }

  private struct ThreadKey: Hashable {
    var process: ProcessIndex
    var vtid: Int64
  }

  /// The processes with their periods, once the trace was read.
  var processesWithPeriods: [TraceProcess] {
    zip(processes, periods).map { process, period in
      var process = process
      process.timeRange = period.first <= period.last ? period.first...period.last : nil
      return process
    }
  }

  /// Extends the period of a process to an event.
  @inline(__always)
  func extend(_ process: ProcessIndex, to timestamp: Int64) {
    let index = Int(process)
    if timestamp < periods[index].first { periods[index].first = timestamp }
    if timestamp > periods[index].last { periods[index].last = timestamp }
  }

  /// The processes, `nil` if nothing about them has changed since the last call.
  func takeChanged() -> [TraceProcess]? {
    defer { hasChanged = false }
    return hasChanged ? processes : nil
  }

  /// Far more processes than a recording has; a damaged trace must not exhaust memory.
  private static let capacity = 65_536

  /// The same for threads. A program may start and end that many one after the other, so threads
  /// beyond it are unknown rather than wrong.
  private static let threadCapacity = 1 << 20

  /// The same for machines.
  private static let hostCapacity = 1024

  /// The data of a stream about its processes.
  func context(of stream: OpaquePointer, source: Int) -> StreamContext {
    var context = StreamContext()
    if let trace = bt_stream_borrow_trace_const(stream) {
      context.traceKey = key(of: trace, source: source)
      if let value = bt_trace_borrow_environment_entry_value_by_name_const(trace, "vpid"),
        bt_value_get_type(value) == BT_VALUE_TYPE_SIGNED_INTEGER
      {
        context.environmentVpid = bt_value_integer_signed_get(value)
      }
      context.environmentName = Self.text("procname", in: trace)
      context.host = Self.text("hostname", in: trace)
      context.session = StreamContext.Session(
        host: context.host, name: Self.text("trace_name", in: trace),
        creation: Self.text("trace_creation_datetime", in: trace))
      if !context.host.isEmpty, hosts.count < Self.hostCapacity { hosts.insert(context.host) }
    }
    let streamClass = bt_stream_borrow_class_const(stream)
    let fields = bt_stream_class_borrow_event_common_context_field_class_const(streamClass)
    context.vpid = .integer("vpid", in: fields)
    streamsHaveContext = streamsHaveContext != false && !context.vpid.isMissing
    context.namespace = .integer("pid_ns", in: fields)
    if context.environmentVpid == nil, !context.vpid.isMissing, context.namespace.isMissing {
      areIdentified = false
    }
    context.vtid = .integer("vtid", in: fields)
    context.procname = .string("procname", in: fields)
    return context
  }

  private static func text(_ name: String, in trace: OpaquePointer) -> String {
    guard let value = bt_trace_borrow_environment_entry_value_by_name_const(trace, name),
      bt_value_get_type(value) == BT_VALUE_TYPE_STRING, let text = bt_value_string_get(value)
    else { return "" }
    return String(cString: text)
  }

  /// The process of all events of a stream, `nil` if several processes write it.
  ///
  /// If neither the trace nor its events name a process, all events are assigned to one.
  func process(of context: StreamContext) -> ProcessIndex? {
    if context.environmentVpid == nil, !context.vpid.isMissing { return nil }
    return register(Key(trace: context.traceKey, vpid: context.environmentVpid), context)
  }

  /// The process of an event.
  func process(of event: OpaquePointer, _ context: inout StreamContext) -> ProcessIndex {
    guard !context.vpid.isMissing else {
      if context.lastProcess < 0 {
        context.lastProcess = register(
          Key(trace: context.traceKey, vpid: context.environmentVpid), context)
      }
      return context.lastProcess
    }
    let fields = bt_event_borrow_common_context_field_const(event)
    let vpid = Int64(bitPattern: context.vpid.bits(in: fields))
    let namespace = context.namespace.bits(in: fields)
    if vpid != context.lastVpid || namespace != context.lastNamespace || context.lastProcess < 0 {
      context.lastVpid = vpid
      context.lastNamespace = namespace
      context.lastProcess = register(
        Key(trace: context.traceKey, vpid: vpid, namespace: namespace), context)
    }
    if nameIsPreliminary[Int(context.lastProcess)] { readName(event, vpid, context) }
    return context.lastProcess
  }

  /// The thread of an event, `nil` if unknown.
  @inline(__always)
  func thread(
    of event: OpaquePointer, in process: ProcessIndex, _ context: inout StreamContext
  ) -> ThreadIndex? {
    guard !context.vtid.isMissing else { return nil }
    let fields = bt_event_borrow_common_context_field_const(event)
    let vtid = Int64(bitPattern: context.vtid.bits(in: fields))
    if vtid == context.lastThread.vtid, process == context.lastThread.process {
      return context.lastThread.index
    }
    let index = register(
      ThreadKey(process: process, vtid: vtid), name: context.procname, in: fields)
    context.lastThread = StreamContext.Thread(process: process, vtid: vtid, index: index)
    return index
  }

  private func register(
    _ key: ThreadKey, name: FieldReference, in fields: OpaquePointer?
  ) -> ThreadIndex? {
    if let index = threadIndices[key] { return index }
    guard threads.count < Self.threadCapacity else { return nil }
    let index = ThreadIndex(threads.count)
    threads.append(
      TraceThread(
        process: key.process, vtid: key.vtid,
        name: String(decoding: name.bytes(in: fields), as: UTF8.self)))
    threadIndices[key] = index
    return index
  }

  // A thread may have any name; the main thread has the name of the program.
  private func readName(_ event: OpaquePointer, _ vpid: Int64, _ context: StreamContext) {
    let index = Int(context.lastProcess)
    guard !context.procname.isMissing else {
      nameIsPreliminary[index] = false
      return
    }
    let fields = bt_event_borrow_common_context_field_const(event)
    let isMain =
      context.vtid.isMissing || Int64(bitPattern: context.vtid.bits(in: fields)) == vpid
    guard isMain || processes[index].name.isEmpty else { return }
    processes[index].name = String(
      decoding: context.procname.bytes(in: fields), as: UTF8.self)
    nameIsPreliminary[index] = !isMain
    hasChanged = true
  }

  /// Names a process by its program, unless its main thread has named it.
  ///
  /// Cut as the kernel cuts the name of a thread, so that a program has one name, whichever of its
  /// threads emits the first event.
  func setProgram(_ program: String, of process: ProcessIndex) {
    guard nameIsPreliminary[Int(process)] else { return }
    nameIsPreliminary[Int(process)] = false
    processes[Int(process)].name = String(
      decoding: program.utf8.prefix(Self.longestThreadName), as: UTF8.self)
    hasChanged = true
  }

  /// Adds how a process leaves out chains of actions.
  ///
  /// - Parameter name: The name of actions that it has left out.
  func add(_ sampling: TraceEvent.Sampling, named name: String, to process: ProcessIndex) {
    // A damaged trace.
    guard sampling.kept > 0, sampling.kept <= sampling.of else { return }
    var known =
      processes[Int(process)].sampling
      ?? TraceSampling(kept: sampling.kept, of: sampling.of, maxRate: sampling.maxRate)
    known.add(name, leftOut: sampling.leftOut)
    processes[Int(process)].sampling = known
    hasChanged = true
  }

  /// In bytes.
  private static let longestThreadName = 15

  private func register(_ key: Key, _ context: StreamContext) -> ProcessIndex {
    if let index = indices[key] { return index }
    guard processes.count < Self.capacity else {
      return ProcessIndex(processes.count - 1)
    }
    let index = ProcessIndex(processes.count)
    let name = key.vpid == context.environmentVpid ? context.environmentName : ""
    var process = TraceProcess(vpid: key.vpid, name: name, host: context.host)
    process.clockOrigin = context.clockOrigin
    process.recording = context.recording
    processes.append(process)
    periods.append((.max, .min))
    nameIsPreliminary.append(name.isEmpty)
    hasChanged = true
    indices[key] = index
    return index
  }

  // A rotated trace is several directories with the same UUID, and the same processes.
  private func key(of trace: OpaquePointer, source: Int) -> Int32 {
    guard let uuid = bt_trace_get_uuid(trace) else { return -1 - Int32(clamping: source) }
    let bytes = Array(UnsafeBufferPointer(start: uuid, count: 16))
    if let known = traceKeys[bytes] { return known }
    let key = Int32(traceKeys.count)
    traceKeys[bytes] = key
    return key
  }
}
