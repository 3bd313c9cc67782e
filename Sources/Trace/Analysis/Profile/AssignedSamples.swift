import CPUProfiles

/// The samples of a ``SampleAssigner`` that a filter selects.
package struct AssignedSamples {
  /// A sample, and its owner.
  package struct Element {
    /// The number of the sample in its profile.
    package var index: Int
    package var sample: CPUProfile.Sample
    package var process: ProcessIndex
    /// The number of its owner; `nil` between spans.
    package var owner: Int?
    package var evidence: SampleAssigner.Evidence
    /// The functions of its stack, the innermost first, without those around its owner.
    package var functions: [Int32]
    /// Whether the stack ends before the outermost function.
    package var isBroken: Bool
    /// Whether the stack ends there because perf follows no more callers.
    package var isTooDeep: Bool
  }

  /// The number of functions of a stack that perf follows, unless the kernel is configured
  /// otherwise.
  private static let deepestStack = 127

  private let assigner: SampleAssigner
  private let participants: TraceParticipants
  private let takesRest: Bool
  private var filter: FilterState
  private let isAroundAction: [[Bool]]
  private let isAroundEffect: [[Bool]]
  private let isAroundObserver: [[Bool]]
  private let isAroundInterval: [[Bool]]
  /// The functions that run tasks and threads, which are around everything.
  private let isAroundAll: [[Bool]]
  private let entryPoints: [[Bool]]

  /// - Parameter filter: A filter whose names are names of owners.
  package init(_ assigner: SampleAssigner, _ reader: TraceReader, _ filter: TraceFilter) {
    self.assigner = assigner
    participants = reader.participants
    // Code between spans has no name.
    takesRest = filter.names.isEmpty && filter.prefixes.isEmpty
    self.filter = FilterState(filter, reader.names, reader.participants)
    if let start = reader.participants.start { self.filter.begin(start) }
    let profiles = assigner.profiles.map(\.recording.profile)
    entryPoints = profiles.map(\.entryPoints)
    isAroundAction = profiles.map {
      $0.functions.map {
        $0.name.contains("ActionListener.reduce(") || $0.name.contains(".runInstrumented(")
      }
    }
    isAroundEffect = profiles.map {
      $0.functions.map {
        $0.name == "swift_job_run" || $0.name.hasPrefix("swift::runJobInEstablishedExecutorContext")
      }
    }
    isAroundObserver = profiles.map {
      $0.functions.map { $0.name.contains("StoreInstrumentation.react(") }
    }
    isAroundInterval = profiles.map {
      $0.functions.map { $0.name.contains("Signposter.withInterval") }
    }
    isAroundAll = zip(profiles, entryPoints).map { profile, entryPoints in
      zip(profile.functions, entryPoints).map { function, isEntry in
        isEntry || function.module.contains(".so")
          || function.name == "swift_job_run" || function.name.hasPrefix("swift::runJob")
      }
    }
  }

  /// Whether the filter selects an owner.
  package mutating func selects(_ owner: SampleAssigner.Owner) -> Bool {
    filter.matches(
      owner.name, source: owner.kind == .interval ? owner.source : .empty, owner.process)
  }

  /// Calls a function for each sample of a profile that the filter selects.
  ///
  /// - Parameters:
  ///   - around: Called before with each selected owner that is open around a sample, including its
  ///     own.
  /// - Returns: The number of samples of processes without events.
  package mutating func forEach(
    of number: Int, around: (Int, CPUProfile.Sample) -> Void = { _, _ in },
    _ body: (Element) -> Void
  ) -> UInt64 {
    let assigned = assigner.profiles[number]
    let profile = assigned.recording.profile
    let processes = processes(of: assigned.recording)
    var foreign: UInt64 = 0
    for (index, sample) in profile.samples.enumerated() {
      if let origin = assigned.origin {
        let time = sample.time.addingClamped(origin)
        if time < filter.start || time > filter.end { continue }
      }
      guard let process = processes[profile.threads[Int(sample.thread)].pid] else {
        foreign += 1
        continue
      }
      let owners = assigner.owners(around: index, in: number)
      for (position, owner) in owners.enumerated()
      where !owners[..<position].contains(owner) && selects(assigner.owners[owner]) {
        around(owner, sample)
      }
      let owner = assigner.owner(of: index, in: number)
      if let owner {
        guard selects(assigner.owners[owner.owner]) else { continue }
      } else {
        guard takesRest, filter.matches(.empty, process) else { continue }
      }
      let kind = owner.map { assigner.owners[$0.owner].kind }
      let stack = profile.stack(of: sample).map(\.function)
      let isBroken = stack.last.map { !entryPoints[number][Int($0)] } ?? true
      body(
        Element(
          index: index, sample: sample, process: process, owner: owner?.owner,
          evidence: owner?.evidence ?? .open, functions: own(stack, kind, number),
          isBroken: isBroken, isTooDeep: isBroken && stack.count >= Self.deepestStack))
    }
    return foreign
  }

  /// The part of a stack that belongs to a span, as far as it can be determined: without the
  /// functions around it, and without those that run tasks and threads.
  private func own(_ stack: [Int32], _ kind: Span.Kind?, _ number: Int) -> [Int32] {
    let isAround: [Bool]? =
      switch kind {
      case .action: isAroundAction[number]
      case .effect: isAroundEffect[number]
      case .observer: isAroundObserver[number]
      case .interval: isAroundInterval[number]
      case .store, nil: nil
      }
    if let isAround, let end = stack.firstIndex(where: { isAround[Int($0)] }) {
      return Array(stack.prefix(max(end, 1)))
    }
    let inner = stack.reversed().drop { isAroundAll[number][Int($0)] }
    // A library has the sample itself.
    return inner.isEmpty ? stack : inner.reversed()
  }

  /// The processes of the trace that a profile may have samples of, by their ids.
  private func processes(of recording: RecordedProfile) -> [Int64: ProcessIndex] {
    var found: [Int64: ProcessIndex] = [:]
    for (index, process) in participants.processes.enumerated() where recording.isOf(process) {
      if let vpid = process.vpid { found[vpid] = ProcessIndex(index) }
    }
    return found
  }
}
