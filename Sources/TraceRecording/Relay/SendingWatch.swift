import Glibc

/// Watches whether LTTng's consumers get anything sent to a relay daemon.
///
/// A slow disk there may take its time, as long as something goes out.
struct SendingWatch {
  private let connection: RelayConnection
  private let patience: Duration
  private var written: UInt64
  private var queues: [String]
  private var observed = ContinuousClock.now
  private var progress = ContinuousClock.now

  /// Less than that within a second is what consumers write without sending anything: notes of how
  /// full buffers are. A packet is a page at least.
  private static let least: UInt64 = 4096

  init(_ connection: RelayConnection, patience: Duration) {
    self.connection = connection
    self.patience = patience
    written = Self.written(by: connection.processes)
    queues = connection.queues
  }

  /// Looks whether nothing was sent for as long as that may be; to be called several times a
  /// second.
  mutating func hasStalled() -> Bool {
    observe(
      written: Self.written(by: connection.processes), queues: connection.queues, at: .now)
    return ContinuousClock.now - progress > patience
  }

  /// Takes in how much was written so far, which grows when a whole packet was, and what is on its
  /// way, which changes within a packet.
  private mutating func observe(
    written total: UInt64, queues now: [String], at time: ContinuousClock.Instant
  ) {
    let hasWritten = total >= written + Self.least
    if hasWritten || now != queues { progress = time }
    queues = now
    guard hasWritten || time - observed > .seconds(1) else { return }
    written = total
    observed = time
  }

  /// How much these processes have written, to sockets and to files, in bytes.
  private static func written(by processes: [pid_t]) -> UInt64 {
    processes.reduce(0) { sum, process in
      let counters = contents(ofFile: "/proc/\(process)/io")?.split(separator: "\n") ?? []
      let line = counters.first { $0.hasPrefix("wchar: ") }
      return sum + (line?.split(separator: " ").last.flatMap { UInt64($0) } ?? 0)
    }
  }
}
