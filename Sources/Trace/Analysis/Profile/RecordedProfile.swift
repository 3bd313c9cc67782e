import CPUProfiles
import FoundationEssentials
import TraceSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The CPU profile of a recording.
package struct RecordedProfile: Sendable {
  /// The directory of the recording.
  package var directory: String
  package var manifest: RecordingManifest
  package var profile: CPUProfile

  /// A profile that is missing, or cannot be read.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    case none(String)
    case unreadable(String, reason: String)
    case notConverted(String, reason: String)

    package var description: String {
      switch self {
      case .none(let directory):
        "\(directory) has no CPU profile: record with signpost record --cpu-profile."
      case .unreadable(let path, let reason):
        "\(path) cannot be read: \(reason)."
      case .notConverted(let path, let reason):
        "\(path) has samples, and no names of functions yet: \(reason)."
      }
    }
  }

  /// Reads the profiles of all recordings below a directory.
  package static func all(below directory: String) throws -> [RecordedProfile] {
    let recordings = try TraceDirectories(below: directory).recordings.recordings
    let profiles = try recordings.filter { $0.manifest.part != .chunk }
      .compactMap { try RecordedProfile($0) }
    guard !profiles.isEmpty else { throw Failure.none(directory) }
    return profiles
  }

  /// Whether a recording below a directory has a profile.
  package static func exist(below directory: String) -> Bool {
    let recordings = (try? TraceDirectories(below: directory))?.recordings.recordings ?? []
    return recordings.contains {
      TraceDirectories.isRegularFile($0.prefix + CPUProfile.fileName)
    }
  }

  private init?(_ recording: RecordedTrace) throws(Failure) {
    let path = recording.prefix + CPUProfile.fileName
    if !TraceDirectories.isRegularFile(path) {
      guard TraceDirectories.isRegularFile(recording.prefix + CPUProfile.dataName) else {
        return nil
      }
      // The recorder was killed, or its user did not wait.
      try Self.convert(recording)
    }
    directory = recording.directory
    manifest = recording.manifest
    do throws(CPUProfile.Damage) {
      profile = try CPUProfile(path: path)
    } catch {
      throw .unreadable(path, reason: error.reason)
    }
  }

  private static func convert(_ recording: RecordedTrace) throws(Failure) {
    let data = recording.prefix + CPUProfile.dataName
    let places = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let candidates = places.split(separator: ":").map { String($0) + "/perf" }
    guard let perf = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw .notConverted(
        data, reason: "that takes perf: sudo apt-get install linux-perf, where it was recorded")
    }
    let window = recording.manifest.profile.map {
      CPUProfile.Window(start: $0.start, end: $0.end)
    }
    do throws(PerfConversion.Failure) {
      _ = try PerfConversion.convert(in: recording.directory, perf: perf, window: window)
    } catch {
      throw .notConverted(data, reason: error.reason)
    }
  }
}
