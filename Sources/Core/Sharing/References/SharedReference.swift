/// Leads to a shared value, or to a part of one.
protocol SharedReference<Value>: AnyObject, CustomStringConvertible, Sendable {
  associatedtype Value

  /// The whole of which this is a part; itself if it is no part.
  var origin: any SharedOrigin { get }

  /// The value at a moment of a test; as it is now where there is none.
  func read(at moment: SharedMoment?) -> Value
}

extension SharedReference {
  /// The value as the code that runs is to see it. An observer is notified of its next change.
  var value: Value {
    let moment = SharedPerspective.momentOfReads
    // Before the value is looked at: a change between the two would be missed the other way round.
    if moment == nil { origin.willRead() }
    return read(at: moment)
  }
}

/// Leads to a shared value, or to a part of one, that can be changed.
protocol MutableSharedReference<Value>: SharedReference {
  /// Changes the value at a moment of a test; as it is now where there is none.
  func withLock<R>(
    at moment: SharedMoment?, place: SourcePlace, _ operation: (inout Value) throws -> R
  ) rethrows -> R
}

/// The whole of a shared value, without its type.
protocol SharedOrigin: AnyObject, Sendable {
  /// Notes that the value is about to be read.
  func willRead()

  /// Notifies the observers of the value, though it may not have changed.
  func notifyObservers()

  /// How loading and saving went. An observer is notified of the next change.
  var status: SharedStatus { get }

  /// Loads the value anew, if there is something to load it from.
  func load() async throws

  /// Saves the value now, if there is something to save it to.
  func save() async throws
}

/// How loading and saving of a shared value went.
struct SharedStatus: Sendable {
  var isLoading = false
  var loadError: (any Error)?
  var saveError: (any Error)?
}
