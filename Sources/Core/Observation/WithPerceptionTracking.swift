public import Observation

/// Tracks what is read, as `withObservationTracking` does; the spelling of the library that brings
/// Observation to older systems of Apple.
///
/// - Parameters:
///   - apply: Reads what is to be observed.
///   - onChange: Called once, when the first of it changes.
/// - Returns: What `apply` returns.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}
