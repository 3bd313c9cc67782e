import CBabeltrace

/// A libbabeltrace2 graph that reads one live session: the source, and a sink of our own.
///
/// The source has one output for all streams, in the order of time, unlike the source of files.
final class LiveGraph {
  /// The result of an attempt to read.
  enum Step {
    /// Messages were consumed; there may be more.
    case read
    /// There are none now: try again later.
    case idle
    /// The session is closed, and everything was read.
    case ended
    /// The connection is broken, or the session was not found.
    case failed(String)
  }

  private let graph: OpaquePointer
  private let interrupter: OpaquePointer
  private let streams: LiveStreams
  private let source: LiveSource

  init(_ address: LiveAddress, into streams: LiveStreams) throws(TraceReaderError) {
    source = try LiveSource()
    guard let graph = bt_graph_create(0) else {
      throw .libraryUnusable(BabeltraceError.takeMessage() ?? "it cannot create a graph")
    }
    guard let interrupter = bt_interrupter_create() else {
      bt_graph_put_ref(graph)
      throw .libraryUnusable("out of memory")
    }
    self.graph = graph
    self.interrupter = interrupter
    self.streams = streams
    bt_graph_add_interrupter(graph, interrupter)
    try connect(address)
  }

  deinit {
    // Messages, streams and classes belong to the graph.
    streams.close()
    bt_graph_put_ref(graph)
    bt_interrupter_put_ref(interrupter)
  }

  private func connect(_ address: LiveAddress) throws(TraceReaderError) {
    let parameters = bt_value_map_create()
    defer { bt_value_put_ref(parameters) }
    var inputs: OpaquePointer?
    guard
      bt_value_map_insert_empty_array_entry(parameters, "inputs", &inputs)
        == BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK,
      bt_value_array_append_string_element(inputs, address.description)
        == BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK,
      bt_value_map_insert_string_entry(parameters, "session-not-found-action", "fail")
        == BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK
    else { throw .libraryUnusable("out of memory") }
    var reader: OpaquePointer?
    guard
      bt_graph_add_source_component(
        graph, source.componentClass, "live", parameters, BT_LOGGING_LEVEL_NONE, &reader)
        == BT_GRAPH_ADD_COMPONENT_STATUS_OK,
      let reader
    else {
      throw .relayUnreachable(
        address.ofRelay, reason: BabeltraceError.takeMessage() ?? "it does not answer")
    }
    bt_current_thread_clear_error()
    var sink: OpaquePointer?
    let status = bt_graph_add_simple_sink_component(
      graph, "events", nil, { LiveStreams.consume($0, $1) }, nil,
      Unmanaged.passUnretained(streams).toOpaque(), &sink)
    guard status == BT_GRAPH_ADD_COMPONENT_STATUS_OK, let sink,
      let output = bt_component_source_borrow_output_port_by_name_const(reader, "out"),
      let input = bt_component_sink_borrow_input_port_by_name_const(sink, "in"),
      bt_graph_connect_ports(graph, output, input, nil) == BT_GRAPH_CONNECT_PORTS_STATUS_OK
    else {
      throw .libraryUnusable(BabeltraceError.takeMessage() ?? "it cannot connect components")
    }
  }

  /// Reads the available messages, up to a limit.
  func step() -> Step {
    switch bt_graph_run_once(graph) {
    case BT_GRAPH_RUN_ONCE_STATUS_OK: return .read
    case BT_GRAPH_RUN_ONCE_STATUS_AGAIN: return .idle
    case BT_GRAPH_RUN_ONCE_STATUS_END: return .ended
    default: return .failed(BabeltraceError.takeMessage() ?? "the connection is broken")
    }
  }

  /// Ends a step that waits for the relay daemon; may be called on another thread.
  func interrupt() { bt_interrupter_set(interrupter) }
}
