/// The events of a piece of work, as its own code sees them.
public enum ReferenceEvent: Hashable, Sendable {
  case began(isCancelled: Bool)
  case returned
  case threwCancellation
  case threwError
  /// `catch:` was called.
  case handled
  case handlerReturned
}
