import CPUProfiles
import RecordingManifests
import TraceSchema

/// Finds the owner of each sample of a CPU profile: the innermost span that was open on its thread
/// at its time.
///
/// Actions and reactions of observers run on one thread from begin to end, and so does an interval
/// whose end is on the thread of its begin: a sample belongs to the one that began last.
///
/// An effect suspends, and the trace does not contain the suspensions. Samples next to one of its
/// events (its begin, its outputs, its end) are assigned to it, as far as nothing else began or
/// ended on the thread, the thread kept running, and a task ran there that is not the program's
/// main one. See ``Evidence``.
///
/// It needs the spans of all names: apply filters to its results.
package final class SampleAssigner: TraceSink {
  /// An owner of samples.
  package struct Owner: Hashable, Sendable {
    package var kind: Span.Kind
    package var name: NameID
    /// The same as ``Span/source``.
    package var source: NameID
    package var line: UInt64
    package var process: ProcessIndex

    init(_ span: Span) {
      (kind, name, source) = (span.kind, span.name, span.source)
      (line, process) = (span.line, span.process)
    }
  }

  /// The evidence that a sample belongs to its owner.
  package enum Evidence: Sendable {
    /// The owner was open on the thread; or the thread kept running from one of an effect's events
    /// to the next.
    case open
    /// The thread kept running after an event of an effect, or before one.
    case adjacent
  }

  /// An owner that was open around a sample.
  package struct OpenSpan: Equatable, Sendable {
    /// The number of the owner.
    package var owner: Int
    /// The span's id, as in ``Span/id``.
    package var id: UInt64
  }

  /// The durations of an owner's spans on profiled threads.
  package struct Times: Sendable {
    package var count: UInt64 = 0
    /// Nanoseconds within the time of the profile.
    package var duration: Int64 = 0
  }

  /// A profile, with the owners of its samples.
  package struct Assigned {
    package let recording: RecordedProfile
    /// For each sample, its innermost frame; -1 between spans.
    fileprivate(set) var frames: [Int32]
    /// The time at which its clock was 0; `nil` if none of its processes has events.
    package fileprivate(set) var origin: Int64?
    /// For each node of a stack, whether a task other than the program's main one may run there.
    fileprivate let mayBeOfTask: [Bool]

    fileprivate init(_ recording: RecordedProfile) {
      self.recording = recording
      let profile = recording.profile
      frames = [Int32](repeating: -1, count: profile.samples.count)
      let isEntry = profile.entryPoints
      let isJob = profile.functions.map { $0.name == "swift_job_run" }
      let isMain = profile.functions.map {
        $0.name == "async_Main" || $0.name.contains(".$main() ") || $0.name.contains(".main() ")
      }
      // A truncated stack does not exclude it.
      var mayBe: [Bool] = []
      for node in profile.nodes {
        let function = Int(node.function)
        let isOuter = node.parent < 0
        let around = isOuter ? !isEntry[function] : mayBe[Int(node.parent)]
        mayBe.append((around || isJob[function]) && !isMain[function])
      }
      mayBeOfTask = mayBe
    }
  }

  package private(set) var profiles: [Assigned]
  package private(set) var owners: [Owner] = []
  package private(set) var times: [Times] = []
  /// The owners of samples: the spans open on a thread, as a list from the innermost outwards.
  private var frames: [Frame] = []
  private var instances: [Instance] = []

  private let participants: TraceParticipants
  private var ownerNumbers: [Owner: Int32] = [:]
  private var states: [ThreadIndex: ThreadState?] = [:]
  private var byThread: [ThreadKey: ThreadState] = [:]
  private var effects: [EffectKey: EffectState] = [:]
  private let start: (TraceFilter.Moment?, TraceFilter.Moment?)
  private var range: ClosedRange<Int64>?

  private struct Frame {
    var instance: Int32
    var below: Int32
    var evidence = Evidence.open
  }

  private struct Instance {
    var owner: Int32
    var id: UInt64
    /// Whether the span can own samples: not if its end is lost, or on another thread.
    var isValid = true
  }

  private struct ThreadKey: Hashable {
    var profile: Int
    var thread: CPUProfile.Thread
  }

  private struct EffectKey: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  private final class EffectState {
    let instance: Int32
    let start: Int64
    var end: Int64?

    init(instance: Int32, start: Int64) {
      self.instance = instance
      self.start = start
    }
  }

  /// A thread with samples, or one that could have had some.
  private final class ThreadState {
    let profile: Int
    /// The numbers of its samples.
    let samples: [Int32]
    /// The number of samples that have been processed.
    var position = 0
    var open: [Open] = []
    /// The first sample after the last event, while no span is open.
    var segment = 0
    var segmentStart = Int64.min
    /// The effect that the last event belongs to.
    var claim: EffectState?

    init(profile: Int, samples: [Int32]) {
      self.profile = profile
      self.samples = samples
    }
  }

  private struct Open {
    var kind: Span.Kind
    var id: UInt64
    var store: UInt64
    var process: ProcessIndex
    var instance: Int32
    /// The number of its frame, -1 as long as no sample needs one.
    var frame: Int32 = -1
  }

  /// The longest pause between the samples of a running thread: longer ones count as sleep.
  private static let longestPause: Int64 = 20

  /// - Parameter filter: Its period limits ``times``; its other conditions are ignored.
  package init(
    _ profiles: [RecordedProfile], participants: TraceParticipants, filter: TraceFilter = .init()
  ) {
    self.profiles = profiles.map { Assigned($0) }
    self.participants = participants
    start = (filter.start, filter.end)
    for (number, profile) in profiles.enumerated() {
      var samples = [[Int32]](repeating: [], count: profile.profile.threads.count)
      for (index, sample) in profile.profile.samples.enumerated() {
        samples[Int(sample.thread)].append(Int32(index))
      }
      for (thread, samples) in zip(profile.profile.threads, samples) {
        byThread[ThreadKey(profile: number, thread: thread)] = ThreadState(
          profile: number, samples: samples)
      }
    }
  }

  // MARK: Results

  /// The owner of a sample.
  ///
  /// - Returns: The number of the owner in ``owners``, `nil` between spans.
  package func owner(of sample: Int, in profile: Int) -> (owner: Int, evidence: Evidence)? {
    var next = profiles[profile].frames[sample]
    while next >= 0 {
      let frame = frames[Int(next)]
      let instance = instances[Int(frame.instance)]
      if instance.isValid { return (Int(instance.owner), frame.evidence) }
      next = frame.below
    }
    return nil
  }

  /// All owners that were open around a sample, the innermost first, without effects.
  package func owners(around sample: Int, in profile: Int) -> [Int] {
    spans(around: sample, in: profile).map(\.owner)
  }

  /// The same, with the ids of the spans.
  package func spans(around sample: Int, in profile: Int) -> [OpenSpan] {
    var found: [OpenSpan] = []
    var next = profiles[profile].frames[sample]
    while next >= 0 {
      let frame = frames[Int(next)]
      let instance = instances[Int(frame.instance)]
      if instance.isValid {
        found.append(OpenSpan(owner: Int(instance.owner), id: instance.id))
      }
      next = frame.below
    }
    return found
  }

  // MARK: Spans

  package func begin(_ span: Span) {
    switch span.kind {
    case .store: return
    case .effect: beginEffect(span)
    case .action, .observer, .interval: beginCall(span)
    }
  }

  private func beginCall(_ span: Span) {
    guard let thread = state(of: span.thread), let time = time(span.start, thread) else { return }
    var effect: EffectState?
    if let claim = thread.claim {
      if span.kind == .action, span.cause != 0,
        effects[EffectKey(process: span.process, id: span.cause)] === claim
      {
        effect = claim
      }
    }
    event(on: thread, at: time, of: effect)
    if span.kind == .action, span.parent == 0 { dropLost(span, thread) }
    if thread.open.isEmpty, effect == nil, span.kind != .interval { thread.claim = nil }
    thread.open.append(
      Open(
        kind: span.kind, id: span.id, store: span.store, process: span.process,
        instance: makeInstance(span)))
  }

  /// A store processes one action at a time: the end of another open one must be lost.
  private func dropLost(_ span: Span, _ thread: ThreadState) {
    guard span.store != 0,
      let index = thread.open.firstIndex(where: {
        $0.kind == .action && $0.store == span.store && $0.process == span.process
      })
    else { return }
    for lost in thread.open[index...] { instances[Int(lost.instance)].isValid = false }
    thread.open.removeSubrange(index...)
  }

  private func beginEffect(_ span: Span) {
    let effect = EffectState(
      instance: makeInstance(span),
      start: span.isStartKnown ? span.start : Int64.min)
    effects[EffectKey(process: span.process, id: span.id)] = effect
    guard let thread = state(of: span.thread), let time = time(span.start, thread) else { return }
    event(on: thread, at: time, of: nil)
    if thread.open.isEmpty { thread.claim = effect }
  }

  package func point(_ point: TracePoint) {
    guard case .effectOutput(let output) = point.event.payload,
      let effect = effects[EffectKey(process: point.event.process, id: output.effect)],
      let thread = state(of: point.event.thread),
      let time = time(point.event.timestamp, thread)
    else { return }
    event(on: thread, at: time, of: effect)
    if thread.open.isEmpty { thread.claim = effect }
  }

  package func end(_ span: Span) {
    switch span.kind {
    case .store: return
    case .effect: endEffect(span)
    case .action, .observer, .interval: endCall(span)
    }
  }

  private func endEffect(_ span: Span) {
    let key = EffectKey(process: span.process, id: span.id)
    guard let effect = effects.removeValue(forKey: key) else { return }
    effect.end = span.end
    times[Int(instances[Int(effect.instance)].owner)].count += 1
    guard let end = span.end, let thread = state(of: span.endThread),
      let time = time(end, thread)
    else { return }
    event(on: thread, at: time, of: effect)
    if thread.open.isEmpty, thread.claim === effect { thread.claim = nil }
  }

  private func endCall(_ span: Span) {
    guard let thread = state(of: span.thread),
      let index = thread.open.lastIndex(where: {
        $0.id == span.id && $0.kind == span.kind && $0.process == span.process
      })
    else { return }
    let open = thread.open[index]
    if let end = span.end, let time = time(end, thread), span.completeness == .whole,
      span.endThread == span.thread
    {
      flush(thread, until: time)
      addTime(of: span, open.instance, thread)
    } else {
      if let end = span.end, let time = time(end, thread) { flush(thread, until: time) }
      instances[Int(open.instance)].isValid = false
    }
    thread.open.remove(at: index)
    // Frames contain the frames below them.
    for other in index..<thread.open.count { thread.open[other].frame = -1 }
    if thread.open.isEmpty, let end = span.end, let time = time(end, thread) {
      thread.segment = thread.position
      thread.segmentStart = time
    }
  }

  private func addTime(of span: Span, _ instance: Int32, _ thread: ThreadState) {
    guard let end = span.end else { return }
    var (low, high) = (span.start, end)
    if let range = timeRange {
      (low, high) = (max(low, range.lowerBound), min(high, range.upperBound))
    }
    let profile = profiles[thread.profile]
    if let window = profile.recording.profile.window, let origin = profile.origin {
      low = max(low, window.start.addingClamped(origin))
      high = min(high, window.end.addingClamped(origin))
    }
    guard low <= high else { return }
    let owner = Int(instances[Int(instance)].owner)
    times[owner].count += 1
    times[owner].duration = times[owner].duration.addingClamped(high - low)
  }

  /// The period of the filter, in nanoseconds since the Unix epoch.
  package var timeRange: ClosedRange<Int64>? {
    guard start.0 != nil || start.1 != nil, let first = participants.start else { return nil }
    if range == nil {
      let low = start.0?.timestamp(start: first) ?? .min
      range = low...max(start.1?.timestamp(start: first) ?? .max, low)
    }
    return range
  }

  package func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    for thread in byThread.values {
      // A span that is still open has no end in this trace.
      for open in thread.open { instances[Int(open.instance)].isValid = false }
      flush(thread, until: .max)
      if thread.open.isEmpty { assignSegment(of: thread, until: .max, to: nil) }
    }
  }

  // MARK: Threads

  private func makeInstance(_ span: Span) -> Int32 {
    let owner = Owner(span)
    let number = ownerNumbers[owner] ?? Int32(owners.count)
    if number == owners.count {
      ownerNumbers[owner] = number
      owners.append(owner)
      times.append(Times())
    }
    instances.append(Instance(owner: number, id: span.id))
    return Int32(instances.count - 1)
  }

  /// Processes an event on a thread: the samples before belong to the spans that were open until
  /// now.
  ///
  /// - Parameter effect: The effect that the event shows to run there.
  private func event(on thread: ThreadState, at time: Int64, of effect: EffectState?) {
    flush(thread, until: time)
    guard thread.open.isEmpty else { return }
    assignSegment(of: thread, until: time, to: effect)
    thread.segment = thread.position
    thread.segmentStart = time
  }

  private func flush(_ thread: ThreadState, until time: Int64) {
    let all = profiles[thread.profile].recording.profile.samples
    guard thread.position < thread.samples.count,
      all[Int(thread.samples[thread.position])].time < time
    else { return }
    let frame = thread.open.isEmpty ? -1 : topFrame(of: thread)
    while thread.position < thread.samples.count {
      let sample = Int(thread.samples[thread.position])
      if all[sample].time >= time { return }
      profiles[thread.profile].frames[sample] = frame
      thread.position += 1
    }
  }

  private func topFrame(of thread: ThreadState) -> Int32 {
    var below: Int32 = -1
    for index in thread.open.indices {
      if thread.open[index].frame < 0 {
        frames.append(Frame(instance: thread.open[index].instance, below: below))
        thread.open[index].frame = Int32(frames.count - 1)
      }
      below = thread.open[index].frame
    }
    return below
  }

  /// Assigns the samples of a period without open spans to effects.
  private func assignSegment(of thread: ThreadState, until end: Int64, to effect: EffectState?) {
    guard thread.segment < thread.position else { return }
    let all = profiles[thread.profile].recording.profile.samples
    func assign(_ range: Range<Int>, _ effect: EffectState, _ evidence: Evidence) {
      guard !range.isEmpty else { return }
      frames.append(Frame(instance: effect.instance, below: -1, evidence: evidence))
      for index in range {
        profiles[thread.profile].frames[Int(thread.samples[index])] = Int32(frames.count - 1)
      }
    }
    func sample(_ index: Int) -> CPUProfile.Sample { all[Int(thread.samples[index])] }
    func isPause(_ duration: Int64, _ sample: CPUProfile.Sample) -> Bool {
      duration > Self.longestPause * Int64(sample.period)
    }

    let mayBeOfTask = profiles[thread.profile].mayBeOfTask
    func isOfTask(_ sample: CPUProfile.Sample) -> Bool {
      sample.node < 0 || mayBeOfTask[Int(sample.node)]
    }

    var upper = thread.position
    let origin = profiles[thread.profile].origin ?? 0
    if let effect {
      var later = end
      while upper > thread.segment {
        let sample = sample(upper - 1)
        if isPause(later - sample.time, sample) || !isOfTask(sample)
          || sample.time.addingClamped(origin) < effect.start
        {
          break
        }
        later = sample.time
        upper -= 1
      }
      let isBetweenTwo = upper == thread.segment && effect === thread.claim
      assign(upper..<thread.position, effect, isBetweenTwo ? .open : .adjacent)
    }
    if let claim = thread.claim {
      var lower = thread.segment
      var earlier = thread.segmentStart
      while lower < upper {
        let sample = sample(lower)
        let hasEnded = claim.end.map { sample.time.addingClamped(origin) > $0 } ?? false
        if hasEnded || isPause(sample.time - earlier, sample) || !isOfTask(sample) { break }
        earlier = sample.time
        lower += 1
      }
      assign(thread.segment..<lower, claim, .adjacent)
    }
  }

  /// A time on the clock of the samples.
  private func time(_ timestamp: Int64, _ thread: ThreadState) -> Int64? {
    guard let origin = profiles[thread.profile].origin else { return nil }
    let (time, isOutOfRange) = timestamp.subtractingReportingOverflow(origin)
    return isOutOfRange ? nil : time
  }

  /// The state of a thread; `nil` if it was not sampled.
  private func state(of thread: ThreadIndex?) -> ThreadState? {
    guard let thread else { return nil }
    if let known = states[thread] { return known }
    let found = find(thread)
    states[thread] = .some(found)
    return found
  }

  private func find(_ thread: ThreadIndex) -> ThreadState? {
    let described = participants.threads[Int(thread)]
    let process = participants.processes[Int(described.process)]
    guard let vpid = process.vpid, let origin = process.clockOrigin else { return nil }
    for number in profiles.indices {
      let recording = profiles[number].recording
      guard recording.isOf(process), Self.covers(recording, vpid) else { continue }
      profiles[number].origin = profiles[number].origin ?? origin
      let key = ThreadKey(
        profile: number, thread: CPUProfile.Thread(pid: vpid, tid: described.vtid))
      if let known = byThread[key] { return known }
      // A thread that was never running at a sample; its work took time nevertheless.
      let idle = ThreadState(profile: number, samples: [])
      byThread[key] = idle
      return idle
    }
    return nil
  }

  private static func covers(_ recording: RecordedProfile, _ pid: Int64) -> Bool {
    recording.manifest.program.map { Int64($0.pid) == pid } == true
      || recording.manifest.attached.contains { Int64($0.pid) == pid }
      || recording.profile.threads.contains { $0.pid == pid }
  }
}
