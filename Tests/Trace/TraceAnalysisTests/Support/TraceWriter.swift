import Foundation

/// Writes a CTF 1.8 trace in the shape that LTTng-UST gives it.
///
/// A test thereby controls every event, time, loss and damage. libbabeltrace2 reads the trace like
/// any other, and thus verifies its form.
struct TraceWriter {
  /// The origin of the times of events: nanoseconds since the Unix epoch.
  static let origin: Int64 = 1_700_000_000_000_000_000

  struct Packet {
    var events: [WrittenEvent]
    /// Events lost in this stream until the end of the packet.
    var discarded: UInt64 = 0
    /// The packet's number in the stream, in case packets before it are missing.
    var sequenceNumber: UInt64?
  }

  var definitions = EventDefinition.schema
  /// Whether each event carries vpid, vtid and procname.
  var hasContexts = true
  /// Whether there are index files, as LTTng writes them.
  var hasIndex = true
  /// Entries of the trace's environment beyond those every trace has.
  var environment: [(String, String)] = []
  /// The origin in the trace's description of its clock, in nanoseconds since the Unix epoch.
  var clockOffset = Self.origin
  var uuid: [UInt8] = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  var streams: [[Packet]] = []

  /// One stream with one packet.
  static func simple(_ events: [WrittenEvent]) -> TraceWriter {
    TraceWriter(streams: [[Packet(events: events)]])
  }

  func write(to directory: URL) throws {
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent("index"), withIntermediateDirectories: true)
    try Data(metadata.utf8).write(to: directory.appendingPathComponent("metadata"))
    for (number, packets) in streams.enumerated() {
      var file: [UInt8] = []
      var index = Self.bigEndian([0xc1f1_dcc1, 1, 1, 72].map(UInt32.init))
      for (position, packet) in packets.enumerated() {
        let (bytes, entry) = encode(
          packet, stream: number, position: position, offset: file.count)
        file += bytes
        index += entry
      }
      try Data(file).write(to: directory.appendingPathComponent("ch_\(number)"))
      if hasIndex {
        try Data(index).write(to: directory.appendingPathComponent("index/ch_\(number).idx"))
      }
    }
  }

  // MARK: - Packets

  static let pageSize = 4096

  private func encode(
    _ packet: Packet, stream: Int, position: Int, offset: Int
  ) -> (bytes: [UInt8], index: [UInt8]) {
    var content: [UInt8] = []
    for event in packet.events { encode(event, into: &content) }
    let headerSize = 84
    let contentSize = headerSize + content.count
    let packetSize = (contentSize + Self.pageSize - 1) / Self.pageSize * Self.pageSize
    let begin = UInt64(packet.events.first?.time ?? 0)
    let end = UInt64(packet.events.last?.time ?? 0)
    let sequenceNumber = packet.sequenceNumber ?? UInt64(position)

    var bytes: [UInt8] = []
    bytes += Self.littleEndian(UInt32(0xc1fc_1fc1))
    bytes += uuid
    bytes += Self.littleEndian(UInt32(0))
    bytes += Self.littleEndian(UInt64(stream))
    for field in [
      begin, end, UInt64(contentSize * 8), UInt64(packetSize * 8), sequenceNumber,
      packet.discarded,
    ] {
      bytes += Self.littleEndian(field)
    }
    bytes += Self.littleEndian(UInt32(stream))
    bytes += content
    bytes += [UInt8](repeating: 0, count: packetSize - contentSize)
    let index = Self.bigEndian([
      UInt64(offset), UInt64(packetSize * 8), UInt64(contentSize * 8), begin, end,
      packet.discarded, 0, UInt64(stream), sequenceNumber,
    ])
    return (bytes, index)
  }

  private func encode(_ event: WrittenEvent, into bytes: inout [UInt8]) {
    guard let id = definitions.firstIndex(where: { $0.name == event.name }) else {
      preconditionFailure("no definition of \(event.name)")
    }
    bytes += Self.littleEndian(UInt16.max)
    bytes += Self.littleEndian(UInt32(id))
    bytes += Self.littleEndian(UInt64(event.time))
    if hasContexts {
      bytes += Self.littleEndian(event.vpid)
      bytes += Self.littleEndian(event.vtid)
      var name = Array(event.procname.utf8.prefix(16))
      name += [UInt8](repeating: 0, count: 17 - name.count)
      bytes += name
    }
    for ((_, type), value) in zip(definitions[id].fields, event.values) {
      switch (type, value) {
      case (.string, .string(let text)): bytes += Array(text.utf8) + [0]
      case (.string, .integer(let number)): bytes += Array("\(number)".utf8) + [0]
      case (.unsigned(let bits), .integer(let number)), (.signed(let bits), .integer(let number)):
        bytes += Self.littleEndian(number).prefix(bits / 8)
      case (.enumeration, .integer(let number)): bytes.append(UInt8(truncatingIfNeeded: number))
      case (.unsigned(let bits), .string), (.signed(let bits), .string):
        bytes += [UInt8](repeating: 0, count: bits / 8)
      case (.enumeration, .string): bytes.append(0)
      }
    }
  }

  private static func littleEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  private static func bigEndian<Value: FixedWidthInteger>(_ values: [Value]) -> [UInt8] {
    values.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
  }

  // MARK: - Metadata

  private var metadata: String {
    let digits = uuid.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    var uuidText = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { uuidText.append("-") }
      uuidText.append(digit)
    }
    let context =
      hasContexts
      ? """
        event.context := struct {
          \(FieldType.signed(bits: 32).tsdl) _vpid;
          \(FieldType.signed(bits: 32).tsdl) _vtid;
          integer { size = 8; align = 8; signed = 1; encoding = UTF8; base = 10; } _procname[17];
        };
      """ : ""
    let events = definitions.enumerated().map { id, definition in
      """
      event {
        name = "\(definition.name)";
        id = \(id);
        stream_id = 0;
        loglevel = 6;
        fields := struct {
          \(definition.fields.map { "\($1.tsdl) _\($0);" }.joined(separator: "\n    "))
        };
      };
      """
    }
    return """
      /* CTF 1.8 */
      typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
      typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
      typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
      typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
      trace {
        major = 1;
        minor = 8;
        uuid = "\(uuidText)";
        byte_order = le;
        packet.header := struct {
          uint32_t magic;
          uint8_t uuid[16];
          uint32_t stream_id;
          uint64_t stream_instance_id;
        };
      };
      env {
        domain = "ust";
        tracer_name = "lttng-ust";
        tracer_major = 2;
        tracer_minor = 13;
      \(environment.map { "  \($0) = \($1);" }.joined(separator: "\n"))
      };
      clock {
        name = "monotonic";
        uuid = "2194f272-4050-4f32-ae03-b12d40739054";
        freq = 1000000000;
        offset = \(clockOffset);
      };
      typealias integer {
        size = 32; align = 8; signed = false; map = clock.monotonic.value;
      } := uint32_clock_t;
      typealias integer {
        size = 64; align = 8; signed = false; map = clock.monotonic.value;
      } := uint64_clock_t;
      struct packet_context {
        uint64_clock_t timestamp_begin;
        uint64_clock_t timestamp_end;
        uint64_t content_size;
        uint64_t packet_size;
        uint64_t packet_seq_num;
        uint64_t events_discarded;
        uint32_t cpu_id;
      };
      struct event_header_large {
        enum : uint16_t { compact = 0 ... 65534, extended = 65535 } id;
        variant <id> {
          struct {
            uint32_clock_t timestamp;
          } compact;
          struct {
            uint32_t id;
            uint64_clock_t timestamp;
          } extended;
        } v;
      } align(8);
      stream {
        id = 0;
        event.header := struct event_header_large;
        packet.context := struct packet_context;
      \(context)
      };
      \(events.joined(separator: "\n"))

      """
  }
}
