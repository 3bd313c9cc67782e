/// How a long recording is divided into chunks, and which of them are kept.
package struct RotationOptions: Equatable, Sendable {
  /// When a chunk ends.
  package enum Schedule: Equatable, Sendable {
    case seconds(Int)
    case bytes(Int)
  }

  package var schedule: Schedule
  /// How many complete chunks are kept; nil for all.
  package var keep: Int?
  /// How many bytes the recording may take on the disk; nil for any number.
  package var mostBytes: Int?

  package init(schedule: Schedule, keep: Int? = nil, mostBytes: Int? = nil) {
    self.schedule = schedule
    self.keep = keep
    self.mostBytes = mostBytes
  }

  /// A quarter of what the recording may take, so that removing the oldest chunk leaves most of it.
  package static func chunk(of mostBytes: Int) -> Int { max(mostBytes / 4, 1 << 20) }

  /// What has LTTng rotate a session by itself.
  func command(session: String) -> [String] {
    switch schedule {
    case .seconds(let seconds): ["enable-rotation", "--session=\(session)", "--timer=\(seconds)s"]
    case .bytes(let bytes): ["enable-rotation", "--session=\(session)", "--size=\(bytes)"]
    }
  }
}
