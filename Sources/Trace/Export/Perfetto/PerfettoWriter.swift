import TraceAnalysis

/// Writes the native format of Perfetto: a sequence of packets, each a message of Protocol Buffers.
///
/// All packets are of one sequence, so that names are written once and then referred to by number.
/// Each packet is written as soon as it is complete: the viewer sorts them.
final class PerfettoWriter: TimelineWriter {
  private let names: NameTable
  private let output: OutputFile
  private let bytes = ProtobufWriter(capacity: 1 << 17)

  /// The names that the current packet uses first.
  private let interned = ProtobufWriter()
  private var eventNames: [Bool] = []
  private var valueNames: [Bool] = []
  private var words: [UnsafeRawPointer: UInt64] = [:]

  private var packetStart = 0
  private var eventStart = 0
  private var hasBegun = false

  // The first number of names from the trace; this type uses smaller ones.
  private static let firstName: UInt64 = 256

  /// Any number but 0: there is one sequence.
  private static let sequence: UInt64 = 1

  init(_ reader: TraceReader, _ output: OutputFile) {
    names = reader.names
    self.output = output
  }

  // MARK: - Packets

  /// The field numbers of the messages.
  private enum Field {
    static let packet: UInt64 = 1
    enum Packet {
      static let clockSnapshot: UInt64 = 6
      static let timestamp: UInt64 = 8
      static let sequence: UInt64 = 10
      static let trackEvent: UInt64 = 11
      static let internedData: UInt64 = 12
      static let sequenceFlags: UInt64 = 13
      static let defaults: UInt64 = 59
      static let trackDescriptor: UInt64 = 60
      static let defaultClock: UInt64 = 58
    }
    enum Event {
      static let categories: UInt64 = 3
      static let annotations: UInt64 = 4
      static let type: UInt64 = 9
      static let nameNumber: UInt64 = 10
      static let track: UInt64 = 11
      static let name: UInt64 = 23
      static let counterValue: UInt64 = 30
      static let flows: UInt64 = 47
      static let endingFlows: UInt64 = 48
    }
    enum Annotation {
      static let nameNumber: UInt64 = 1
      static let unsigned: UInt64 = 3
      static let signed: UInt64 = 4
      static let text: UInt64 = 6
      static let textNumber: UInt64 = 17
    }
    enum Interned {
      static let categories: UInt64 = 1
      static let eventNames: UInt64 = 2
      static let annotationNames: UInt64 = 3
      static let annotationValues: UInt64 = 29
    }
  }

  /// The clock of the packets: the one that Linux calls monotonic, set to the time of day.
  static let clock: UInt64 = 3
  private static let clockOfDay: UInt64 = 1

  @inline(__always)
  private func openPacket(_ time: Int64?) {
    if !hasBegun { begin(time ?? 0) }
    packetStart = bytes.openMessage(Field.packet)
    if let time { bytes.field(Field.Packet.timestamp, time) }
    bytes.field(Field.Packet.sequence, Self.sequence)
    bytes.field(Field.Packet.sequenceFlags, 2 as UInt64)
  }

  @inline(__always)
  private func closePacket() {
    if interned.count > 0 {
      bytes.field(Field.Packet.internedData, interned)
      interned.removeAll()
    }
    bytes.closeMessage(packetStart)
    if bytes.count >= 1 << 16 { flush() }
  }

  /// Writes a packet of another sequence.
  func write(packet: ProtobufWriter) {
    if !hasBegun { begin(0) }
    bytes.field(Field.packet, packet)
    if bytes.count >= 1 << 16 { flush() }
  }

  private func flush() {
    output.write(bytes.bytes)
    bytes.removeAll()
  }

  /// Writes the part before all events.
  private func begin(_ time: Int64) {
    hasBegun = true
    bytes.message(Field.packet) { packet in
      packet.field(Field.Packet.timestamp, time)
      packet.field(Field.Packet.sequence, Self.sequence)
      packet.message(Field.Packet.clockSnapshot) { snapshot in
        for clock in [Self.clock, Self.clockOfDay] {
          snapshot.message(1) {
            $0.field(1, clock)
            $0.field(2, time)
          }
        }
        snapshot.field(2, Self.clock)
      }
    }
    bytes.message(Field.packet) { packet in
      packet.field(Field.Packet.sequence, Self.sequence)
      packet.field(Field.Packet.sequenceFlags, 1 as UInt64)
      packet.message(Field.Packet.defaults) { $0.field(Field.Packet.defaultClock, Self.clock) }
      packet.message(Field.Packet.internedData) { data in
        for category in TimelineCategory.allCases {
          Self.intern(data, Field.Interned.categories, category.rawValue, "\(category.word)")
        }
        for argument in TimelineArgument.allCases {
          Self.intern(
            data, Field.Interned.annotationNames, argument.rawValue, "\(argument.word)")
        }
      }
    }
  }

  private static func intern(
    _ data: ProtobufWriter, _ field: UInt64, _ number: UInt64, _ text: String
  ) {
    data.message(field) {
      $0.field(1, number)
      $0.field(2, text)
    }
  }

  // MARK: - Tracks

  func define(_ track: TimelineTrack) {
    openPacket(nil)
    bytes.message(Field.Packet.trackDescriptor) { descriptor in
      descriptor.field(1, track.id)
      if let parent = track.parent ?? track.process, !track.isOfSystem {
        descriptor.field(5, parent)
      }
      switch track.content {
      case .process(let pid, let name):
        descriptor.message(3) {
          $0.field(1, pid)
          $0.field(6, name)
        }
      case .thread(let pid, let tid, let name):
        descriptor.message(4) {
          $0.field(1, pid)
          $0.field(2, tid)
          if !name.isEmpty { $0.field(5, name) }
        }
      case .plain(let name, let isLane):
        descriptor.field(2, name)
        // Children come in the order of their ranks.
        descriptor.field(11, 3 as UInt64)
        descriptor.field(12, Int64(track.rank))
        descriptor.field(15, (isLane ? 1 : 2) as UInt64)
      case .counter(let name, let unit):
        descriptor.field(2, name)
        descriptor.message(8) {
          if unit == "count" { $0.field(3, 2 as UInt64) } else { $0.field(6, unit) }
        }
        descriptor.field(12, 9 as UInt64)
      }
    }
    closePacket()
  }

  // MARK: - Events

  @inline(__always)
  func open(_ event: TimelineEvent, on track: TimelineTrack.ID, at time: Int64) {
    openPacket(time)
    eventStart = bytes.openMessage(Field.Packet.trackEvent)
    bytes.field(Field.Event.type, event.number)
    bytes.field(Field.Event.track, track)
  }

  @inline(__always)
  func category(_ category: TimelineCategory) {
    bytes.field(Field.Event.categories, category.rawValue)
  }

  @inline(__always)
  func name(_ name: NameID) {
    let number = UInt64(name.index) + Self.firstName
    if Self.isFirst(name, &eventNames) {
      Self.intern(interned, Field.Interned.eventNames, number, names[name].displayed)
    }
    bytes.field(Field.Event.nameNumber, number)
  }

  func name(_ name: String) { bytes.field(Field.Event.name, name) }

  private static func isFirst(_ name: NameID, _ known: inout [Bool]) -> Bool {
    let index = Int(name.index)
    if index < known.count {
      if known[index] { return false }
    } else {
      known.append(contentsOf: repeatElement(false, count: index + 1 - known.count))
    }
    known[index] = true
    return true
  }

  @inline(__always)
  func argument(_ key: TimelineArgument, _ value: UInt64) {
    let start = bytes.openMessage(Field.Event.annotations)
    bytes.field(Field.Annotation.nameNumber, key.rawValue)
    bytes.field(Field.Annotation.unsigned, value)
    bytes.closeMessage(start)
  }

  @inline(__always)
  func argument(_ key: TimelineArgument, _ value: Int64) {
    let start = bytes.openMessage(Field.Event.annotations)
    bytes.field(Field.Annotation.nameNumber, key.rawValue)
    bytes.field(Field.Annotation.signed, value)
    bytes.closeMessage(start)
  }

  func argument(_ key: TimelineArgument, _ value: NameID) {
    let number = UInt64(value.index) + Self.firstName
    if Self.isFirst(value, &valueNames) {
      let name = names[value]
      let text = name.prefix.isEmpty ? name.name : name.displayed
      Self.intern(interned, Field.Interned.annotationValues, number, text)
    }
    argument(key, valueNumber: number)
  }

  func argument(_ key: TimelineArgument, word: StaticString) {
    let pointer = UnsafeRawPointer(word.utf8Start)
    if let number = words[pointer] { return argument(key, valueNumber: number) }
    let number = UInt64(words.count + 1)
    guard number < Self.firstName else { return argument(key, text: "\(word)") }
    words[pointer] = number
    Self.intern(interned, Field.Interned.annotationValues, number, "\(word)")
    argument(key, valueNumber: number)
  }

  @inline(__always)
  private func argument(_ key: TimelineArgument, valueNumber: UInt64) {
    let start = bytes.openMessage(Field.Event.annotations)
    bytes.field(Field.Annotation.nameNumber, key.rawValue)
    bytes.field(Field.Annotation.textNumber, valueNumber)
    bytes.closeMessage(start)
  }

  func argument(_ key: TimelineArgument, text: String) {
    let start = bytes.openMessage(Field.Event.annotations)
    bytes.field(Field.Annotation.nameNumber, key.rawValue)
    bytes.field(Field.Annotation.text, text)
    bytes.closeMessage(start)
  }

  func flow(_ id: UInt64) { bytes.field(Field.Event.flows, fixed: id) }

  func flowEnd(_ id: UInt64) { bytes.field(Field.Event.endingFlows, fixed: id) }

  @inline(__always)
  func close() {
    bytes.closeMessage(eventStart)
    closePacket()
  }

  func count(_ value: Int64, on track: TimelineTrack.ID, at time: Int64) {
    openPacket(time)
    bytes.message(Field.Packet.trackEvent) {
      $0.field(Field.Event.type, 4 as UInt64)
      $0.field(Field.Event.track, track)
      $0.field(Field.Event.counterValue, value)
    }
    closePacket()
  }

  func finish() { flush() }
}

extension TimelineEvent {
  fileprivate var number: UInt64 {
    switch self {
    case .begin: 1
    case .end: 2
    case .instant: 3
    }
  }
}

extension TimelineTrack {
  /// Whether the system has the track, too: then the system's is used.
  fileprivate var isOfSystem: Bool {
    switch content {
    case .process, .thread: true
    case .plain, .counter: false
    }
  }
}
