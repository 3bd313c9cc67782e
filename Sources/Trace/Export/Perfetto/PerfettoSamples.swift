import CPUProfiles
import RecordingManifests
import TraceAnalysis

/// Adds CPU samples to a timeline in Perfetto's format: on its clock, each at its thread.
///
/// A sink that has to be finished after the samples and before the timeline.
final class PerfettoSamples: TraceSink {
  private let samples: SampleStacks
  private let timeline: TimelineExporter<PerfettoWriter>

  init(_ samples: SampleStacks, on timeline: TimelineExporter<PerfettoWriter>) {
    self.samples = samples
    self.timeline = timeline
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    let profiles = samples.assigner.profiles.map(\.recording)
    let writer = PerfettoSampleWriter(
      timeline.writer, frequency: profiles.compactMap { $0.manifest.profile?.frequency }.max() ?? 0)
    samples.forEach { sample in
      guard let time = sample.time else { return }
      let process = timeline.tracks(of: sample.process)
      let vpid = summary.processes[Int(sample.process)].vpid
      writer.write(
        sample, at: time, pid: process.pid, tid: sample.tid == vpid ? process.pid : sample.tid,
        samples.frames)
    }
    let lost = profiles.reduce(0) { $0 + $1.profile.lost }
    if lost > 0 { writer.write(lost: lost, at: summary.timeRange?.upperBound ?? 0) }
  }
}
