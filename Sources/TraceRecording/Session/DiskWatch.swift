import Glibc

/// Watches how much room the disk has that a recording is written to.
///
/// LTTng has no plan for a full disk: it gives up the stream that it could not write, or leaves a
/// part of a packet in it, and counts nothing as lost. So a recording ends while there is still
/// room for what is in the buffers.
struct DiskWatch {
  let directory: String
  /// What has to be left for the buffers to be written out.
  let reserve: Int
  private var latest: (free: Int, at: ContinuousClock.Instant)
  /// How fast the room shrinks, in bytes per second: at first as fast as a burst of events was seen
  /// to be written; a slower pace counts by and by only.
  private var rate = 200e6
  private(set) var isFull = false

  /// What the file takes that makes room for the manifest at the end.
  private static let ballastSize = 64 << 10

  private var ballast: String { directory + "/.room" }

  /// Begins to watch; nil where the system does not say how much room there is.
  ///
  /// - Parameter buffered: How much the buffers of a process hold.
  init?(directory: String, buffered: Int) {
    guard let free = freeBytes(of: directory) else { return nil }
    self.directory = directory
    // Four processes with full buffers; on a small disk, what leaves most of it to the trace.
    reserve = min(4 * buffered + (1 << 20), free / 4)
    latest = (free, .now)
    let descriptor = aboveStandardStreams(open(ballast, O_WRONLY | O_CREAT | O_EXCL, 0o600))
    if descriptor >= 0 {
      posix_fallocate(descriptor, 0, off_t(Self.ballastSize))
      close(descriptor)
    }
  }

  /// How long to wait for the next look: a quarter of the time in which the disk can fill up.
  var interval: Duration {
    let seconds = Double(max(0, latest.free - reserve)) / rate / 4
    return .seconds(min(max(seconds, 0.02), 1))
  }

  /// Whether not even a small file can be written any more.
  var isOutOfRoom: Bool { isFull && (freeBytes(of: directory) ?? 0) < Self.ballastSize }

  /// Looks how much room there is; returns how much if that has become too little.
  mutating func look() -> Int? {
    guard !isFull, let free = freeBytes(of: directory) else { return nil }
    let now = ContinuousClock.now
    let seconds = (now - latest.at) / .seconds(1)
    if seconds > 0 { rate = max(rate / 2, Double(latest.free - free) / seconds, 1) }
    latest = (free, now)
    guard free <= reserve else { return nil }
    isFull = true
    return free
  }

  /// Makes room for the manifest.
  func release() {
    unlink(ballast)
  }
}
