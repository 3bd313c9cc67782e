import CompanionSupport

// Clocks, and waits for time to pass.

extension ExploredRun {
  package nonisolated(nonsending) func letTimePass() async {
    await withUnsafeContinuation { timeWaits.append($0) }
  }

  package func timeDidPass<Duration: DurationProtocol & Hashable>(
    on clock: any ControlledClock, by duration: Duration
  ) {
    if !clocks.contains(where: { $0 === clock }) { clocks.append(clock) }
    guard duration > .zero else { return }
    for worker in ready.delayedWorkers where worker !== stepper {
      worker.lateness.add(duration, on: clock)
      worker.absorb(duration)
    }
  }

  package func lateness<Duration: DurationProtocol>(on clock: any ControlledClock) -> Duration {
    worker.lateness.duration(on: clock)
  }

  /// Waits until all tasks of the run wait, and none of them for a time that it would have reached
  /// if the delays before had taken none.
  package nonisolated(nonsending) func comeToRest() async {
    await becomeIdle()
    while wakeLateSleeps() {
      repeat { await letTimePass() } while wakeLateSleeps()
      await becomeIdle()
    }
  }

  private func wakeLateSleeps() -> Bool { clocks.contains { $0.wakeLateSleeps() } }

  package func noteSystemClock() { note(.systemClock) }

  package func beginWaiting() -> ObjectIdentifier? {
    let effect = RunningEffect.current.map { ObjectIdentifier($0) }
    if let effect { effects.beginWaiting(effect) }
    return effect
  }

  package func endWaiting(_ effect: ObjectIdentifier) { effects.endWaiting(effect) }

  /// The events that started the effects which wait for something that the run does not control,
  /// other than the next element of a stream, once no job is ready.
  package var uncontrolledWaits: [Int] { effects.unfinished }
}
