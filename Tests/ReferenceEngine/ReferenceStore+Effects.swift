// How effects start and how they are cancelled.

extension ReferenceStore {
  func start(_ effect: ReferenceEffect<Action>, in context: ReferenceContext<Action>) {
    guard !effect.isNone, !isReleased else { return }
    switch effect {
    case .none, .removed: break
    case .send(let action): deliver(action, group: context.group)
    case .run(let work): begin(Job(.work(work), context, pass: pass), isReady: true)
    case .merge(let effects): for effect in effects { start(effect, in: context) }
    case .concatenate(let effects):
      `continue`(Job(.sequence(effects.filter { !$0.isNone }[...]), context, pass: pass))
    case .cancellable(let base, let id, let cancelInFlight):
      if cancelInFlight { cancel(id: id, within: context.path) }
      start(base, in: context.cancellable(by: id))
    case .cancel(let id):
      // Which of them comes first, if both are parts of one effect?
      if jobs.contains(where: { $0.pass == pass && $0.isMeant(by: id, within: context.path) }) {
        isAmbiguous = true
      }
      cancel(id: id, within: context.path)
    case .debounce(let base, let id, let duration):
      cancel(id: id, within: context.path)
      let kind = Job.Kind.delay(base, until: now + duration, willStart: nil)
      begin(Job(kind, context.cancellable(by: id), pass: pass), isReady: true)
    case .throttle(let base, let id, let interval, let latest):
      throttle(base, id: id, for: interval, latest: latest, in: context.cancellable(by: id))
    case .of(let child, let base):
      var context = context
      context.path.append(child)
      start(base, in: context)
    case .presented(let child, let base, let dismissal):
      var context = context
      context.path.append(child)
      context.dismissal = (context.path, dismissal)
      start(base, in: context)
    }
  }

  /// Starts the effect at once outside of an interval; within one, it waits for the end, or another one
  /// does already.
  private func throttle(
    _ base: ReferenceEffect<Action>, id: Int, for interval: Int, latest: Bool,
    in context: ReferenceContext<Action>
  ) {
    let place = ThrottlePlace(id: id, path: context.path)
    let waiting = jobs.filter { job in
      guard case .delay(_, _, .some) = job.kind else { return false }
      return !job.isCancelled && job.context.path == place.path && job.throttleID == id
    }
    if !waiting.isEmpty {
      guard latest else { return }
      for job in waiting { cancel(job) }
    }
    guard let end = intervals[place], now < end else {
      intervals[place] = now + interval
      return start(base, in: context)
    }
    let job = Job(
      .delay(base, until: end) { [weak self] in self?.intervals[place] = end + interval }, context,
      pass: pass)
    job.throttleID = id
    begin(job, isReady: true)
  }

  private func begin(_ job: Job, isReady: Bool) {
    jobs.append(job)
    job.context.sequence?.openPieces += 1
    if isReady { ready.append(job) }
    if cancelledGroups.contains(job.context.group) { cancel(job) }
  }

  /// Starts the next effects of a concatenation, until one takes time.
  func `continue`(_ sequence: Job) {
    var context = sequence.context
    context.sequence = sequence
    while !sequence.isCancelled, !isReleased, case .sequence(var rest) = sequence.kind,
      let effect = rest.popFirst()
    {
      sequence.kind = .sequence(rest)
      start(effect, in: context)
      guard sequence.openPieces > 0 else { continue }
      if !jobs.contains(where: { $0 === sequence }) { begin(sequence, isReady: false) }
      return
    }
    if jobs.contains(where: { $0 === sequence }) { end(sequence) }
  }

  func end(_ job: Job) {
    jobs.removeAll { $0 === job }
    guard let sequence = job.context.sequence else { return }
    sequence.openPieces -= 1
    if sequence.openPieces == 0 { `continue`(sequence) }
  }

  // MARK: Cancellation

  /// Cancels what the feature at a path, and those below it, have started with an id.
  func cancel(id: Int, within path: ReferencePath) {
    for job in jobs where job.context.path.starts(with: path) {
      if job.context.ids.contains(id) {
        cancel(job)
      } else if job.cancelPart(id) {
        wake(job)
      }
    }
  }

  func cancel(_ isMeant: (Job) -> Bool) {
    for job in jobs where isMeant(job) { cancel(job) }
  }

  func cancel(_ job: Job) {
    job.cancel()
    wake(job)
  }

  /// What waits goes on when it is cancelled.
  private func wake(_ job: Job) {
    guard job.block != nil, job.isCurrentPartCancelled, !ready.contains(where: { $0 === job })
    else { return }
    ready.append(job)
  }
}

extension ReferenceContext {
  fileprivate func cancellable(by id: Int) -> Self {
    var context = self
    context.ids.append(id)
    return context
  }
}

extension ReferenceJob {
  fileprivate func isMeant(by id: Int, within path: ReferencePath) -> Bool {
    context.ids.contains(id) && context.path.starts(with: path)
  }
}
