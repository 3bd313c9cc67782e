import Observation

/// Where observers of a shared value register.
final class SharedObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// What observers register for.
  private var value: Void { () }
  /// Evaluated once, as a key path literal costs as much as the rest of a read.
  private static let valuePath = \SharedObservation.value

  /// Notes that what this stands for is being read.
  func willRead() {
    registrar.access(self, keyPath: Self.valuePath)
  }

  /// Notifies the observers that have read it.
  ///
  /// Called after the change, and outside of all locks: an observer that looks again at once finds
  /// the new value, and one that looks in between has been told or finds the new value too.
  func didChange() {
    registrar.willSet(self, keyPath: Self.valuePath)
    registrar.didSet(self, keyPath: Self.valuePath)
  }
}
