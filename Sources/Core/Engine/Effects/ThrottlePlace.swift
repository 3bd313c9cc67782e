/// The throttled effects of a feature that share an id.
struct ThrottlePlace: Hashable {
  let id: CancelID
  let path: EffectPath?

  /// The id of an action that waits for the end of an interval.
  var waitingID: CancelID { CancelID(self) }
}

/// The interval in which actions of throttled effects have to wait.
struct ThrottleInterval {
  /// An instant of the effects' clock.
  let end: any Sendable
  /// The first action that was sent in the interval, if that is the one to deliver.
  var firstAction: Any?
  /// An effect that ends once its action no longer waits.
  var wait: Wait?

  struct Wait {
    let effect: RunningEffect
    let end: AsyncStream<Never>
    /// Later waits have higher numbers.
    let number: UInt64
  }
}
