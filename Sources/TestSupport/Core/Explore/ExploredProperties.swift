/// The properties that an exploration requires of each order, in addition to its checks.
///
/// An action that arrives at a removed child needs no property: the operators of children report an
/// issue for it, which fails the order.
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

  /// Each effect has ended before the checks, unless it waits for a test clock, or for its
  /// cancellation in ``Exploration/endpoint(_:outcomes:_:)``.
  public static let noUnfinishedEffects = Self(rawValue: 8)

  /// All but ``confluence``, which many correct programs do not have.
  public static let usual: Self = [.noOutlivingEffects, .noDeadlock, .noUnfinishedEffects]
}
