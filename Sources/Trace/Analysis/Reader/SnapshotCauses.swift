import RecordingManifests
import TraceSchema

/// The slow events that triggered snapshots.
///
/// A trigger fires at the first event of `composable_latency` that its filter matches, and the
/// session records all of those: the first one since the triggers were set is the cause.
struct SnapshotCauses {
  private struct Sought {
    var directory: String
    /// When the triggers were set, in nanoseconds since the epoch.
    var armed: Int64
  }

  private var sought: [Sought]
  /// Descriptions, by the directories of the snapshots.
  private(set) var found: [String: String] = [:]

  init(of recordings: [RecordedTrace]) {
    sought = recordings.compactMap { recording in
      guard let armed = recording.manifest.snapshot?.slow?.armed.flatMap({ Int64($0) }) else {
        return nil
      }
      return Sought(directory: recording.directory, armed: armed)
    }
  }

  /// Whether all causes have been found.
  var isEmpty: Bool { sought.isEmpty }

  /// Checks an event; events come in the order of time.
  mutating func add(_ event: TraceEvent, _ names: NameTable) {
    let what: String
    let taken: UInt64
    switch event.payload {
    case .reduceLatency(let latency):
      let name = names[latency.name]
      what = "[\(name.prefix)] \(name.name)"
      taken = latency.duration
    case .observerLatency(let observer, let duration):
      what = "the observer of \(names[observer.file].name):\(observer.line)"
      taken = duration
    default: return
    }
    sought.removeAll { snapshot in
      guard event.timestamp >= snapshot.armed else { return false }
      found[snapshot.directory] = "\(what) took \(Units.duration(Int64(clamping: taken)))"
      return true
    }
  }
}
