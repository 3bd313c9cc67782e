import CLTTng
import Synchronization

/// Writes the `schema` event before the first other event.
///
/// The tracepoint's list of probes is replaced whenever a session starts or stops recording the event,
/// so that comparing one pointer finds out. It is an address that LTTng may use again: a session that
/// starts after another has ended, with nothing traced in between, can look the same as that one. It
/// is told its schema a moment later, when it is heard to start.
enum SchemaAnnouncement {
  /// The latest session that was told.
  private static let toldSession = Atomic<UInt64>(0)

  /// The version of this library.
  private static let libraryVersion = CStringConstant("0.1.0")

  @inline(__always)
  static func announceIfNeeded() {
    let probes = composable_schema_probes()
    if probes != composable_schema_told() { announce(probes) }
  }

  /// Tells a session that has started, unless it was told.
  static func announce(to session: UInt64) {
    announceIfNeeded()
    let last = toldSession.load(ordering: .relaxed)
    guard last < session,
      toldSession.compareExchange(
        expected: last, desired: session, ordering: .relaxed
      ).exchanged
    else { return }
    write()
  }

  @inline(never)
  private static func announce(_ probes: UnsafeRawPointer?) {
    let session = SessionStart.number(isRecorded: probes != nil)
    guard composable_schema_set_told(composable_schema_told(), probes) else { return }
    toldSession.store(session, ordering: .relaxed)
    write()
  }

  private static func write() {
    guard composable_schema_enabled() else { return }
    composable_schema_do(UInt32(COMPOSABLE_SCHEMA_VERSION), libraryVersion.pointer)
  }
}
