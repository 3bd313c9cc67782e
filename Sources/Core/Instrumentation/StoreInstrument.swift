/// Instruments stores: a module implements it, and Core calls it with the events of stores, their
/// children, observers and effects.
///
/// It is Core's only interface to instrumentation. Effects are reported to the ``EffectTracker``
/// that a wrapper has put around them, the part of the instrument that belongs to one action.
package protocol StoreInstrument: AnyObject, Sendable {
  /// The number of the latest attachment: stores and effects last reported under a lower one are
  /// reported again by ``StoreInstrumentation/dumpState()``.
  var generation: UInt64 { get }
  /// A root store, or a store scoped from another, was created.
  func storeCreated(_ store: StoreIdentity)
  /// A store that was created before the instrument was attached, or attached again, is alive.
  ///
  /// - Parameter age: The nanoseconds since it was created, or since the clock's last tick before
  ///   that, some milliseconds earlier; `nil` if unknown.
  func storeIsAlive(_ store: StoreIdentity, age: Int64?)
  /// A store was released.
  func storeReleased(_ store: StoreIdentity)
  /// The same reducer, with its actions and effects instrumented.
  ///
  /// - Parameter prefix: Distinguishes its events from the events of others; the name of the
  ///   feature if `nil`.
  func instrumenting<State, Action>(
    _ base: PreparedReducer<State, Action>, prefix: String?
  ) -> PreparedReducer<State, Action>
  /// An action is sent to a store. Called while sends are instrumented.
  func actionSent(_ action: SentAction)
  /// A child store was requested, and found in the cache or created. Called while scopes are
  /// instrumented.
  func childRequested(_ child: UInt64, of store: UInt64, isCached: Bool)
  /// An observer is about to react to a change.
  ///
  /// - Returns: Whether ``observerDidRun(_:after:taken:)`` is to be called, and with a duration.
  func observerWillRun(_ observer: ObserverIdentity, after cause: ObserverCause) -> ObserverReport
  /// An observer has reacted to a change of a root store, 0 if the store is unknown.
  ///
  /// - Parameter taken: The duration of the reaction in nanoseconds, if that was requested.
  func observerDidRun(_ observer: ObserverIdentity, after store: UInt64, taken: UInt64?)
  /// The kind of the trackers of effects that belong to this instrument.
  var effectKind: EffectTrackerKind { get }
  /// Tracks an effect that was started while actions were not instrumented.
  ///
  /// - Parameter origin: The name of the root store's action that started it.
  func tracker(ofEffectBegunBy origin: UnsafePointer<CChar>) -> any EffectTracker
}
