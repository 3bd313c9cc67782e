import RecordingManifests
import TraceSchema

/// A condition on which a flight recorder writes a snapshot, besides slow events.
package enum SnapshotCondition: Equatable, Sendable {
  /// An effect fails.
  case failedEffect
  /// As many actions as this, or more, are before an action that is sent to a store.
  case queue(Int)
  /// A recorded process has as much memory as this, or more.
  case memory(ByteCount)

  package var option: String {
    switch self {
    case .failedEffect: "--on-failed-effect"
    case .queue: "--on-queue"
    case .memory: "--on-memory"
    }
  }

  /// In the form of a command line: `--on-queue 100`.
  package var text: String {
    switch self {
    case .failedEffect: option
    case .queue(let depth): "\(option) \(depth)"
    case .memory(let limit): "\(option) \(limit.exact)"
    }
  }

  var cause: RecordingManifest.Snapshot.Cause {
    switch self {
    case .failedEffect: .effect
    case .queue: .queue
    case .memory: .memory
    }
  }

  /// The kind of the events that it is about; nil if it is about none.
  package var kind: EventKind? {
    switch self {
    case .failedEffect: .effects
    case .queue: .sends
    case .memory: nil
    }
  }

  /// The event in which LTTng finds it; nil if LTTng does not.
  var trigger: SnapshotTrigger? {
    let (event, filter): (TraceSchema.Event, String)
    switch self {
    case .failedEffect:
      (event, filter) = (.effectEnd, "outcome == \(TraceSchema.EffectOutcome.failed.rawValue)")
    case .queue(let depth): (event, filter) = (.send, "depth >= \(depth)")
    case .memory: return nil
    }
    return .init(pattern: event.fullName, filter: filter, cause: cause)
  }
}

/// A trigger of LTTng that writes a snapshot at an event.
struct SnapshotTrigger: Equatable {
  var pattern: String
  /// The condition on the fields of the event, in the language of LTTng's filters.
  var filter: String
  var cause: RecordingManifest.Snapshot.Cause

  /// The start of the names of its snapshots, by which their cause is known; nil for slow events,
  /// whose snapshots have the names that all other ones have.
  var snapshotName: String? { cause == .slow ? nil : Self.name(cause) }

  private static func name(_ cause: RecordingManifest.Snapshot.Cause) -> String {
    SnapshotDirectories.prefix + cause.rawValue
  }

  /// The cause that a snapshot's directory is called after; nil if it is called after none.
  static func cause(ofSnapshot name: String) -> RecordingManifest.Snapshot.Cause? {
    [.effect, .queue].first { name.hasPrefix(Self.name($0) + "-") }
  }
}
