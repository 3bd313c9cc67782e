import RecordingManifests
import SystemSupport

extension Recording {
  /// The manifest at the start of a recording.
  func manifest(of session: RecordingSession, buffers: BufferPlan) -> RecordingManifest {
    var manifest = RecordingManifest(
      mode: .program, command: options.command, session: session.name, host: .current,
      options: .init(
        subbufferSize: buffers.subbufferSize, subbufferCount: buffers.subbufferCount,
        blocking: options.blocking, events: options.events.rules.map(\.pattern),
        slow: options.flight?.slow.map(\.text), sample: options.events.sample?.text,
        maxRate: options.events.maxRate?.text),
      started: RecordingManifest.timestamp())
    manifest.begin(options.events.source)
    return manifest
  }

  /// Writes the end of the recording to the manifest.
  func conclude(_ keeper: SessionKeeper, _ reason: ExitReason, losses: SessionKeeper.Losses?) {
    let end = relayEnd ?? progress.manifestEnd(losses)
    let late = lateProcesses(keeper)
    keeper.conclude { manifest in
      manifest.program?.exitCode = reason.shellCode
      manifest.ended = RecordingManifest.timestamp()
      manifest.end = end
      manifest.late = late.isEmpty ? nil : late
    }
    if let remark = keeper.manifest.lateRemark, progress.deadWriter == nil {
      emit(.problem(remark))
    }
  }

  /// The programs that LTTng had not registered in time. Those that it had no buffers for are
  /// reported as such.
  private func lateProcesses(_ keeper: SessionKeeper) -> [RecordingManifest.Process] {
    let untraced = UntracedProcesses(trace: keeper.session.directory).names
    return (late?.processes ?? []).filter { process in
      !untraced.contains { $0.contains("-\(process.pid)-") }
    }
  }
}
