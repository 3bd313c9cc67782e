/// Something that makes the same order another one each time.
package enum UncontrolledWork {
  /// The program waits for a clock or a queue of the system.
  case systemClock
  /// Another thread has resumed a task of the run, or run a part of it.
  case otherThread
  /// Another thread has resumed a task of an earlier run.
  case earlierRun
  /// A store of the feature was made outside of the run.
  case storeFromOutside(feature: String)
}
