import RecordingManifests

/// A recording of `signpost record`, whose manifest describes how it was made and how it ended.
package struct RecordedTrace: Sendable, Equatable {
  /// The directory of its manifest.
  package var directory: String
  package var manifest: RecordingManifest

  package init(directory: String, manifest: RecordingManifest) {
    self.directory = directory
    self.manifest = manifest
  }

  var prefix: String { directory.last == "/" ? directory : directory + "/" }

  /// The missing part, if the recording did not end normally.
  var damage: TraceDamage? {
    guard let end = manifest.end, end.reason != .complete else { return nil }
    let message = end.message ?? Self.sentence(end.reason)
    return TraceDamage(
      path: directory, message: message.last == "." ? String(message.dropLast()) : message)
  }

  /// Why a file ends in the middle of a packet.
  var causeOfCut: String {
    guard let reason = manifest.end?.reason else {
      return "it is still being written, or its recorder was killed"
    }
    return switch reason {
    case .diskFull: "it was cut off when the disk was full"
    case .fileLimit: "it was cut off at the limit on the size of files"
    case .daemonDied: "it was cut off when the session daemon died"
    case .consumerDied: "it was cut off when LTTng's consumer died"
    case .relayLost: "it was cut off when the connection to the relay daemon was lost"
    default: "it was cut off"
    }
  }

  private static func sentence(_ reason: RecordingManifest.End.Reason) -> String {
    switch reason {
    case .diskFull: "the disk was full, and what could not be written is not in the trace"
    case .fileLimit: "files could not become larger, and the rest is not in the trace"
    case .outputMoved:
      "the directory was removed or renamed, and later events are not in the trace"
    case .daemonDied:
      "the session daemon died, and what was in the buffers then is not in the trace"
    case .consumerDied:
      "LTTng's consumer died, and the contents of the buffers are not in the trace"
    case .givenUp: "the recording was given up before everything was written"
    case .notStopped: "LTTng could not complete the trace"
    case .relayLost:
      "the connection to the relay daemon was lost, and what was not sent is not in the trace"
    default: "the recording did not come to its end (\(reason.rawValue))"
    }
  }
}
