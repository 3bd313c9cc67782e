import CPUProfiles
import RecordingManifests

extension Recording {
  /// Creates the profiler of the program, if profiling is requested and possible.
  func prepareProfile(
    _ output: OutputDirectory, directory: PrivateDirectory, watchdog: Watchdog
  ) -> CPUProfiler? {
    CPUProfiler.prepare(
      options.profile, directory: output.path, log: directory.perfLog, environment: environment,
      supervisor: supervisor, watchdog: watchdog, emit: emit)
  }

  /// Completes the profile, and records its parameters in the manifest.
  func complete(_ profiler: CPUProfiler?, _ keeper: SessionKeeper) {
    // A user who does not wait for the trace does not wait for names of functions either.
    if case .givenUp = progress.end {
      guard let profile = profiler?.result else { return }
      return keeper.update { $0.profile = profile }
    }
    guard let profile = profiler?.convert() else { return }
    keeper.update { $0.profile = profile }
  }
}
