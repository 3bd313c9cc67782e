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
  /// - `outcome`: How the effect ended: `finished`, `cancelled` or `failed`, and then `error`.
  /// - `outputs`: The number of actions that the effect has sent.
  ///
  /// Records contain names of actions and no payloads. While the logger's level is higher, an
  /// action costs one check of the level. The reducer's states, effects and actions are the same
  /// with and without the wrapper. If wrappers with the same label are nested, an effect belongs to
  /// the innermost wrapper that it passes.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - level: The level of the records of actions.
  ///   - effectLevel: The level of the records of effects; `level` if `nil`.
  ///   - prefix: Distinguishes this reducer's records from others.
  public func logging(
    _ logger: Logger, level: Logger.Level = .debug, effects effectLevel: Logger.Level? = nil,
    prefix: String = ""
  ) -> _LoggingReducer<Self> {
    _LoggingReducer(
      base: self, logger: logger, level: level, effectLevel: effectLevel ?? level, prefix: prefix)
  }
}

/// The return type of ``ComposableCore/Reducer/logging(_:level:effects:prefix:)``.
public struct _LoggingReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  let logger: Logger
  let level: Logger.Level
  let effectLevel: Logger.Level
  let prefix: String

  /// Prepares the wrapped reducer, and the wrapper.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let site = WrapperSite(prefix: prefix, of: (Base.State.self, Base.Action.self)) {
      LoggingListener($0, logger, level: level, effectLevel: effectLevel)
    }
    return PreparedReducer(alwaysWrapping: base._prepare(), site.wrap)
  }
}
