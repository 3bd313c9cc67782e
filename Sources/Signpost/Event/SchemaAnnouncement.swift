import CLTTng
import TraceSchema

/// Records the `schema` event before the first other event.
///
/// The tracepoint's list of probes is replaced whenever a session starts or stops recording the
/// event, so comparing one pointer detects it. There are two exceptions: LTTng may reuse the
/// address of a list for a session that starts after another has ended with no event in between;
/// and it replaces the list a moment before the session records. So the pointer is discarded when a
/// session has started, and ``SessionStart`` emits the schema if no other event does.
enum SchemaAnnouncement {
  static let libraryVersion = CStringConstant(LibraryVersion.text)

  @inline(__always)
  static func announceIfNeeded() {
    if composable_schema_probes() != composable_schema_emitted() { announce() }
  }

  @inline(never)
  private static func announce() {
    composable_schema_emit(libraryVersion.pointer)
  }
}
