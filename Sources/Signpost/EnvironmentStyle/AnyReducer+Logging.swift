public import ComposableCore
public import Logging

extension AnyReducer {
  /// Logs each action of this reducer with its duration, and each effect.
  ///
  /// ```swift
  /// let store = Store(
  ///   initialState: AppState(),
  ///   reducer: appReducer.logging(Logger(label: "app"), level: .info),
  ///   environment: .live
  /// )
  /// ```
  ///
  /// The records equal the records of
  /// ``ComposableCore/Reducer/logging(_:level:effects:prefix:recordsErrors:)``, which is the modern
  /// form.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - level: The level of the records of actions.
  ///   - effectLevel: The level of the records of effects; `level` if `nil`.
  ///   - prefix: Distinguishes this reducer's records from others.
  ///   - recordsErrors: Whether the records of effects that throw contain the description of the
  ///     error.
  public func logging(
    _ logger: Logger, level: Logger.Level = .debug, effects effectLevel: Logger.Level? = nil,
    prefix: String = "", recordsErrors: Bool = false
  ) -> Self {
    wrapped(
      by: WrapperSite(prefix: prefix, of: (State.self, Action.self)) {
        LoggingListener(
          $0, logger, level: level, effectLevel: effectLevel ?? level,
          recordsErrors: recordsErrors)
      })
  }
}
