import CCore
import CompanionSupport

/// A reference to a shared value, or to a part of one.
protocol SharedReference<Value>: AnyObject, CustomStringConvertible, Sendable {
  associatedtype Value

  /// The whole value; `self` if this is not a part.
  var origin: any SharedOrigin { get }

  /// The value at a moment of a test; the current value for `nil`.
  func read(at moment: SharedMoment?) -> Value

  /// Whether another reference is to the same value, or to the same part of one.
  func refersToSamePart(as other: any SharedReference) -> Bool
}

extension SharedReference {
  func refersToSamePart(as other: any SharedReference) -> Bool { self === other }

  /// The value in the perspective of the running code. An observer is notified of its next change.
  var value: Value {
    let moment = SharedPerspective.momentOfReads
    // Before the value is read: in the other order, a change between the two would be missed.
    if moment == nil {
      origin.willRead()
      // A reducer's reads are a part of its state.
      if composable_get_frame() == nil { controlledRun?.use(origin) }
    }
    return read(at: moment)
  }
}

/// A mutable reference to a shared value, or to a part of one.
protocol MutableSharedReference<Value>: SharedReference {
  /// Changes the value at a moment of a test; the current value for `nil`.
  func withLock<R>(
    at moment: SharedMoment?, place: SourcePlace, _ operation: (inout Value) throws -> R
  ) rethrows -> R
}

/// A whole shared value, without its type.
protocol SharedOrigin: AnyObject, Sendable {
  /// Called before the value is read.
  func willRead()

  /// Notifies the observers of the value, even if it has not changed.
  func notifyObservers()

  /// The status of loading and saving. An observer is notified of the next change.
  var status: SharedStatus { get }

  /// Loads the value again, if it has a key.
  func load() async throws

  /// Saves the value now, if it has a key.
  func save() async throws
}

/// The status of loading and saving a shared value.
struct SharedStatus: Sendable {
  var isLoading = false
  var loadError: (any Error)?
  var saveError: (any Error)?
}
