import TraceAnalysis

/// Writes the JSON that Chrome's tracing made a common format.
///
/// It knows processes, threads and counters. Every other track is a thread here, with a number of its own:
/// so slices nest on lanes as well, and arrows lead from and to them.
final class ChromeWriter: TimelineWriter {
  private let names: NameTable
  private let output: OutputFile

  /// The event that is being written, and its arguments.
  private var event = JSONText()
  private var arguments = JSONText()
  private var flows: [(id: UInt64, isLast: Bool)] = []
  private var kind = TimelineEvent.instant
  private var place = Place(pid: 0, tid: 0, path: "")
  private var time: Int64 = 0
  private var isFirst = true

  private var places: [TimelineTrack.ID: Place] = [:]
  private var quotedNames: [JSONText?] = []

  /// What times count from. Numbers of 53 bits do not hold nanoseconds since 1970.
  private var origin: Int64?

  /// What is announced may have begun that long before the recording.
  private static let longest: Int64 = 10 * 86_400_000_000_000
  /// The numbers of tracks that are no threads begin here; those of Linux end before.
  private static let firstTrack: Int64 = 1 << 22
  /// The process of what concerns all of them.
  private static let noProcess: Int64 = 2_000_000_000

  private struct Place {
    var pid: Int64
    var tid: Int64
    /// The names of the tracks above it and its own.
    var path: String
  }

  init(_ reader: TraceReader, _ output: OutputFile) {
    names = reader.names
    self.output = output
    output.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")
  }

  // MARK: - Tracks

  func define(_ track: TimelineTrack) {
    let above = (track.parent ?? track.process).flatMap { places[$0] }
    var pid = above?.pid ?? Self.noProcess
    let tid = Self.firstTrack + Int64(track.id)
    switch track.content {
    case .process(let number, let name):
      pid = number
      places[track.id] = Place(pid: pid, tid: tid, path: "")
      describe(pid, tid, "process_name", "name") { $0.add(quoted: name) }
      describe(pid, tid, "process_sort_index", "sort_index") { $0.add(Int64(track.rank)) }
    case .thread(let number, let thread, let name):
      places[track.id] = Place(pid: number, tid: thread, path: name)
      if !name.isEmpty { describe(number, thread, "thread_name", "name") { $0.add(quoted: name) } }
    case .plain(let name, _):
      let path = above.map { $0.path.isEmpty ? name : "\($0.path) / \(name)" } ?? name
      places[track.id] = Place(pid: pid, tid: tid, path: path)
      if above == nil { describe(pid, tid, "process_name", "name") { $0.add(quoted: name) } }
      describe(pid, tid, "thread_name", "name") { $0.add(quoted: path) }
    case .counter(let name, _):
      let path = above.map { $0.path.isEmpty ? name : "\($0.path) / \(name)" } ?? name
      places[track.id] = Place(pid: pid, tid: tid, path: path)
    }
  }

  private func describe(
    _ pid: Int64, _ tid: Int64, _ name: StaticString, _ key: StaticString,
    value: (inout JSONText) -> Void
  ) {
    var text = JSONText()
    text.add("{\"ph\":\"M\",\"name\":\"")
    text.add(name)
    text.add("\",\"pid\":")
    text.add(pid)
    text.add(",\"tid\":")
    text.add(tid)
    text.add(",\"args\":{\"")
    text.add(key)
    text.add("\":")
    value(&text)
    text.add("}}")
    write(text)
  }

  private func write(_ text: JSONText) {
    output.write(isFirst ? "\n" : ",\n")
    isFirst = false
    text.bytes.withUnsafeBytes { output.write($0) }
  }

  // MARK: - Events

  func open(_ event: TimelineEvent, on track: TimelineTrack.ID, at time: Int64) {
    kind = event
    self.time = time
    place = places[track] ?? Place(pid: Self.noProcess, tid: 0, path: "")
    self.event.removeAll()
    arguments.removeAll()
    flows.removeAll(keepingCapacity: true)
  }

  private func addPlace(_ text: inout JSONText, at time: Int64) {
    let origin = self.origin ?? time - Self.longest
    self.origin = origin
    text.add(",\"ts\":")
    text.add(microseconds: UInt64(max(time - origin, 0)))
    text.add(",\"pid\":")
    text.add(place.pid)
    text.add(",\"tid\":")
    text.add(place.tid)
  }

  func category(_ category: TimelineCategory) {
    event.add(",\"cat\":\"")
    event.add(category.word)
    event.add("\"")
  }

  func name(_ name: NameID) {
    let index = Int(name.index)
    while quotedNames.count <= index { quotedNames.append(nil) }
    event.add(",\"name\":")
    if let known = quotedNames[index] { return event.add(known) }
    var text = JSONText()
    text.add(quoted: names[name].displayed)
    quotedNames[index] = text
    event.add(text)
  }

  func name(_ name: String) {
    event.add(",\"name\":")
    event.add(quoted: name)
  }

  private func add(_ key: TimelineArgument) {
    arguments.add(arguments.isEmpty ? "\"" : ",\"")
    arguments.add(key.word)
    arguments.add("\":")
  }

  func argument(_ key: TimelineArgument, _ value: UInt64) {
    add(key)
    arguments.add(id: value)
  }

  func argument(_ key: TimelineArgument, _ value: Int64) {
    add(key)
    arguments.add(value)
  }

  func argument(_ key: TimelineArgument, _ value: NameID) {
    let name = names[value]
    argument(key, text: name.prefix.isEmpty ? name.name : name.displayed)
  }

  func argument(_ key: TimelineArgument, word: StaticString) {
    add(key)
    arguments.add("\"")
    arguments.add(word)
    arguments.add("\"")
  }

  func argument(_ key: TimelineArgument, text: String) {
    add(key)
    arguments.add(quoted: text)
  }

  func flow(_ id: UInt64) { flows.append((id, false)) }

  func flowEnd(_ id: UInt64) { flows.append((id, true)) }

  func close() {
    switch kind {
    case .begin:
      writeEvent("{\"ph\":\"B\"")
      for flow in flows { writeFlow(flow.isLast ? "f" : "t", flow.id) }
    case .end:
      for flow in flows { writeFlow("s", flow.id) }
      writeEvent("{\"ph\":\"E\"")
    case .instant where flows.isEmpty:
      writeEvent("{\"ph\":\"i\",\"s\":\"t\"")
    case .instant:
      // Arrows lead from slices only.
      writeEvent("{\"ph\":\"B\"")
      for flow in flows { writeFlow("s", flow.id) }
      event.removeAll()
      arguments.removeAll()
      writeEvent("{\"ph\":\"E\"")
    }
  }

  private func writeEvent(_ start: StaticString) {
    var text = JSONText()
    text.add(start)
    addPlace(&text, at: time)
    text.add(event)
    if !arguments.isEmpty {
      text.add(",\"args\":{")
      text.add(arguments)
      text.add("}")
    }
    text.add("}")
    write(text)
  }

  private func writeFlow(_ phase: StaticString, _ id: UInt64) {
    var text = JSONText()
    text.add("{\"ph\":\"")
    text.add(phase)
    text.add(phase.description == "f" ? "\",\"bp\":\"e\"" : "\"")
    addPlace(&text, at: time)
    text.add(",\"cat\":\"cause\",\"name\":\"cause\",\"id\":")
    // As a number: in texts, readers disagree about what is hexadecimal.
    text.add(id & (1 << 53 - 1))
    text.add("}")
    write(text)
  }

  func count(_ value: Int64, on track: TimelineTrack.ID, at time: Int64) {
    place = places[track] ?? Place(pid: Self.noProcess, tid: 0, path: "")
    var text = JSONText()
    text.add("{\"ph\":\"C\"")
    addPlace(&text, at: time)
    text.add(",\"name\":")
    text.add(quoted: place.path)
    text.add(",\"args\":{\"value\":")
    text.add(value)
    text.add("}}")
    write(text)
  }

  func finish() {
    output.write("\n],\"otherData\":{\"origin_ns\":\"\(origin ?? 0)\"}}\n")
  }
}
