import CBabeltrace

/// Merges the streams of all traces into one sequence in the order of time.
final class StreamMerger {
  /// For each input of the sink, the index of the source that feeds it.
  var sourceOfPort: [Int] = []
  var onDamage: (_ source: Int, _ stream: String, _ packet: Int, _ message: String) -> Void = {
    _, _, _, _ in
  }
  /// The name of a stream's file in the original trace, rather than in a directory of links.
  var originalName: (_ source: Int, _ stream: String) -> String = { _, stream in stream }
  /// The directory of a source's recording.
  var recording: (_ source: Int) -> String? = { _ in nil }
  /// The packets to read.
  var selection = PacketSelection()
  /// The number of packets, if progress is to be reported.
  var packets: PacketCount?

  private let decoder: EventDecoder
  private let output: BatchWriter
  private var cursors = UnsafeMutableBufferPointer<StreamCursor>(start: nil, count: 0)
  private var clocks = ClockTable()
  private var batches: UInt32 = 0
  private var finished: [(stream: String, source: Int, loss: StreamLoss)] = []

  /// Receives the messages.
  var writer: BatchWriter { output }

  init(decoder: EventDecoder, output: BatchWriter) {
    self.decoder = decoder
    self.output = output
  }

  deinit { close() }

  static func of(_ component: OpaquePointer?) -> StreamMerger {
    let data = bt_self_component_get_data(bt_self_component_sink_as_self_component(component))
    return Unmanaged<StreamMerger>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
  }

  /// Creates an iterator for each input.
  func open(_ component: OpaquePointer?) {
    let storage = UnsafeMutablePointer<StreamCursor>.allocate(capacity: sourceOfPort.count)
    var count = 0
    for (index, source) in sourceOfPort.enumerated() {
      let port = bt_self_component_sink_borrow_input_port_by_index(component, UInt64(index))
      var iterator: OpaquePointer?
      let status = bt_message_iterator_create_from_sink_component(component, port, &iterator)
      guard status == BT_MESSAGE_ITERATOR_CREATE_FROM_SINK_COMPONENT_STATUS_OK, let iterator else {
        onDamage(source, "", 0, BabeltraceError.takeMessage() ?? "a stream cannot be opened")
        continue
      }
      bt_current_thread_clear_error()
      (storage + count).initialize(to: StreamCursor(iterator: iterator, source: source))
      count += 1
    }
    cursors = UnsafeMutableBufferPointer(start: storage, count: count)
  }

  /// Releases all objects of the graph, which must still exist.
  func close() {
    guard let storage = cursors.baseAddress else { return }
    for index in cursors.indices {
      let cursor = storage + index
      releaseMessages(cursor)
      finished.append((cursor.pointee.name, cursor.pointee.source, cursor.pointee.loss))
      bt_message_iterator_put_ref(cursor.pointee.iterator)
    }
    storage.deinitialize(count: cursors.count)
    storage.deallocate()
    cursors = UnsafeMutableBufferPointer(start: nil, count: 0)
    decoder.releaseClasses()
  }

  /// The streams with losses, named after the files of the traces.
  func losses(named sources: TraceSources) -> [StreamLoss] {
    finished.compactMap { stream, source, loss in
      guard loss != StreamLoss(stream: "") else { return nil }
      var loss = loss
      loss.stream = stream.isEmpty ? sources.original(source) : sources.original(stream, in: source)
      return loss
    }
    .sorted { $0.stream < $1.stream }
  }

  /// Delivers everything.
  func run() {
    guard let storage = cursors.baseAddress else { return }
    var heap = MergeHeap()
    for index in cursors.indices where advance(storage + index) {
      heap.insert(
        timestamp: storage[index].timestamp, rank: Self.rank(storage[index]), stream: index)
    }
    while let top = heap.first {
      let cursor = storage + top.stream
      // Events come in long runs from one processor: the heap is only updated at the end of a run.
      let limit = heap.secondTimestamp
      var alive = true
      repeat {
        if let event = cursor.pointee.event,
          let decoded = decoder.decode(event, at: cursor.pointee.timestamp, &cursor.pointee.context)
        {
          guard output.add(decoded) else { return }
        }
        dropMessage(cursor)
        alive = advance(cursor)
      } while alive && cursor.pointee.timestamp < limit
      if alive {
        heap.replaceFirst(timestamp: cursor.pointee.timestamp, rank: Self.rank(cursor.pointee))
      } else {
        heap.removeFirst()
      }
    }
  }

  private static func rank(_ cursor: StreamCursor) -> MergeHeap.Rank {
    guard let selection = cursor.selection else { return MergeHeap.Rank() }
    return MergeHeap.Rank(stream: selection.stream, packet: cursor.order)
  }

  /// Advances to the next event; `false` at the end of the stream or at damage.
  private func advance(_ cursor: UnsafeMutablePointer<StreamCursor>) -> Bool {
    while true {
      while cursor.pointee.position < cursor.pointee.messageCount {
        guard let message = cursor.pointee.messages?[cursor.pointee.position] else { return false }
        let type = bt_message_get_type(message)
        if type == BT_MESSAGE_TYPE_EVENT, cursor.pointee.isSkipping {
          dropMessage(cursor)
          continue
        }
        if type == BT_MESSAGE_TYPE_EVENT {
          cursor.pointee.event = bt_message_event_borrow_event_const(message)
          let clock = bt_message_event_borrow_default_clock_snapshot_const(message)
          let status = bt_clock_snapshot_get_ns_from_origin(clock, &cursor.pointee.timestamp)
          if status == BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK {
            cursor.pointee.timestamp &+= cursor.pointee.clockCorrection
            return true
          }
          return stop(cursor, "an event has a time beyond what 64 bits hold")
        }
        guard note(message, type, cursor) else { return false }
        dropMessage(cursor)
      }
      if cursor.pointee.pendingError != nil { return stop(cursor, "a packet cannot be decoded") }
      if output.isClosed { return false }
      reportProgress()
      var count: UInt64 = 0
      let status = bt_message_iterator_next(
        cursor.pointee.iterator, &cursor.pointee.messages, &count)
      cursor.pointee.position = 0
      cursor.pointee.messageCount = 0
      switch status {
      case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
        cursor.pointee.messageCount = Int(count)
        // Damage behind these messages is already known. The library would abort the process if its
        // error were left in the thread, or if this stream were advanced further.
        if let message = BabeltraceError.takeMessage() { cursor.pointee.pendingError = message }
      case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
        return false
      default:
        return stop(cursor, "a packet cannot be decoded")
      }
    }
  }

  // Reports every 256th batch: the library delivers some fifteen messages in each.
  private func reportProgress() {
    guard let packets else { return }
    batches &+= 1
    guard batches & 0xff == 0 else { return }
    output.note(ReadingProgress(events: decoder.eventCount, part: packets.part))
  }

  private func stop(_ cursor: UnsafeMutablePointer<StreamCursor>, _ reason: String) -> Bool {
    let detail = BabeltraceError.takeMessage() ?? cursor.pointee.pendingError
    onDamage(
      cursor.pointee.source, cursor.pointee.name, cursor.pointee.packets,
      detail.map { "\(reason): \($0)" } ?? reason)
    return false
  }

  /// Processes a message that is not an event; `false` if the stream cannot be used.
  private func note(
    _ message: OpaquePointer, _ type: bt_message_type, _ cursor: UnsafeMutablePointer<StreamCursor>
  ) -> Bool {
    switch type {
    case BT_MESSAGE_TYPE_STREAM_BEGINNING:
      guard let stream = bt_message_stream_beginning_borrow_stream_const(message) else {
        return false
      }
      cursor.pointee.name = bt_stream_get_name(stream).map { String(cString: $0) } ?? ""
      let streamClass = bt_stream_borrow_class_const(stream)
      guard let clock = bt_stream_class_borrow_default_clock_class_const(streamClass) else {
        return stop(cursor, "its events have no time")
      }
      cursor.pointee.context = output.processes.context(
        of: stream, source: cursor.pointee.source)
      cursor.pointee.clockCorrection = clocks.correction(
        of: clock, in: cursor.pointee.context.session)
      cursor.pointee.context.clockOrigin = ClockTable.origin(
        of: clock, correction: cursor.pointee.clockCorrection)
      cursor.pointee.context.recording = recording(cursor.pointee.source)
      if bt_stream_class_packets_have_beginning_default_clock_snapshot(streamClass) != 0 {
        cursor.pointee.selection = selection.packets(
          source: cursor.pointee.source, streamClass: bt_stream_class_get_id(streamClass),
          instance: bt_stream_get_id(stream))
      }
    case BT_MESSAGE_TYPE_PACKET_BEGINNING:
      packets?.begin()
      cursor.pointee.packets += 1
      cursor.pointee.context.processor = Self.processor(of: message)
      select(message, cursor)
    case BT_MESSAGE_TYPE_DISCARDED_EVENTS, BT_MESSAGE_TYPE_DISCARDED_PACKETS:
      // The library compares the packets of a file, not of the stream.
      if cursor.pointee.selection == nil { noteLoss(message, type, cursor) }
    default:
      break
    }
    return true
  }

  /// Determines whether the packet that begins is read, and adds the losses before it.
  private func select(_ message: OpaquePointer, _ cursor: UnsafeMutablePointer<StreamCursor>) {
    guard cursor.pointee.selection != nil else { return }
    let begin = bt_message_packet_beginning_borrow_default_clock_snapshot_const(message)
    // A packet that is not found was not seen by the scan: the file is still being written.
    guard let packet = cursor.pointee.selection?.next(begin: bt_clock_snapshot_get_value(begin))
    else {
      cursor.pointee.isSkipping = false
      return
    }
    cursor.pointee.isSkipping = !packet.isRead
    cursor.pointee.order = packet.order
    guard packet.isRead, let loss = packet.loss else { return }
    func time(_ cycles: UInt64) -> Int64? {
      guard let packet = bt_message_packet_beginning_borrow_packet_const(message) else {
        return nil
      }
      let streamClass = bt_stream_borrow_class_const(bt_packet_borrow_stream_const(packet))
      let clock = bt_stream_class_borrow_default_clock_class_const(streamClass)
      var time: Int64 = 0
      let status = bt_clock_class_cycles_to_ns_from_origin(clock, cycles, &time)
      return status == BT_CLOCK_CLASS_CYCLES_TO_NS_FROM_ORIGIN_STATUS_OK ? time : nil
    }
    if loss.events != 0 {
      cursor.pointee.loss.addEvents(loss.events)
      addGap(
        .events, count: loss.events, from: time(loss.since ?? packet.begin), to: time(packet.end),
        cursor)
    }
    if loss.packets > 0 {
      if !loss.isBetweenParts { cursor.pointee.loss.addPackets(loss.packets) }
      addGap(
        .packets, count: loss.packets, from: time(loss.since ?? packet.begin),
        to: time(packet.begin), cursor)
    }
  }

  /// Processes a message about a loss, of a stream whose packets cannot be identified.
  private func noteLoss(
    _ message: OpaquePointer, _ type: bt_message_type, _ cursor: UnsafeMutablePointer<StreamCursor>
  ) {
    var count: UInt64 = 0
    switch type {
    case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
      let isCounted =
        bt_message_discarded_events_get_count(message, &count)
        == BT_PROPERTY_AVAILABILITY_AVAILABLE
      let known = cursor.pointee.loss.events
      if isCounted {
        // LTTng counts across packets, but under load some packets say 0, which is a negative
        // difference, followed by an equal positive one.
        cursor.pointee.discarded &+= Int64(bitPattern: count)
        cursor.pointee.loss.events = max(
          cursor.pointee.loss.events, UInt64(clamping: cursor.pointee.discarded))
      } else {
        cursor.pointee.loss.addEvents(nil)
      }
      let lost = cursor.pointee.loss.events - known
      if !isCounted || lost > 0 {
        noteGap(message, .events, count: isCounted ? lost : nil, cursor)
      }
    case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
      let isCounted =
        bt_message_discarded_packets_get_count(message, &count)
        == BT_PROPERTY_AVAILABILITY_AVAILABLE
      cursor.pointee.loss.addPackets(isCounted ? count : nil)
      if !isCounted || count > 0 {
        noteGap(message, .packets, count: isCounted ? count : nil, cursor)
      }
    default:
      break
    }
  }

  /// The processor that a packet was written on, `nil` if unknown.
  static func processor(of message: OpaquePointer) -> Int32? {
    guard let packet = bt_message_packet_beginning_borrow_packet_const(message),
      let context = bt_packet_borrow_context_field_const(packet)
    else { return nil }
    let field = FieldReference.integer("cpu_id", in: bt_field_borrow_class_const(context))
    return field.isMissing ? nil : Int32(truncatingIfNeeded: field.bits(in: context))
  }

  private func noteGap(
    _ message: OpaquePointer, _ unit: TraceGap.Unit, count: UInt64?,
    _ cursor: UnsafeMutablePointer<StreamCursor>
  ) {
    let range = Self.timeRange(of: message, unit)
    addGap(unit, count: count, from: range?.start, to: range?.end, cursor)
  }

  private func addGap(
    _ unit: TraceGap.Unit, count: UInt64?, from start: Int64?, to end: Int64?,
    _ cursor: UnsafeMutablePointer<StreamCursor>
  ) {
    let latest = cursor.pointee.timestamp
    // Whether the receiver accepts more is checked at the next event.
    _ = output.add(
      TraceGap(
        stream: originalName(cursor.pointee.source, cursor.pointee.name),
        process: output.processes.process(of: cursor.pointee.context),
        start: start.map { $0 &+ cursor.pointee.clockCorrection } ?? latest,
        end: end.map { $0 &+ cursor.pointee.clockCorrection } ?? latest, unit: unit, count: count))
  }

  /// The period of a loss, `nil` if unknown.
  static func timeRange(
    of message: OpaquePointer, _ unit: TraceGap.Unit
  ) -> (start: Int64, end: Int64)? {
    let stream =
      unit == .events
      ? bt_message_discarded_events_borrow_stream_const(message)
      : bt_message_discarded_packets_borrow_stream_const(message)
    let streamClass = bt_stream_borrow_class_const(stream)
    var start: Int64 = 0
    var end: Int64 = 0
    let ok = BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK
    switch unit {
    case .events:
      guard
        bt_stream_class_discarded_events_have_default_clock_snapshots(streamClass) != 0,
        bt_clock_snapshot_get_ns_from_origin(
          bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const(message), &start
        )
          == ok,
        bt_clock_snapshot_get_ns_from_origin(
          bt_message_discarded_events_borrow_end_default_clock_snapshot_const(message), &end) == ok
      else { return nil }
    case .packets:
      guard
        bt_stream_class_discarded_packets_have_default_clock_snapshots(streamClass) != 0,
        bt_clock_snapshot_get_ns_from_origin(
          bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(message),
          &start) == ok,
        bt_clock_snapshot_get_ns_from_origin(
          bt_message_discarded_packets_borrow_end_default_clock_snapshot_const(message), &end) == ok
      else { return nil }
    }
    return (start, end)
  }

  private func dropMessage(_ cursor: UnsafeMutablePointer<StreamCursor>) {
    if let message = cursor.pointee.messages?[cursor.pointee.position] {
      bt_message_put_ref(message)
    }
    cursor.pointee.event = nil
    cursor.pointee.position += 1
  }

  private func releaseMessages(_ cursor: UnsafeMutablePointer<StreamCursor>) {
    while cursor.pointee.position < cursor.pointee.messageCount { dropMessage(cursor) }
  }
}
