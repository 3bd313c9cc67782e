import ByteBuffers
import TraceAnalysis

/// Writes the JSON format of Chrome's tracing, which many viewers read.
///
/// The format has processes, threads and counters. Every other track is a thread here, with a
/// number of its own: so slices nest on lanes as well, and arrows lead from and to them.
final class ChromeWriter: TimelineWriter {
  private let names: NameTable
  private let output: OutputFile

  private let text = ByteBuffer(capacity: 2 * bufferSize)
  private static let bufferSize = 1 << 16

  /// The current event, and its arguments.
  private let event = ByteBuffer()
  private let arguments = ByteBuffer()
  private var flows: [(id: UInt64, isLast: Bool)] = []
  private var kind = TimelineEvent.instant
  private var place = noPlace
  private var time: Int64 = 0
  private var isFirst = true

  private var places: [TimelineTrack.ID: Place] = [:]
  private var quotedNames: [ByteBuffer?] = []

  /// The origin of times. Numbers of 53 bits cannot represent nanoseconds since 1970.
  private var origin: Int64?

  /// The maximum age of a replayed span at the start of the recording.
  private static let longest: Int64 = 10 * 86_400_000_000_000
  /// The first number of tracks that are not threads; numbers of Linux threads are smaller.
  private static let firstTrack: Int64 = 1 << 22
  /// The process of events that concern all processes.
  private static let noProcess: Int64 = 2_000_000_000

  private final class Place {
    let pid: Int64
    /// The names of its ancestors and its own.
    let path: String
    /// In the form of events.
    let text = ByteBuffer()

    init(pid: Int64, tid: Int64, path: String) {
      self.pid = pid
      self.path = path
      text.append(",\"pid\":" as StaticString)
      text.append(decimal: pid)
      text.append(",\"tid\":" as StaticString)
      text.append(decimal: tid)
    }
  }

  private static var noPlace: Place { Place(pid: noProcess, tid: 0, path: "") }

  init(_ reader: TraceReader, _ output: OutputFile) {
    names = reader.names
    self.output = output
    text.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[" as StaticString)
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
      describe(pid, tid, "process_name", "name") { $0.append(json: name) }
      describe(pid, tid, "process_sort_index", "sort_index") {
        $0.append(decimal: Int64(track.rank))
      }
    case .thread(let number, let thread, let name):
      places[track.id] = Place(pid: number, tid: thread, path: name)
      if !name.isEmpty { describe(number, thread, "thread_name", "name") { $0.append(json: name) } }
    case .plain(let name, _):
      let path = above.map { $0.path.isEmpty ? name : "\($0.path) / \(name)" } ?? name
      places[track.id] = Place(pid: pid, tid: tid, path: path)
      if above == nil { describe(pid, tid, "process_name", "name") { $0.append(json: name) } }
      describe(pid, tid, "thread_name", "name") { $0.append(json: path) }
    case .counter(let name, _):
      let path = above.map { $0.path.isEmpty ? name : "\($0.path) / \(name)" } ?? name
      places[track.id] = Place(pid: pid, tid: tid, path: path)
    }
  }

  private func describe(
    _ pid: Int64, _ tid: Int64, _ name: StaticString, _ key: StaticString,
    value: (ByteBuffer) -> Void
  ) {
    beginEvent("{\"ph\":\"M\",\"name\":\"")
    text.append(name)
    text.append("\",\"pid\":" as StaticString)
    text.append(decimal: pid)
    text.append(",\"tid\":" as StaticString)
    text.append(decimal: tid)
    text.append(",\"args\":{\"" as StaticString)
    text.append(key)
    text.append("\":" as StaticString)
    value(text)
    text.append("}}" as StaticString)
  }

  private func beginEvent(_ start: StaticString) {
    if text.count >= Self.bufferSize { flush() }
    text.append((isFirst ? "\n" : ",\n") as StaticString)
    isFirst = false
    text.append(start)
  }

  private func flush() {
    output.write(text.bytes)
    text.removeAll()
  }

  // MARK: - Events

  func open(_ event: TimelineEvent, on track: TimelineTrack.ID, at time: Int64) {
    kind = event
    self.time = time
    place = places[track] ?? Self.noPlace
    self.event.removeAll()
    arguments.removeAll()
    flows.removeAll(keepingCapacity: true)
  }

  private func addPlace(at time: Int64) {
    let origin = self.origin ?? time - Self.longest
    self.origin = origin
    let nanoseconds = UInt64(max(time - origin, 0))
    text.append(",\"ts\":" as StaticString)
    text.append(decimal: nanoseconds / 1000)
    text.append(UInt8(ascii: "."))
    text.append(decimal: nanoseconds % 1000, digits: 3)
    text.append(place.text)
  }

  func category(_ category: TimelineCategory) {
    event.append(",\"cat\":\"" as StaticString)
    event.append(category.word)
    event.append(UInt8(ascii: "\""))
  }

  func name(_ name: NameID) {
    let index = Int(name.index)
    while quotedNames.count <= index { quotedNames.append(nil) }
    event.append(",\"name\":" as StaticString)
    if let known = quotedNames[index] { return event.append(known) }
    let quoted = ByteBuffer(capacity: 64)
    quoted.append(json: names[name].displayed)
    quotedNames[index] = quoted
    event.append(quoted)
  }

  func name(_ name: String) {
    event.append(",\"name\":" as StaticString)
    event.append(json: name)
  }

  private func add(_ key: TimelineArgument) {
    arguments.append((arguments.isEmpty ? "\"" : ",\"") as StaticString)
    arguments.append(key.word)
    arguments.append("\":" as StaticString)
  }

  func argument(_ key: TimelineArgument, _ value: UInt64) {
    add(key)
    arguments.append(jsonID: value)
  }

  func argument(_ key: TimelineArgument, _ value: Int64) {
    add(key)
    arguments.append(decimal: value)
  }

  func argument(_ key: TimelineArgument, _ value: NameID) {
    let name = names[value]
    argument(key, text: name.prefix.isEmpty ? name.name : name.displayed)
  }

  func argument(_ key: TimelineArgument, word: StaticString) {
    add(key)
    arguments.append(UInt8(ascii: "\""))
    arguments.append(word)
    arguments.append(UInt8(ascii: "\""))
  }

  func argument(_ key: TimelineArgument, text: String) {
    add(key)
    arguments.append(json: text)
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
      // Arrows start at slices only.
      writeEvent("{\"ph\":\"B\"")
      for flow in flows { writeFlow("s", flow.id) }
      event.removeAll()
      arguments.removeAll()
      writeEvent("{\"ph\":\"E\"")
    }
  }

  private func writeEvent(_ start: StaticString) {
    beginEvent(start)
    addPlace(at: time)
    text.append(event)
    if !arguments.isEmpty {
      text.append(",\"args\":{" as StaticString)
      text.append(arguments)
      text.append(UInt8(ascii: "}"))
    }
    text.append(UInt8(ascii: "}"))
  }

  /// Writes a point of an arrow: `s` for the start, `t` for a step, `f` for the end.
  private func writeFlow(_ phase: Unicode.Scalar, _ id: UInt64) {
    beginEvent("{\"ph\":\"")
    text.append(UInt8(ascii: phase))
    text.append((phase == "f" ? "\",\"bp\":\"e\"" : "\"") as StaticString)
    addPlace(at: time)
    text.append(",\"cat\":\"cause\",\"name\":\"cause\",\"id\":" as StaticString)
    // As a number: readers disagree about whether strings are hexadecimal.
    text.append(decimal: id & (1 << 53 - 1))
    text.append(UInt8(ascii: "}"))
  }

  func count(_ value: Int64, on track: TimelineTrack.ID, at time: Int64) {
    place = places[track] ?? Self.noPlace
    beginEvent("{\"ph\":\"C\"")
    addPlace(at: time)
    text.append(",\"name\":" as StaticString)
    text.append(json: place.path)
    text.append(",\"args\":{\"value\":" as StaticString)
    text.append(decimal: value)
    text.append("}}" as StaticString)
  }

  func finish() {
    text.append("\n],\"otherData\":{\"origin_ns\":" as StaticString)
    text.append(json: "\(origin ?? 0)")
    text.append("}}\n" as StaticString)
    flush()
  }
}
