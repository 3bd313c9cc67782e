/// The chain of causes of a span: an effect, the action whose reducer returned it, the effect that
/// sent that action, and so on, back to an action that came from outside.
///
/// A chain can be as long as the program runs. The latest links are kept, at least
/// ``minimumLength`` of them.
public final class CauseChain: Sendable {
  /// The effect.
  public let effect: Link
  /// The action that started the effect, `nil` if the trace does not contain it.
  public let action: Link?
  /// The cause of that action, `nil` if it came from outside or is unknown: see ``isCutOff``.
  public let previous: CauseChain?
  /// Whether earlier links are unknown.
  public let isCutOff: Bool

  private let length: Int

  /// The minimum number of effects in a chain before its oldest are dropped.
  public static let minimumLength = 32

  /// A link of the chain.
  public struct Link: Sendable, Equatable {
    /// The id of the action or effect, unique within its process.
    public var id: UInt64
    /// The name of the cause.
    public var name: NameID
    /// The begin of the cause, in nanoseconds since the Unix epoch.
    public var start: Int64
  }

  init(effect: Link, action: Link?, previous: CauseChain?, isCutOff: Bool) {
    self.effect = effect
    self.action = action
    // Cutting occasionally rather than each time costs one more link per effect, on average.
    let isTooLong = (previous?.length ?? 0) >= Self.minimumLength * 2
    self.previous = isTooLong ? previous?.latest(Self.minimumLength) : previous
    self.isCutOff = isCutOff
    length = (self.previous?.length ?? 0) + 1
  }

  private func latest(_ count: Int) -> CauseChain {
    CauseChain(
      effect: effect, action: action, previous: count > 1 ? previous?.latest(count - 1) : nil,
      isCutOff: isCutOff || count == 1 && previous != nil)
  }

}
