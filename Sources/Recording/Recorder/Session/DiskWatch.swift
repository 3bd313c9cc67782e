import Glibc
import SystemSupport

/// Watches the free space on the disk of a recording.
///
/// LTTng does not handle a full disk: it gives up a stream that it could not write, or leaves a
/// part of a packet in it, and counts nothing as lost. So a recording ends while there is still
/// room for the contents of the buffers.
struct DiskWatch {
  let directory: String
  /// The space that has to be left for writing out the buffers.
  let reserve: Int
  private var latest: (free: Int, at: ContinuousClock.Instant)
  /// The rate at which the space shrinks, in bytes per second: initially the measured rate of a
  /// burst of events; a lower rate is adopted gradually.
  private var rate = 200e6
  private(set) var isFull = false
  private var hasBeenFull = false

  /// Starts watching; nil if the system does not report free space.
  ///
  /// - Parameter buffered: The size of a process's buffers.
  init?(directory: String, buffered: Int) {
    guard let free = Files.freeBytes(of: directory) else { return nil }
    self.directory = directory
    // Four processes with full buffers; on a small disk, less, so that most of it is left to the
    // trace.
    reserve = min(4 * buffered + (1 << 20), free / 4)
    latest = (free, .now)
  }

  /// Checks whether there is room again for a recording that was paused: as much as the reserve
  /// beside it, so that it is not paused again at once.
  var hasRoomAgain: Bool {
    isFull && (Files.freeBytes(of: directory) ?? 0) >= 2 * reserve
  }

  /// Watches again, after a pause.
  mutating func resume() {
    isFull = false
    latest = (Files.freeBytes(of: directory) ?? latest.free, .now)
  }

  /// The time until the next check: a quarter of the time in which the disk can fill up.
  var interval: Duration {
    let seconds = Double(max(0, latest.free - reserve)) / rate / 4
    return .seconds(min(max(seconds, 0.02), 1))
  }

  /// Whether there was more room at every check than the buffers need, and is now.
  var hasAlwaysHadRoom: Bool {
    !hasBeenFull && (Files.freeBytes(of: directory) ?? 0) > reserve
  }

  /// Whether not even a small file can be written any more.
  var isOutOfRoom: Bool { isFull && (Files.freeBytes(of: directory) ?? 0) < RoomForNotes.bytes }

  /// Checks the free space; returns it if it has become too small.
  mutating func look() -> Int? {
    guard !isFull, let free = Files.freeBytes(of: directory) else { return nil }
    let now = ContinuousClock.now
    let seconds = (now - latest.at) / .seconds(1)
    if seconds > 0 { rate = max(rate / 2, Double(latest.free - free) / seconds, 1) }
    latest = (free, now)
    guard free <= reserve else { return nil }
    isFull = true
    hasBeenFull = true
    return free
  }
}
