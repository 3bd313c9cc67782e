import CPUProfiles
import FoundationEssentials
import RecordingManifests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The CPU profile of a recording.
package struct RecordedProfile: Sendable {
  /// The directory of the recording.
  package var directory: String
  package var manifest: RecordingManifest
  package var profile: CPUProfile
  /// The directories of recordings that have copies of this profile.
  private var copies: Set<String> = []

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

  /// Reads the profiles of all recordings of a reader, each sample once.
  package static func all(of reader: TraceReader) throws -> [RecordedProfile] {
    let recordings = try TraceDirectories(below: reader.directories).recordings.recordings
    let profiles = try recordings.filter { $0.manifest.part != .chunk }
      .compactMap { try RecordedProfile($0) }
    guard !profiles.isEmpty else { throw Failure.none(reader.directory) }
    return withoutCopies(profiles)
  }

  /// Whether a recording of a reader has a profile.
  package static func exist(of reader: TraceReader) -> Bool {
    let directories = try? TraceDirectories(below: reader.directories)
    let recordings = directories?.recordings.recordings ?? []
    return recordings.contains {
      TraceDirectories.isRegularFile($0.prefix + CPUProfile.fileName)
    }
  }

  /// Whether it may have samples of a process: processes of other recordings may have the same id.
  package func isOf(_ process: TraceProcess) -> Bool {
    let host = manifest.host?.name ?? ""
    guard host.isEmpty || process.host.isEmpty || host == process.host else { return false }
    return process.recording.map { $0 == directory || copies.contains($0) } ?? true
  }

  /// Leaves out profiles whose samples another one has: a recording may lie beside its copy, or
  /// beside one that was made while it was written.
  private static func withoutCopies(_ profiles: [RecordedProfile]) -> [RecordedProfile] {
    // The largest one first, of equal ones the first: it is the one to keep.
    let order = profiles.indices.sorted {
      (profiles[$1].profile.samples.count, $0) < (profiles[$0].profile.samples.count, $1)
    }
    var kept: [(index: Int, profile: RecordedProfile)] = []
    for index in order {
      let profile = profiles[index]
      let original = kept.firstIndex { !$1.profile.samples.isEmpty && $1.contains(profile) }
      if let original, !profile.profile.samples.isEmpty {
        kept[original].profile.copies.insert(profile.directory)
      } else {
        kept.append((index, profile))
      }
    }
    return kept.sorted { $0.index < $1.index }.map(\.profile)
  }

  /// Whether this profile has all samples of another one.
  private func contains(_ other: RecordedProfile) -> Bool {
    guard manifest.host?.name == other.manifest.host?.name,
      let first = profile.samples.first, let last = profile.samples.last,
      other.profile.samples.allSatisfy({ (first.time...last.time).contains($0.time) })
    else { return false }
    let known = Set(profile.samples.map(identity))
    return other.profile.samples.allSatisfy { known.contains(other.identity(of: $0)) }
  }

  /// Identifies a sample on a machine, in whichever profile it is.
  private struct Identity: Hashable {
    var time: Int64
    var thread: CPUProfile.Thread
  }

  private func identity(of sample: CPUProfile.Sample) -> Identity {
    Identity(time: sample.time, thread: profile.threads[Int(sample.thread)])
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
