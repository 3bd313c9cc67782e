/// A task, or a turn of an actor, as far as an explored run has observed it.
final class ExploredWorker {
  let identity: Int
  /// The number of workers before it.
  let ordinal: Int
  /// A hash of everything that the worker has done and received.
  var history: Int
  var children = 0
  /// Whether the worker goes on after all others: the choice of another job has postponed it.
  var isPostponed = false
  var lateness = Lateness()

  init(identity: Int, ordinal: Int) {
    self.identity = identity
    self.ordinal = ordinal
    history = identity
  }

  func absorb<each Value: Hashable>(_ values: repeat each Value) {
    history = exploredHash(history, repeat each values)
  }
}
