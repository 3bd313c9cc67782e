/// The events of a piece of work, as its own code sees them.
public enum ReferenceEvent: Hashable, Sendable {
  case began(isCancelled: Bool)
  case returned
  case threwCancellation
  case threwError
  /// `catch:` was called.
  case handled
  case handlerReturned
  /// Waiting code was cancelled. It has not gone on yet.
  ///
  /// - Parameters:
  ///   - isInTime: Whether the child of the effect, if that is the reason, was seen to go away by
  ///     its operator. Others notice it later.
  ///   - isBetweenActions: Whether actions wait for the current one.
  case interrupted(isInTime: Bool, isBetweenActions: Bool)
}
