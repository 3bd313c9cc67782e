import CLTTng
import Synchronization

/// Writes the `schema` event before the first other event.
///
/// LTTng does not tell a program that a session started, but the tracepoint's list of probes is
/// replaced whenever one starts or stops recording the event, so that comparing one pointer finds
/// out. It is an address that LTTng may use again: a session that starts after another has ended,
/// with nothing traced in between, can look the same as that one.
enum SchemaAnnouncement {
  private static let announced = Atomic<UInt>(0)

  /// The version of this library.
  private static let libraryVersion = CStringConstant("0.1.0")

  @inline(__always)
  static func announceIfNeeded() {
    let probes = UInt(bitPattern: composable_schema_probes())
    if probes != announced.load(ordering: .relaxed) { announce(probes) }
  }

  @inline(never)
  private static func announce(_ probes: UInt) {
    let last = announced.load(ordering: .relaxed)
    guard
      announced.compareExchange(
        expected: last, desired: probes, ordering: .relaxed
      ).exchanged,
      composable_schema_enabled()
    else { return }
    composable_schema_do(UInt32(COMPOSABLE_SCHEMA_VERSION), libraryVersion.pointer)
  }
}
