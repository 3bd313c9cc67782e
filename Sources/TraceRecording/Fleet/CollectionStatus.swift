/// What has arrived at a relay daemon.
package struct CollectionStatus: Equatable, Sendable {
  /// A recording of a host.
  package struct Recording: Equatable, Sendable, Encodable {
    package var host: String
    /// Its directory below that of the host.
    package var name: String
    package var bytes: Int
    package var bytesPerSecond: Int
    /// Whether the relay daemon has files of it open.
    package var isArriving: Bool
  }

  /// What is summed up of a host.
  package struct Host: Equatable, Sendable {
    package var name: String
    package var recordings = 0
    package var arriving = 0
    package var bytes = 0
    package var bytesPerSecond = 0
  }

  /// In UTC.
  package var time: String
  /// By host and name.
  package var recordings: [Recording]
  /// What may still be written where it goes; nil if that is not known.
  package var freeBytes: Int?

  package var bytes: Int { recordings.reduce(0) { $0 + $1.bytes } }
  package var bytesPerSecond: Int { recordings.reduce(0) { $0 + $1.bytesPerSecond } }
  package var arriving: Int { recordings.count { $0.isArriving } }

  /// In how many seconds the disk is full at this rate; nil if nothing arrives.
  package var secondsLeft: Int? {
    guard let freeBytes, bytesPerSecond > 0 else { return nil }
    return freeBytes / bytesPerSecond
  }

  /// By name.
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

  /// Puts the speed to what is there, by what was there before.
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
