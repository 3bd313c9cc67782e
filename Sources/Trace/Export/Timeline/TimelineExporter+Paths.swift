import TraceAnalysis

extension TimelineExporter {
  /// Draws critical paths: each as a slice with its steps within it, and below those the effects
  /// beside it with their slack.
  func write(_ paths: SlowestPaths) {
    var tracks: [ProcessIndex: PathTracks] = [:]
    for instance in paths.instances {
      let process = self.tracks(of: instance.path.process)
      var known =
        tracks[instance.path.process]
        ?? PathTracks(group: newTrack("Critical paths", of: process, rank: -1))
      write(instance, &known, process)
      tracks[instance.path.process] = known
    }
  }

  private func write(
    _ instance: SlowestPaths.Instance, _ tracks: inout PathTracks, _ process: ProcessTracks
  ) {
    let path = instance.path
    let name = names[path.name].displayed
    func lane(_ name: String, _ lanes: inout QueueLanes, from start: Int64, until end: Int64)
      -> TimelineTrack.ID
    {
      lanes.take(from: start, until: end) { [group = tracks.group] in
        newTrack(name, of: process, below: group, isLane: true)
      }
    }
    let track = lane(
      name, &tracks.paths[path.name, default: .init()], from: path.start, until: path.end)
    writer.open(.begin, on: track, at: path.start)
    writer.category(.path)
    writer.name(path.name)
    writer.argument(.action, path.action)
    writer.argument(.origin, word: path.origin.word)
    for segment in PathSegment.allCases where path.times[segment] > 0 {
      writer.argument(segment.argument, path.times[segment])
    }
    writer.argument(.actions, Int64(path.actionCount))
    writer.argument(.effects, Int64(path.effectCount))
    if !path.doubts.isEmpty {
      writer.argument(.lowerBound, text: path.doubts.words.joined(separator: ", "))
    }
    if instance.omittedSteps > 0 { writer.argument(.omitted, Int64(instance.omittedSteps)) }
    writer.close()
    for step in path.steps {
      writer.open(.begin, on: track, at: step.start)
      writer.category(.step)
      writer.name(text(of: step))
      writer.argument(.segment, word: step.segment.word)
      write(step.subject)
      writer.close()
      end(track, at: step.end)
    }
    end(track, at: path.end)

    for parallel in instance.parallels {
      let end = max(parallel.end ?? path.end, parallel.start)
      // Its consequences are in between: the slack is the time that was left after them.
      let slack = parallel.slack.map { max(path.end - $0, end) }
      let track = lane(
        "beside \(name)", &tracks.parallels[path.name, default: .init()], from: parallel.start,
        until: max(end, path.end))
      writer.open(.begin, on: track, at: parallel.start)
      writer.category(.beside)
      writer.name("effect of " + names[parallel.effect.name].displayed)
      write(parallel.effect)
      if let outcome = parallel.outcome { writer.argument(.outcome, word: outcome.word) }
      if let slack = parallel.slack { writer.argument(.slack, slack) }
      writer.close()
      self.end(track, at: end)
      guard let slack, slack < path.end else { continue }
      writer.open(.begin, on: track, at: slack)
      writer.category(.slack)
      writer.name("slack")
      write(parallel.effect)
      writer.close()
      self.end(track, at: path.end)
    }
  }

  private func end(_ track: TimelineTrack.ID, at time: Int64) {
    writer.open(.end, on: track, at: time)
    writer.close()
  }

  private func write(_ subject: CriticalPath.Subject) {
    switch subject.kind {
    case .action: writer.argument(.action, subject.id)
    case .effect: writer.argument(.effect, subject.id)
    case .observer:
      writer.argument(.file, subject.name)
      writer.argument(.line, subject.line)
    case .interval, .store: break
    }
  }

  private func text(of step: CriticalPath.Step) -> String {
    let subject = step.subject
    let name =
      subject.kind == .observer
      ? "\(names[subject.name].name):\(subject.line)" : names[subject.name].displayed
    return switch step.segment {
    case .reducers: "reducer " + name
    case .effects: "effect of " + name
    case .observers: "observer " + name
    case .queue: "queue " + name
    case .waiting: "waiting for " + (subject.kind == .effect ? "effect of " : "") + name
    case .unknown: "unknown: events lost"
    }
  }
}

/// The tracks of a process's critical paths.
private struct PathTracks {
  let group: TimelineTrack.ID
  /// Paths of the same action can overlap.
  var paths: [NameID: QueueLanes] = [:]
  var parallels: [NameID: QueueLanes] = [:]
}

extension PathSegment {
  fileprivate var word: StaticString {
    switch self {
    case .reducers: "reducers"
    case .queue: "queue"
    case .waiting: "waiting"
    case .effects: "effects"
    case .observers: "observers"
    case .unknown: "unknown"
    }
  }

  fileprivate var argument: TimelineArgument {
    switch self {
    case .reducers: .reducersTime
    case .queue: .queueTime
    case .waiting: .waitingTime
    case .effects: .effectsTime
    case .observers: .observersTime
    case .unknown: .unknownTime
    }
  }
}

extension CriticalPath.Origin {
  fileprivate var word: StaticString {
    switch self {
    case .outside: "outside"
    case .effect: "effect"
    case .continued: "continued"
    }
  }
}
