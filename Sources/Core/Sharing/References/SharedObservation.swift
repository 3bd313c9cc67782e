import Observation

/// The registrar of the observers of a shared value.
final class SharedObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// The observed property.
  private var value: Void { () }
  /// Evaluated once, as a key path literal costs as much as the rest of a read.
  private static let valuePath = \SharedObservation.value

  /// Registers a read of the value.
  func willRead() {
    registrar.access(self, keyPath: Self.valuePath)
  }

  /// Notifies the observers that have read it.
  ///
  /// Called after the change, and outside of all locks: an observer that reads again at once gets
  /// the new value, and one that reads in between has been notified or gets the new value too.
  func didChange() {
    registrar.willSet(self, keyPath: Self.valuePath)
    registrar.didSet(self, keyPath: Self.valuePath)
  }
}
