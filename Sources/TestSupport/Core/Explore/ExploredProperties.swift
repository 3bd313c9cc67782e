/// The properties that an exploration requires of each order, in addition to its checks.
///
/// That each effect which begins also ends, once, is no property: the store reports both, around
/// the work of the effect. An effect that does not end is a matter of ``noUnfinishedEffects``, or
/// of ``noOutlivingEffects`` if its feature has ended.
public struct ExploredProperties: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// A set of the bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The final state does not depend on the order.
  public static let confluence = Self(rawValue: 1)
  /// No effect runs after its store has been released, or waits at the end after its feature has
  /// been removed.
  public static let noOutlivingEffects = Self(rawValue: 2)
  /// The test never waits while nothing runs that could end the wait.
  public static let noDeadlock = Self(rawValue: 4)

  /// Each effect has ended before the checks, unless it waits for a test clock, for its
  /// cancellation in ``Exploration/endpoint(_:outcomes:_:)``, or for the next element of an
  /// `AsyncStream` or `AsyncThrowingStream`, as a subscription does.
  public static let noUnfinishedEffects = Self(rawValue: 8)
  /// No action arrives at a child that was removed, which its operator reports as an issue.
  public static let noActionsForRemovedFeatures = Self(rawValue: 16)

  /// All but ``confluence``, which many correct programs do not have.
  public static let usual: Self = [
    .noOutlivingEffects, .noDeadlock, .noUnfinishedEffects, .noActionsForRemovedFeatures,
  ]
}
