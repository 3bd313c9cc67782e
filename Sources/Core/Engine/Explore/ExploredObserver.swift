/// An observer in an explored run.
///
/// The Observation framework keeps observers in sets, and notifies them in another order in each
/// process: a run orders their tasks by the observers.
///
/// Unchecked: used by the thread of the run only.
final class ExploredObserver: @unchecked Sendable {
  private weak let run: ExploredRun?
  /// The same for the same observer in another order.
  let identity: Int
  /// The number of observers before it.
  let number: Int
  /// The number of its tasks.
  var reactions = 0

  init(_ run: ExploredRun, identity: Int, number: Int) {
    self.run = run
    self.identity = identity
    self.number = number
  }

  /// The next task that is started is the observer's.
  func willReact() {
    guard let run, ExploredRun.current === run else { return }
    run.notified = self
  }
}
