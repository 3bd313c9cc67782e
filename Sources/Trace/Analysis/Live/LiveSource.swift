import CBabeltrace

/// The component class of libbabeltrace2 that reads from relay daemons.
final class LiveSource {
  private let plugin: CTFPlugin

  var componentClass: OpaquePointer { plugin.source }

  init() throws(TraceReaderError) {
    plugin = try CTFPlugin(source: "lttng-live")
  }

  /// Requests the sessions of a relay daemon.
  func sessions(at relay: LiveAddress) throws(TraceReaderError) -> [LiveSession] {
    let parameters = bt_value_map_create()
    defer { bt_value_put_ref(parameters) }
    guard
      bt_value_map_insert_string_entry(parameters, "url", relay.ofRelay)
        == BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK,
      let query = bt_query_executor_create(
        bt_component_class_source_as_component_class_const(componentClass), "sessions", parameters)
    else { throw .libraryUnusable("out of memory") }
    defer { bt_query_executor_put_ref(query) }
    var result: OpaquePointer?
    guard bt_query_executor_query(query, &result) == BT_QUERY_EXECUTOR_QUERY_STATUS_OK,
      let result
    else {
      throw .relayUnreachable(
        relay.ofRelay, reason: BabeltraceError.takeMessage() ?? "it does not answer")
    }
    defer { bt_value_put_ref(result) }
    return (0..<bt_value_array_get_length(result)).compactMap { index in
      guard let entry = bt_value_array_borrow_element_by_index_const(result, index),
        let name = Self.text("session-name", of: entry),
        let host = Self.text("target-hostname", of: entry)
      else { return nil }
      return LiveSession(name: name, host: host, readers: Self.number("client-count", of: entry))
    }
  }

  private static func text(_ key: String, of map: OpaquePointer) -> String? {
    guard let value = bt_value_map_borrow_entry_value_const(map, key),
      bt_value_get_type(value) == BT_VALUE_TYPE_STRING, let text = bt_value_string_get(value)
    else { return nil }
    return String(cString: text)
  }

  private static func number(_ key: String, of map: OpaquePointer) -> Int64 {
    guard let value = bt_value_map_borrow_entry_value_const(map, key) else { return 0 }
    return switch bt_value_get_type(value) {
    case BT_VALUE_TYPE_SIGNED_INTEGER: bt_value_integer_signed_get(value)
    case BT_VALUE_TYPE_UNSIGNED_INTEGER: Int64(clamping: bt_value_integer_unsigned_get(value))
    default: 0
    }
  }
}
