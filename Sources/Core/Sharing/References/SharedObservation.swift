import CCore
import Observation

/// The registrar of the observers of a shared value.
final class SharedObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  /// The type of the value, which names it for instruments: it has no property of its own.
  private let type: Any.Type?

  /// - Parameter type: `nil` for the status of a value.
  init(of type: Any.Type?) {
    self.type = type
  }

  /// The observed property.
  private var value: Void { () }
  /// Evaluated once, as a key path literal costs as much as the rest of a read.
  private static let valuePath = \SharedObservation.value

  /// Registers a read of the value.
  func willRead() {
    registrar.access(self, keyPath: Self.valuePath)
    ObservedReads.current?.append(self)
  }

  /// Notifies the observers that have read it.
  ///
  /// Called after the change, and outside of all locks: an observer that reads again at once gets
  /// the new value, and one that reads in between has been notified or gets the new value too.
  func didChange() {
    guard composable_instruments_observers() else { return notifyObservers() }
    let frame = composable_get_frame()
    ObservedChange(
      store: frame?.pointee.store ?? 0,
      action: frame.map(ObservedChange.openAction) ?? composable_reported_action(),
      place: type.map { ObservedPlace(type: $0, key: .shared) }
    )
    .notifying(.value(ObjectIdentifier(self))) { notifyObservers() }
  }

  private func notifyObservers() {
    registrar.willSet(self, keyPath: Self.valuePath)
    registrar.didSet(self, keyPath: Self.valuePath)
  }
}
