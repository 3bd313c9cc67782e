import CLTTng
import ComposableCore

/// The state dump for a session that starts while the program runs: the schema first, then the
/// stores, then the effects.
enum SessionStart {
  /// Starts doing so.
  static func listen() { _ = isListening }

  private static let isListening: Void = composable_set_session_handler(
    SchemaAnnouncement.libraryVersion.pointer
  ) {
    StoreInstrumentation.dumpState()
  }

  /// The number of the latest session that receives the current events.
  static var number: UInt64 { composable_session_count() }
}
