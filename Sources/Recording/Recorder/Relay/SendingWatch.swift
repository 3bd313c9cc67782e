import Glibc
import SystemSupport

/// Detects whether LTTng's consumers still send data to a relay daemon.
///
/// A slow disk there may take long, as long as some data is sent.
struct SendingWatch {
  private let connection: RelayConnection
  private let patience: Duration
  private var written: UInt64
  private var sent: [SentData]
  private var observed = ContinuousClock.now
  private var progress = ContinuousClock.now

  /// Consumers write less than that within a second without sending events: reports of how full
  /// buffers are. A packet is a page at least.
  private static let least: UInt64 = 4096

  init(_ connection: RelayConnection, patience: Duration) {
    self.connection = connection
    self.patience = patience
    written = Self.written(by: connection.processes)
    sent = connection.sentData
  }

  /// Checks whether no data was sent for the permitted time; to be called several times a second.
  mutating func hasStalled() -> Bool {
    observe(
      written: Self.written(by: connection.processes), sent: connection.sentData, at: .now)
    return ContinuousClock.now - progress > patience
  }

  /// Records the amount written so far, which grows with each packet, and how far the data has come
  /// on its way, which changes within a packet.
  private mutating func observe(
    written total: UInt64, sent now: [SentData], at time: ContinuousClock.Instant
  ) {
    let hasWritten = total >= written + Self.least
    if hasWritten || now != sent { progress = time }
    sent = now
    guard hasWritten || time - observed > .seconds(1) else { return }
    written = total
    observed = time
  }

  /// The amount that these processes have written, to sockets and to files, in bytes.
  private static func written(by processes: [pid_t]) -> UInt64 {
    processes.reduce(0) { sum, process in
      let counters = Files.contents(of: "/proc/\(process)/io")?.split(separator: "\n") ?? []
      let line = counters.first { $0.hasPrefix("wchar: ") }
      return sum + (line?.split(separator: " ").last.flatMap { UInt64($0) } ?? 0)
    }
  }
}
