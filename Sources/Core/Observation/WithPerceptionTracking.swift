import Observation

/// A type whose properties can be observed, under its name on systems without `Observation`.
public typealias Perceptible = Observable

/// Calls a function when a property changes that another function has read.
///
/// The name of `withObservationTracking` on systems without `Observation`.
///
/// - Parameters:
///   - apply: Reads properties.
///   - onChange: Called once, before the first of these properties changes.
/// - Returns: The result of `apply`.
public func withPerceptionTracking<T>(
  _ apply: () -> T,
  onChange: @autoclosure () -> @Sendable () -> Void
) -> T {
  withObservationTracking(apply, onChange: onChange())
}
