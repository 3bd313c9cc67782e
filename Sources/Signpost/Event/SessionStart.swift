import CLTTng
import ComposableCore

/// Has a session that starts while the program runs hear what there is.
enum SessionStart {
  /// Listens from now on.
  static func listen() {
    composable_set_session_handler {
      Task.detached {
        SchemaAnnouncement.announce(to: SessionStart.number(isRecorded: true))
        StoreInstrumentation.replay()
      }
    }
  }

  /// The number of the latest session that hears what is recorded now.
  ///
  /// The first is often there before the program, and records before it is heard to start.
  static func number(isRecorded: Bool) -> UInt64 {
    let count = composable_session_count()
    return count == 0 && isRecorded ? 1 : count
  }
}
