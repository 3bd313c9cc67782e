/// The division of a long recording into chunks, and the chunks that are kept.
package struct RotationOptions: Equatable, Sendable {
  /// The end of a chunk.
  package enum Schedule: Equatable, Sendable {
    case seconds(Int)
    case bytes(Int)
  }

  package var schedule: Schedule
  /// The number of complete chunks that are kept; nil for all.
  package var keep: Int?
  /// The maximum size of the recording on the disk in bytes; nil for no limit.
  package var mostBytes: Int?

  package init(schedule: Schedule, keep: Int? = nil, mostBytes: Int? = nil) {
    self.schedule = schedule
    self.keep = keep
    self.mostBytes = mostBytes
  }

  /// A quarter of the maximum size, so that removing the oldest chunk leaves most of it.
  package static func chunk(of mostBytes: Int) -> Int { max(mostBytes / 4, 1 << 20) }

  /// The command that makes LTTng rotate a session automatically.
  func command(session: String) -> [String] {
    switch schedule {
    case .seconds(let seconds): ["enable-rotation", "--session=\(session)", "--timer=\(seconds)s"]
    case .bytes(let bytes): ["enable-rotation", "--session=\(session)", "--size=\(bytes)"]
    }
  }
}
