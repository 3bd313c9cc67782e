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

  /// A quarter of the maximum size, so that removing the oldest chunk leaves most of it; less of a
  /// large recording, so that a part of it can be read without the rest.
  package static func chunk(of mostBytes: Int) -> Int {
    min(max(mostBytes / 4, 1 << 20), mostChunk)
  }

  private static let mostChunk = 1 << 30

  /// The rotation of a recording that runs until it is stopped: without a limit, it takes a quarter
  /// of the space that is free, or taken by its earlier parts.
  static func unattended(_ requested: RotationOptions?, room: Int) -> RotationOptions {
    if let requested, requested.keep != nil || requested.mostBytes != nil { return requested }
    let mostBytes = max(room / 4, leastBytes)
    return RotationOptions(
      schedule: requested?.schedule ?? .bytes(chunk(of: mostBytes)), mostBytes: mostBytes)
  }

  /// A note about the limit of a recording that was started without one.
  ///
  /// - Parameter room: The space that is free, or taken by its earlier parts.
  static func note(onLimit mostBytes: Int, room: Int) -> String {
    let limit = "the latest \(ByteCount(mostBytes).rounded) are kept"
    if room / 4 >= leastBytes {
      return "\(limit), a quarter of the free space; --max-size and --keep change that"
    }
    let free = "as only \(ByteCount(room).rounded) are free"
    return room >= mostBytes
      ? "\(limit), the smallest limit, \(free)"
      : "the recording pauses when the disk is full, \(free), less than the smallest limit of "
        + ByteCount(leastBytes).rounded
  }

  /// The smallest maximum size.
  package static let leastBytes = 4 << 20

  /// Whether a size limits a chunk or the recording.
  var isLimitedBySize: Bool {
    if case .bytes = schedule { return true }
    return mostBytes != nil
  }

  /// The size at which a chunk ends, also before its time: at most half of the maximum size, so
  /// that there is an older one to remove. `nil` for no limit.
  var mostChunkBytes: Int? {
    var limits = [mostBytes.map { $0 / 2 }].compactMap(\.self)
    if case .bytes(let bytes) = schedule { limits.append(bytes) }
    return limits.min()
  }

  /// The longest period of LTTng's timer, which counts microseconds in 32 bits.
  static let longestTimer = Int(UInt32.max) / 1_000_000

  /// The period at which ``SessionKeeper`` rotates; `nil` if LTTng's timer does, or only the size
  /// ends a chunk.
  var period: Duration? {
    guard case .seconds(let seconds) = schedule, seconds > Self.longestTimer else { return nil }
    return .seconds(seconds)
  }

  /// The command that makes LTTng rotate a session by time; `nil` if ``SessionKeeper`` rotates it.
  func command(session: String) -> [String]? {
    guard case .seconds(let seconds) = schedule, period == nil else { return nil }
    return ["enable-rotation", "--session=\(session)", "--timer=\(seconds)s"]
  }
}
