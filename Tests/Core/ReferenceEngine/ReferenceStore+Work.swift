// How the code of effects runs.

extension ReferenceStore {
  /// Runs all work that is ready.
  public func settle() {
    while !ready.isEmpty {
      let job = ready.removeFirst()
      isCrowded = isCrowded || !ready.isEmpty
      run(job)
      if ready.isEmpty { isCrowded = false }
    }
    // Code that is not cancelled continues without a store, which is not followed any further.
    if isReleased, jobs.contains(where: { !$0.isCurrentPartCancelled }) { isAmbiguous = true }
  }

  /// Runs the code of an effect up to its next wait, where another engine determines the order.
  ///
  /// - Returns: Whether it could run.
  public func run(_ serial: Int) -> Bool {
    let job = jobs.first { job in
      guard case .work(let work) = job.kind else { return false }
      return work.serial == serial
    }
    guard let job else { return false }
    if let index = ready.firstIndex(where: { $0 === job }) {
      ready.remove(at: index)
    } else {
      switch job.block {
      case .turn, .hop: break
      case .sleep, nil: return false
      }
    }
    if case .turn? = job.block, !job.isCurrentPartCancelled { job.block = nil }
    run(job)
    return true
  }

  private func run(_ job: Job) {
    runCount += 1
    current = job
    defer { current = nil }
    // All that it has sent is delivered by now.
    if job.isOver { return end(job) }
    switch job.kind {
    case .work(let work): run(job, work)
    case .delay(let base, let deadline):
      wait(job, until: deadline) {
        if base.acts { act(job) }
        var context = job.context
        context.pass = makePass()
        start(base, in: context)
      }
    case .throttled(let throttle, let deadline):
      wait(job, until: deadline) {
        guard let action = throttle.waiting else { return }
        act(job)
        throttle.waiting = nil
        beginInterval(of: throttle)
        deliver(action, in: throttle.outer)
      }
    case .sequence: break
    }
  }

  /// Runs code once it is time, and ends the job.
  private func wait(_ job: Job, until deadline: Int, _ body: () -> Void) {
    if job.isCancelled {
      job.block = nil
      return end(job)
    }
    guard job.hasBegun else {
      job.hasBegun = true
      return sleep(job, until: deadline)
    }
    if !isReleased { body() }
    end(job)
  }

  private func sleep(_ job: Job, until deadline: Int) {
    sleepCount += 1
    job.block = .sleep(until: deadline, order: sleepCount)
  }

  /// The job does something that others may notice. If others could go on at the same time, more
  /// than one order is right.
  func act(_ job: Job) {
    guard !isOrdered else { return }
    if isCrowded || (!job.parts.isEmpty && !ready.isEmpty) { isAmbiguous = true }
  }

  private func run(_ job: Job, _ work: ReferenceWork<Action>) {
    if !job.hasBegun {
      job.hasBegun = true
      record(work.serial, .began(isCancelled: job.isCancelled))
      job.frames = [.init(rest: work.operations[...], role: .body)]
    } else if let block = job.block {
      // The job was cancelled, or a part has begun or ended.
      job.block = nil
      switch block {
      case .turn(let reaction): react(job, work, reaction)
      case .sleep: unwind(job, work, isCancellation: true)
      case .hop: resumeUnwinding(job, work)
      }
    }
    while job.block == nil, let frame = job.frames.last {
      guard let operation = frame.rest.first else {
        leave(job, work)
        continue
      }
      job.frames[job.frames.count - 1].rest.removeFirst()
      perform(operation, job, work)
    }
    if job.frames.isEmpty { end(job) }
  }

  private func perform(
    _ operation: ReferenceOperation<Action>, _ job: Job, _ work: ReferenceWork<Action>
  ) {
    let isCancelled = job.isCurrentPartCancelled
    switch operation {
    case .wait(let reaction):
      if isCancelled { react(job, work, reaction) } else { job.block = .turn(reaction) }
    case .sleep(let duration):
      if isCancelled {
        unwind(job, work, isCancellation: true)
      } else {
        sleep(job, until: now + duration)
      }
    case .send(let action):
      guard !isCancelled else { break }
      act(job)
      deliver(action, in: job.context, from: job)
    case .dismiss:
      guard let dismissal = job.context.dismissal else {
        report(.dismissedWithoutPresentation)
        break
      }
      act(job)
      // A feature that is not presented any more has nothing to dismiss, even if it is back.
      guard !job.isDismissed, children.contains(dismissal.child) else { break }
      deliver(dismissal.action, group: job.context.group)
    case .fail: unwind(job, work, isCancellation: false)
    case .cancel(let id):
      act(job)
      cancel(id: id, within: job.context.path)
    case .part(let id, let cancelInFlight, let recovers, let operations):
      if cancelInFlight {
        act(job)
        cancel(id: id, within: job.context.path)
      }
      let part = Job.Part(
        id: id, recovers: recovers, isCancelled: job.isCurrentPartCancelled)
      job.frames.append(.init(rest: operations[...], role: .part(part)))
      if isOrdered { job.block = .hop }
    case .shielded(let operations):
      let part = Job.Part(id: nil, recovers: true, isCancelled: false)
      job.frames.append(.init(rest: operations[...], role: .part(part)))
      if isOrdered { job.block = .hop }
    }
  }

  private func react(_ job: Job, _ work: ReferenceWork<Action>, _ reaction: ReferenceReaction) {
    switch reaction {
    case .stop: unwind(job, work, isCancellation: true)
    case .fail: unwind(job, work, isCancellation: false)
    case .goOn: break
    }
  }

  /// The innermost list of operations is done.
  private func leave(_ job: Job, _ work: ReferenceWork<Action>) {
    switch job.frames.removeLast().role {
    case .body: record(work.serial, .returned)
    case .handler: record(work.serial, .handlerReturned)
    case .part: resumeAfterPart(job)
    }
  }

  /// A part has a task of its own. Code that waits for its end continues after all code that can
  /// continue already.
  private func resumeAfterPart(_ job: Job) {
    if isOrdered {
      job.block = .hop
    } else if !ready.isEmpty {
      isCrowded = true
    }
  }

  /// Goes on after a part, with the error that it has thrown.
  private func resumeUnwinding(_ job: Job, _ work: ReferenceWork<Action>) {
    guard let isCancellation = job.errorIsCancellation else { return }
    job.errorIsCancellation = nil
    unwind(job, work, isCancellation: isCancellation)
  }

  /// An error was thrown.
  private func unwind(_ job: Job, _ work: ReferenceWork<Action>, isCancellation: Bool) {
    while let frame = job.frames.popLast() {
      switch frame.role {
      case .part(let part):
        resumeAfterPart(job)
        if part.recovers { return }
        if isOrdered {
          job.errorIsCancellation = isCancellation
          return
        }
      case .handler: record(work.serial, .handlerReturned)
      case .body:
        record(work.serial, isCancellation ? .threwCancellation : .threwError)
        // Cancelled code has no error to handle.
        guard !isCancellation, !job.isCancelled else { return }
        guard let handler = work.handler else { return report(.unhandledError) }
        record(work.serial, .handled)
        job.frames.append(.init(rest: handler[...], role: .handler))
        return
      }
    }
  }
}

extension ReferenceEffect {
  /// Whether to start it does anything at once.
  var acts: Bool {
    switch self {
    case .send, .cancel, .debounce, .throttle: true
    case .none, .run, .found, .removed, .renamed: false
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.acts)
    case .cancellable(let base, _, let cancelInFlight): cancelInFlight || base.acts
    case .of(_, let base), .presented(_, let base, _), .scoped(let base): base.acts
    }
  }
}
