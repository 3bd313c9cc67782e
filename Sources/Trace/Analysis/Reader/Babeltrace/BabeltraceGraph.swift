import CBabeltrace

/// A libbabeltrace2 graph: sources that read traces, and a sink that merges their streams.
///
/// The sink has an input for each stream instead of one behind a `filter.utils.muxer`: with a
/// muxer, a damaged stream would end all others.
final class BabeltraceGraph {
  struct Source {
    var index: Int
    var component: OpaquePointer
  }

  private let graph: OpaquePointer

  init() throws(TraceReaderError) {
    guard let graph = bt_graph_create(0) else {
      throw .libraryUnusable(BabeltraceError.takeMessage() ?? "it cannot create a graph")
    }
    self.graph = graph
  }

  deinit { bt_graph_put_ref(graph) }

  func addSource(
    _ componentClass: OpaquePointer, directory: String, name: String
  ) -> Result<OpaquePointer, BabeltraceError> {
    let parameters = bt_value_map_create()
    defer { bt_value_put_ref(parameters) }
    var inputs: OpaquePointer?
    guard
      bt_value_map_insert_empty_array_entry(parameters, "inputs", &inputs)
        == BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK,
      bt_value_array_append_string_element(inputs, directory)
        == BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK
    else { return .failure(BabeltraceError(message: "out of memory")) }
    var component: OpaquePointer?
    let status = bt_graph_add_source_component(
      graph, componentClass, name, parameters, BT_LOGGING_LEVEL_NONE, &component)
    guard status == BT_GRAPH_ADD_COMPONENT_STATUS_OK, let component else {
      return .failure(
        BabeltraceError(message: BabeltraceError.takeMessage() ?? "libbabeltrace2 gave no reason"))
    }
    bt_current_thread_clear_error()
    return .success(component)
  }

  /// A stream of a trace: an output port of the component that reads the trace.
  struct Stream {
    var source: Int
    var port: UInt64
  }

  /// All streams of the sources.
  static func streams(of sources: [Source]) -> [Stream] {
    sources.flatMap { source in
      (0..<bt_component_source_get_output_port_count(source.component)).map {
        Stream(source: source.index, port: $0)
      }
    }
  }

  /// Runs the graph to its end.
  ///
  /// - Parameters:
  ///   - streams: The streams of the sources to read.
  ///   - sources: The components that read them.
  ///   - merger: Receives the streams.
  /// - Returns: Why it could not run. Damage in a trace is reported to the merger instead.
  func run(_ streams: [Stream], of sources: [Source], into merger: StreamMerger) -> String? {
    var components: [Int: OpaquePointer] = [:]
    for source in sources { components[source.index] = source.component }
    var outputs: [(port: OpaquePointer, source: Int)] = []
    for stream in streams {
      guard let component = components[stream.source],
        let port = bt_component_source_borrow_output_port_by_index_const(component, stream.port)
      else { continue }
      outputs.append((port, stream.source))
    }
    if outputs.isEmpty { return nil }
    merger.sourceOfPort = outputs.map(\.source)

    guard let sinkClass = makeSinkClass() else {
      return BabeltraceError.takeMessage() ?? "it cannot create a component class"
    }
    defer { bt_component_class_sink_put_ref(sinkClass) }
    var sink: OpaquePointer?
    let status = bt_graph_add_sink_component_with_initialize_method_data(
      graph, sinkClass, "merge", nil, Unmanaged.passUnretained(merger).toOpaque(),
      BT_LOGGING_LEVEL_NONE, &sink)
    guard status == BT_GRAPH_ADD_COMPONENT_STATUS_OK, let sink else {
      return BabeltraceError.takeMessage() ?? "it cannot create a component"
    }
    for (index, output) in outputs.enumerated() {
      let input = bt_component_sink_borrow_input_port_by_index_const(sink, UInt64(index))
      guard
        bt_graph_connect_ports(graph, output.port, input, nil) == BT_GRAPH_CONNECT_PORTS_STATUS_OK
      else { return BabeltraceError.takeMessage() ?? "it cannot connect components" }
    }
    return withExtendedLifetime(merger) {
      defer { merger.close() }
      switch bt_graph_run(graph) {
      case BT_GRAPH_RUN_STATUS_OK: return nil
      default: return BabeltraceError.takeMessage() ?? "its graph stopped without a reason"
      }
    }
  }

  private func makeSinkClass() -> OpaquePointer? {
    let sinkClass = bt_component_class_sink_create("merge") { component in
      StreamMerger.of(component).run()
      return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_END
    }
    guard let sinkClass else { return nil }
    let initialize = bt_component_class_sink_set_initialize_method(sinkClass) {
      component, _, _, data in
      bt_self_component_set_data(bt_self_component_sink_as_self_component(component), data)
      for index in StreamMerger.of(component).sourceOfPort.indices {
        let status = bt_self_component_sink_add_input_port(component, "in\(index)", nil, nil)
        guard status == BT_SELF_COMPONENT_ADD_PORT_STATUS_OK else {
          return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR
        }
      }
      return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK
    }
    let configured = bt_component_class_sink_set_graph_is_configured_method(sinkClass) {
      component in
      StreamMerger.of(component).open(component)
      return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK
    }
    guard initialize == BT_COMPONENT_CLASS_SET_METHOD_STATUS_OK,
      configured == BT_COMPONENT_CLASS_SET_METHOD_STATUS_OK
    else {
      bt_component_class_sink_put_ref(sinkClass)
      return nil
    }
    return sinkClass
  }
}
