// How effects start and how they are cancelled.

extension ReferenceStore {
  func start(_ effect: ReferenceEffect<Action>, in context: ReferenceContext<Action>) {
    guard !effect.isNone, !isReleased else { return }
    switch effect {
    case .none, .found, .removed, .renamed: break
    case .send(let action): deliver(action, in: context)
    case .run(let work): begin(Job(.work(work), context), isReady: true)
    case .merge(let effects): for effect in effects { start(effect, in: context) }
    case .concatenate(let effects):
      `continue`(
        Job(.sequence(effects.filter { !$0.isNone }[...]), context), pass: context.pass)
    case .cancellable(let base, let id, let cancelInFlight):
      if cancelInFlight { cancel(id: id, within: context.path) }
      start(base, in: context.cancellable(by: id))
    case .cancel(let id):
      // Spares the effects that the same returned effect has started, in any order of the two.
      cancel(id: id, within: context.path, sparing: context.pass)
    case .debounce(let base, let id, let duration):
      cancel(id: id, within: context.path)
      let kind = Job.Kind.delay(base, until: now + duration)
      begin(Job(kind, context.cancellable(by: id)), isReady: true)
    case .throttle(let base, let id, let interval, let latest):
      throttle(base, id: id, for: interval, latest: latest, in: context)
    case .of(let child, let base): start(base, in: self.context(of: child, in: context))
    case .scoped(let base):
      var context = context
      context.scopes += 1
      start(base, in: context)
    case .presented(let child, let base, let dismissal):
      var context = self.context(of: child, in: context)
      context.dismissal = (context.path, dismissal)
      start(base, in: context)
    }
  }

  private func context(
    of child: ReferenceChild, in context: ReferenceContext<Action>
  ) -> ReferenceContext<Action> {
    var context = context
    context.path.append(child)
    if !children.contains(context.path) {
      lastOrphan += 1
      context.path[context.path.count - 1].orphan = lastOrphan
    }
    return context
  }

  /// Starts an effect in place of the one before, with its actions throttled.
  private func throttle(
    _ base: ReferenceEffect<Action>, id: Int, for interval: Int, latest: Bool,
    in context: ReferenceContext<Action>
  ) {
    let place = ThrottlePlace(id: id, path: context.path)
    // The first action of an interval passes to the next effect, unless it was cancelled.
    if waitingAction(at: place) == nil { intervals[place]?.first = nil }
    cancel(id: id, within: context.path)
    let outer = context.cancellable(by: id)
    var inner = outer
    inner.throttles.append(
      ReferenceThrottle(place: place, interval: interval, latest: latest, outer: outer))
    start(base, in: inner)
  }

  /// The job that waits for the end of an interval.
  private func waitingAction(at place: ThrottlePlace) -> Job? {
    jobs.first { job in
      guard case .throttled(let throttle, _) = job.kind else { return false }
      return throttle.place == place && !job.isCancelled
    }
  }

  /// Delivers an action through the throttles around the effect that sends it.
  ///
  /// - Parameter sender: The work that sends it, if its code runs.
  func deliver(
    _ action: Action, in context: ReferenceContext<Action>, from sender: Job? = nil
  ) {
    guard let throttle = context.throttles.last else {
      return deliver(action, group: context.group)
    }
    let place = throttle.place
    if throttle.waiting != nil, waitingAction(at: place) != nil {
      if throttle.latest { throttle.waiting = action }
      return
    }
    guard let end = intervals[place]?.end, now < end else {
      beginInterval(of: throttle)
      return deliver(action, in: throttle.outer, from: sender)
    }
    throttle.waiting = action
    if !throttle.latest {
      // An action of a feature is none of the features that embed it.
      if let first = intervals[place]?.first, first.scopes == throttle.outer.scopes {
        throttle.waiting = first.action
      } else {
        intervals[place]?.first = (action, throttle.outer.scopes)
      }
    }
    let job = Job(.throttled(throttle, until: end), throttle.outer)
    job.sender = sender
    begin(job, isReady: true)
  }

  func beginInterval(of throttle: ReferenceThrottle<Action>) {
    // A removed effect begins no interval.
    guard !throttle.place.path.contains(where: \.isOrphan) else { return }
    intervals[throttle.place] = Interval(end: now + throttle.interval)
  }

  private func begin(_ job: Job, isReady: Bool) {
    jobs.append(job)
    job.context.sequence?.openPieces += 1
    if isReady { ready.append(job) }
    if cancelledGroups.contains(job.context.group) { cancel(job) }
  }

  /// Starts the next effects of a concatenation, until one takes time.
  func `continue`(_ sequence: Job, pass: Int) {
    var context = sequence.context
    context.sequence = sequence
    context.pass = pass
    continuing.append(sequence)
    defer { continuing.removeLast() }
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
    if !job.isCancelled, jobs.contains(where: { $0.sender === job }) {
      job.isOver = true
      return
    }
    jobs.removeAll { $0 === job }
    if let sender = job.sender, sender.isOver, !ready.contains(where: { $0 === sender }) {
      ready.append(sender)
    }
    guard let sequence = job.context.sequence else { return }
    sequence.openPieces -= 1
    guard sequence.openPieces == 0 else { return }
    if case .sequence(let rest) = sequence.kind, rest.first?.acts == true { act(sequence) }
    `continue`(sequence, pass: makePass())
  }

  // MARK: Cancellation

  /// Cancels the effects with an id of the feature at a path, and of the features below it.
  func cancel(id: Int, within path: ReferencePath, sparing pass: Int? = nil) {
    for job in jobs where job.context.path.starts(with: path) {
      if job.context.ids.contains(id) {
        if job.context.pass != pass { cancel(job) }
      } else if job.cancelPart(id) {
        // The rest of the work may go on before the operator sees that its child is gone.
        let path = job.context.path
        if unseenRemovals.contains(where: { path.starts(with: $0) }) { isAmbiguous = true }
        wake(job)
      }
    }
  }

  func cancel(_ isMeant: (Job) -> Bool) {
    for job in jobs where isMeant(job) { cancel(job) }
  }

  func cancel(_ job: Job) {
    job.cancel()
    if job.isOver, !ready.contains(where: { $0 === job }) { ready.append(job) }
    wake(job)
  }

  /// Waiting code continues when it is cancelled.
  private func wake(_ job: Job) {
    guard let block = job.block, job.isCurrentPartCancelled,
      !ready.contains(where: { $0 === job })
    else { return }
    if case .work(let work) = job.kind, case .turn = block {
      record(
        work.serial,
        .interrupted(isInTime: !isRemovingUnseen, isBetweenActions: hasWaitingActions))
    }
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
