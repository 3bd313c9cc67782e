/// What a module implements to instrument stores: Core calls it with what happens to stores, their
/// children, observers and effects.
///
/// It is all of the instrumentation that Core knows. An effect is reported to the
/// ``EffectTracker`` that a wrapper has put around it, which is the part of the instrument that
/// belongs to one action.
package protocol StoreInstrument: AnyObject, Sendable {
  /// The number of the latest attachment: a store or effect that was reported under a lower one is
  /// reported again by ``StoreInstrumentation/replay()``.
  var generation: UInt64 { get }
  /// A root store, or a store scoped from another, was created.
  func storeCreated(_ store: StoreIdentity)
  /// A store that was created earlier is alive as the instrument is attached, or attached again.
  ///
  /// - Parameter age: The nanoseconds since it was created, or since the clock's last tick before that,
  ///   some milliseconds earlier; `nil` where that is not known.
  func storeIsAlive(_ store: StoreIdentity, age: Int64?)
  /// A store was released.
  func storeReleased(_ store: StoreIdentity)
  /// The same reducer, with its actions and effects instrumented.
  ///
  /// - Parameter prefix: Tells its events from those of others; the name of the feature if `nil`.
  func instrumenting<State, Action>(
    _ base: PreparedReducer<State, Action>, prefix: String?
  ) -> PreparedReducer<State, Action>
  /// A store is sent an action. Called while sends are instrumented.
  func actionSent(_ action: SentAction)
  /// A child store was requested, and found or made. Called while scopes are instrumented.
  func childRequested(_ child: UInt64, of store: UInt64, isCached: Bool)
  /// An observer is about to react to a change of a root store, 0 where that is not known.
  ///
  /// - Returns: Whether ``observerDidRun(_:after:taken:)`` is to be called, and with a duration.
  func observerWillRun(_ observer: ObserverIdentity, after store: UInt64) -> ObserverReport
  /// An observer has reacted.
  ///
  /// - Parameter taken: How many nanoseconds that took, if that was asked for.
  func observerDidRun(_ observer: ObserverIdentity, after store: UInt64, taken: UInt64?)
  /// The kind of the trackers of effects that belong to this instrument.
  var effectKind: EffectTrackerKind { get }
  /// Tracks an effect that has begun while actions were not instrumented.
  ///
  /// - Parameter origin: The name of the root store's action that started it.
  func tracker(ofEffectBegunBy origin: UnsafePointer<CChar>) -> any EffectTracker
}
