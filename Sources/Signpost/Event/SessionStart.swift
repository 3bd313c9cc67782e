import CLTTng
import ComposableCore

/// Announces to a session that starts while the program runs what there is: the schema first, then
/// the stores, then the effects.
enum SessionStart {
  /// Does so from now on.
  static func listen() { _ = isListening }

  private static let isListening: Void = composable_set_session_handler(
    SchemaAnnouncement.libraryVersion.pointer
  ) {
    StoreInstrumentation.replay()
  }

  /// The number of the latest session that receives what is recorded now.
  static var number: UInt64 { composable_session_count() }
}
