import TraceAnalysis

/// Collects items of all processes, and passes them on as requests of OpenTelemetry's protocol.
///
/// A request of spans and one of log records differ in their items alone.
final class OTLPRequests {
  private let participants: TraceParticipants
  private let destination: any OTLPDestination

  /// The pending items of each process.
  private var batches: [ProtobufWriter] = []
  /// Pending items of unknown processes.
  private let others = ProtobufWriter()
  private var itemCount = 0
  private var size = 0

  private static let unknownService = "unknown_service"

  init(_ participants: TraceParticipants, _ destination: any OTLPDestination) {
    self.participants = participants
    self.destination = destination
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - process: Its process; `nil` if that is unknown.
  ///   - content: Writes its fields.
  func add(of process: ProcessIndex?, _ content: (inout ProtobufWriter) -> Void) throws {
    let batch = process.map(batch) ?? others
    let before = batch.count
    batch.message(2, content)
    size += batch.count - before
    itemCount += 1
    let limits = destination.limits
    if itemCount >= limits.items || size >= limits.bytes { try flush() }
  }

  /// Passes on all pending items, if there are any.
  func flush() throws {
    guard itemCount > 0 else { return }
    let request = ProtobufWriter(capacity: size + 4096)
    for process in batches.indices {
      write(batches[process], to: request) { describe(participants.processes[process], &$0) }
    }
    write(others, to: request) { describe(nil, &$0) }
    let count = itemCount
    (itemCount, size) = (0, 0)
    try destination.add(request.bytes, items: count)
  }

  private func batch(of process: ProcessIndex) -> ProtobufWriter {
    while batches.count <= Int(process) { batches.append(ProtobufWriter()) }
    return batches[Int(process)]
  }

  private func write(
    _ batch: ProtobufWriter, to request: ProtobufWriter, of resource: (inout ProtobufWriter) -> Void
  ) {
    if batch.count == 0 { return }
    request.message(1) { group in
      group.message(1, resource)
      group.message(2) { scope in
        scope.message(1) { $0.field(1, "signpost") }
        scope.add(batch)
      }
    }
    batch.removeAll()
  }

  private func describe(_ process: TraceProcess?, _ message: inout ProtobufWriter) {
    let resource = destination.resource
    let name = resource.serviceName ?? process?.name ?? ""
    message.attribute("service.name", name.isEmpty ? Self.unknownService : name, field: 1)
    if let vpid = process?.vpid { message.attribute("process.pid", vpid, field: 1) }
    // Keys are unique: attributes set for all processes take precedence.
    let isHostStated = resource.attributes.contains { $0.key == "host.name" }
    if let host = process?.host, !host.isEmpty, !isHostStated {
      message.attribute("host.name", host, field: 1)
    }
    for attribute in resource.attributes {
      message.attribute(attribute.key, attribute.value, field: 1)
    }
  }
}

extension ProtobufWriter {
  /// Writes an attribute of OpenTelemetry with a text.
  mutating func attribute(_ key: String, _ value: String, field number: UInt64) {
    message(number) {
      $0.field(1, key)
      $0.message(2) { $0.field(1, value) }
    }
  }

  /// Writes an attribute of OpenTelemetry with a number.
  mutating func attribute(_ key: String, _ value: Int64, field number: UInt64) {
    message(number) {
      $0.field(1, key)
      $0.message(2) { $0.field(3, value) }
    }
  }
}
