import CBabeltrace

/// The plug-in of libbabeltrace2 that reads CTF, with one of its component classes.
final class CTFPlugin {
  /// The class of sources, which lives as long as the plug-in does.
  let source: OpaquePointer
  private let plugin: OpaquePointer

  /// Loads the library on first use, and finds the class.
  ///
  /// - Parameter name: `fs` reads files, `lttng-live` relay daemons.
  init(source name: String) throws(TraceReaderError) {
    try BabeltraceLibrary.load()
    // The log of libbabeltrace2 is for debugging the library; the relevant details are in the error
    // causes.
    bt_logging_set_global_level(BT_LOGGING_LEVEL_NONE)
    bt_current_thread_clear_error()
    var found: OpaquePointer?
    let status = bt_plugin_find("ctf", 1, 1, 1, 1, 0, &found)
    guard status == BT_PLUGIN_FIND_STATUS_OK, let plugin = found else {
      throw .libraryUnusable(BabeltraceError.takeMessage() ?? "its plug-in “ctf” was not found")
    }
    guard let source = bt_plugin_borrow_source_component_class_by_name_const(plugin, name) else {
      bt_plugin_put_ref(plugin)
      throw .libraryUnusable("its plug-in “ctf” has no component class “\(name)”")
    }
    self.plugin = plugin
    self.source = source
  }

  deinit { bt_plugin_put_ref(plugin) }
}
