/// The recordings that have arrived at a relay daemon.
package struct CollectionStatus: Equatable, Sendable {
  /// A recording of a host.
  package struct Recording: Equatable, Sendable, Encodable {
    package var host: String
    /// The directory of the recording below the directory of the host.
    package var name: String
    package var bytes: Int
    package var bytesPerSecond: Int
    /// Whether the relay daemon has files of it open.
    package var isArriving: Bool
    /// Whether the recorder of the session has reported that everything was sent.
    package var isSealed = false

    /// The path below the directory of its relay daemon.
    package var path: String { "\(host)/\(name)" }

    /// Whether `signpost record` sends it, which reports its end.
    var isSignpost: Bool { RelayTarget.isUniqueDirectory(name) }
  }

  /// The totals of a host.
  package struct Host: Equatable, Sendable {
    package var name: String
    package var recordings = 0
    package var arriving = 0
    package var bytes = 0
    package var bytesPerSecond = 0
  }

  /// The time of the status, in UTC.
  package var time: String
  /// The recordings, by host and name.
  package var recordings: [Recording]
  /// The free space of its file system; nil if unknown.
  package var freeBytes: Int?

  package var bytes: Int { recordings.reduce(0) { $0 + $1.bytes } }
  package var bytesPerSecond: Int { recordings.reduce(0) { $0 + $1.bytesPerSecond } }
  /// The recordings that may be incomplete: the extent of the missing part is unknown.
  package var unfinished: [Recording] {
    recordings.filter { $0.isArriving || $0.isSignpost && !$0.isSealed }
  }

  package var arriving: Int { recordings.count { $0.isArriving } }

  /// Whether the file system is full.
  package var isDiskFull: Bool { freeBytes.map { $0 < Self.leastRoom } ?? false }

  /// The amount that a relay daemon writes at once.
  private static let leastRoom = 64 << 10

  /// The number of seconds until the disk is full at this rate; nil if nothing arrives.
  package var secondsLeft: Int? {
    guard let freeBytes, bytesPerSecond > 0 else { return nil }
    return freeBytes / bytesPerSecond
  }

  /// The hosts, by name.
  package var hosts: [Host] {
    var hosts: [Host] = []
    for recording in recordings {
      if hosts.last?.name != recording.host { hosts.append(Host(name: recording.host)) }
      let last = hosts.count - 1
      hosts[last].recordings += 1
      hosts[last].arriving += recording.isArriving ? 1 : 0
      hosts[last].bytes += recording.bytes
      hosts[last].bytesPerSecond += recording.bytesPerSecond
    }
    return hosts
  }

  /// The same status, with the recordings that were arriving before still arriving, for a relay
  /// daemon that has just died.
  func keepingArriving(of earlier: CollectionStatus) -> CollectionStatus {
    let arriving = Set(earlier.recordings.filter(\.isArriving).map(\.path))
    var status = self
    for index in status.recordings.indices where arriving.contains(recordings[index].path) {
      status.recordings[index].isArriving = !recordings[index].isSealed
    }
    return status
  }

  /// Computes the rates from an earlier status.
  mutating func measure(since earlier: CollectionStatus?, seconds: Double) {
    guard let earlier, seconds > 0 else { return }
    var sizes: [[String]: Int] = [:]
    for recording in earlier.recordings {
      sizes[[recording.host, recording.name]] = recording.bytes
    }
    for index in recordings.indices {
      let recording = recordings[index]
      let grown = recording.bytes - (sizes[[recording.host, recording.name]] ?? 0)
      recordings[index].bytesPerSecond = max(0, Int(Double(grown) / seconds))
    }
  }
}
