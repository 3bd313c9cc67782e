public import ComposableCore
public import Logging

extension Reducer {
  /// Logs each action of this reducer with its duration, and each effect.
  ///
  /// ```swift
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().logging(Logger(label: "feature"), level: .info, effects: .debug)
  /// }
  /// ```
  /// ```
  /// info feature: [Signpost] action incrementButtonTapped
  ///   action=incrementButtonTapped changed=yes duration=1204 effect=none store=1
  /// ```
  ///
  /// It writes one record for each action, after the reducer has returned, and two for each effect,
  /// when its work begins and when it ends. Their metadata are:
  ///
  /// - `action`: The name of the action; for effects, the name of the action that started them.
  /// - `prefix`: The prefix of the wrapper, if it has one.
  /// - `store`: The id of the store, as in traces.
  /// - `duration`: The duration of the reducer or of the effect's work, in nanoseconds.
  /// - `changed`: Whether the state has changed: `yes`, `no` or `unknown`.
  /// - `effect`: The kind of effect that the reducer returned: `none`, `run`, `send`, `merge`,
  ///   `concatenate` or `cancel`.
  /// - `cause`: The id of the effect that sent the action, if one did.
  /// - `effect_id`: The id of the effect, as in traces.
  /// - `outcome`: How the effect ended: `finished`, `cancelled` or `failed`.
  /// - `outputs`: The number of actions that the effect has sent.
  /// - `error.type`: The type of the error, if the effect has failed.
  /// - `error`: The description of the error, on request.
  ///
  /// Records contain names of actions and no payloads. They contain errors only on request, because
  /// the description of an error often contains paths, addresses and user input. While the logger's
  /// level is higher, an action costs one check of the level. The end of an effect is logged if its
  /// begin was, whatever the level is by then. The reducer's states, effects and actions are the
  /// same with and without the wrapper. If wrappers with the same label are nested, an effect
  /// belongs to the innermost wrapper that it passes.
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
  ) -> _LoggingReducer<Self> {
    _LoggingReducer(
      base: self, logger: logger, level: level, effectLevel: effectLevel ?? level, prefix: prefix,
      recordsErrors: recordsErrors)
  }
}

/// The return type of ``ComposableCore/Reducer/logging(_:level:effects:prefix:recordsErrors:)``.
public struct _LoggingReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  let logger: Logger
  let level: Logger.Level
  let effectLevel: Logger.Level
  let prefix: String
  let recordsErrors: Bool

  /// Prepares the wrapped reducer, and the wrapper.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let site = WrapperSite(prefix: prefix, of: (Base.State.self, Base.Action.self)) {
      LoggingListener(
        $0, logger, level: level, effectLevel: effectLevel, recordsErrors: recordsErrors)
    }
    return PreparedReducer(alwaysWrapping: base._prepare(), site.wrap)
  }
}

extension _LoggingReducer: Sendable where Base: Sendable {}
