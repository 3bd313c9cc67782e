import CBabeltrace

/// The installed libbabeltrace2, which reads traces.
package enum BabeltraceLibrary {
  /// The version, such as “2.0.4”.
  ///
  /// - Throws: ``TraceReaderError/libraryUnusable(_:)`` if it cannot be loaded.
  package static var version: String {
    get throws(TraceReaderError) {
      try load()
      return Babeltrace.version
    }
  }

  /// Loads the library on the first call.
  ///
  /// - Throws: ``TraceReaderError/libraryUnusable(_:)`` if it cannot be loaded.
  static func load() throws(TraceReaderError) {
    if let failure = composable_babeltrace_load() {
      throw .libraryUnusable(String(cString: failure))
    }
  }
}
