import CBabeltrace

/// The component class of libbabeltrace2 that reads from relay daemons.
final class LiveSource {
  let componentClass: OpaquePointer
  private let plugin: OpaquePointer

  init() throws(TraceReaderError) {
    if let failure = composable_babeltrace_load() {
      throw .libraryUnusable(String(cString: failure))
    }
    bt_logging_set_global_level(BT_LOGGING_LEVEL_NONE)
    bt_current_thread_clear_error()
    var found: OpaquePointer?
    let status = bt_plugin_find("ctf", 1, 1, 1, 1, 0, &found)
    guard status == BT_PLUGIN_FIND_STATUS_OK, let plugin = found else {
      throw .libraryUnusable(BabeltraceError.takeMessage() ?? "its plug-in “ctf” was not found")
    }
    guard
      let source = bt_plugin_borrow_source_component_class_by_name_const(plugin, "lttng-live")
    else {
      bt_plugin_put_ref(plugin)
      throw .libraryUnusable("its plug-in “ctf” has no component class “lttng-live”")
    }
    self.plugin = plugin
    componentClass = source
  }

  deinit { bt_plugin_put_ref(plugin) }

  /// Asks a relay daemon for its sessions.
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
