internal import CCore

/// A run of a program whose jobs are executed in a chosen order, as far as the code that is
/// controlled knows it.
package protocol ControlledRun: AnyObject {
  /// Records that the current task uses an object that others may use.
  func use(_ object: AnyObject)

  /// Records that the current task has received a value which the order may affect.
  func draw(_ value: some Hashable)

  /// Waits until all tasks of the run wait.
  nonisolated(nonsending) func becomeIdle() async

  /// Waits until time may pass: until every other task of the run waits, or is in a delay of any
  /// length, which may go on for longer.
  nonisolated(nonsending) func letTimePass() async

  /// Records that a clock has moved on. Tasks in a delay of any length are as much late from now
  /// on.
  func timeDidPass<Duration: DurationProtocol & Hashable>(
    on clock: any ControlledClock, by duration: Duration)

  /// How late the current task is by a clock: its sleeps may end as much later than the steps of
  /// the program.
  func lateness<Duration: DurationProtocol>(on clock: any ControlledClock) -> Duration

  /// Records that the program waits for a clock or a queue of the system, which the run does not
  /// control.
  func noteSystemClock()

  /// Records that the current effect begins to wait for something that the run controls.
  ///
  /// - Returns: Identifies the effect; `nil` outside of effects.
  func beginWaiting() -> ObjectIdentifier?

  /// Records the end of a wait.
  func endWaiting(_ effect: ObjectIdentifier)
}

/// A clock that a test moves on.
package protocol ControlledClock: AnyObject {
  /// Moves the clock on to the first sleep of a task that is late, if the sleep would have ended
  /// without the delay, and ends it.
  ///
  /// - Returns: Whether there was one.
  func wakeLateSleeps() -> Bool
}

/// The reference to a run that its thread keeps.
package final class ControlledRunReference {
  package unowned let run: any ControlledRun

  package init(_ run: any ControlledRun) {
    self.run = run
  }
}

/// The run of the current thread, if there is one.
package var controlledRun: (any ControlledRun)? {
  guard let reference = composable_get_chosen_run() else { return nil }
  return Unmanaged<ControlledRunReference>.fromOpaque(reference).takeUnretainedValue().run
}

/// Runs `body`, in which the current effect waits for something that the run controls.
package func waitingInControlledRun<Value>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
) async rethrows -> Value {
  let run = controlledRun
  let effect = run?.beginWaiting()
  defer { if let effect { run?.endWaiting(effect) } }
  return try await body()
}
