import CCore
import ComposableCore
import Logging

/// Logs the actions of a reducer.
struct LoggingListener: ActionListener {
  let kind: EffectTrackerKind
  private let identity: WrapperIdentity
  private let logger: Logger
  private let level: Logger.Level
  private let effectLevel: Logger.Level
  private let recordsErrors: Bool

  init(
    _ identity: WrapperIdentity, _ logger: Logger, level: Logger.Level, effectLevel: Logger.Level,
    recordsErrors: Bool
  ) {
    self.identity = identity
    self.logger = logger
    self.level = level
    self.effectLevel = effectLevel
    self.recordsErrors = recordsErrors
    kind = EffectTrackerKind(CStringConstant("logging " + logger.label).pointer)
  }

  struct Interval {
    let name: UnsafePointer<CChar>
    let store: UInt64
    let cause: UInt64
    let began: UInt64
  }

  func begin(_ action: UnsafeRawPointer) -> Interval? {
    let enabled = logger.logLevel
    guard enabled <= level || enabled <= effectLevel else { return nil }
    return Interval(
      name: identity.names(ofValueAt: action), store: WrapperIdentity.store,
      cause: RunningEffect.causing?.id ?? 0, began: enabled <= level ? composable_now() : 0)
  }

  func end(_ interval: Interval, change: StateChange, effect: EffectKind) {
    guard interval.began != 0, logger.logLevel <= level else { return }
    let duration = composable_now() - interval.began
    var metadata = identity.metadata(of: interval.name, store: interval.store)
    metadata["duration"] = "\(duration)"
    metadata["changed"] = "\(change)"
    metadata["effect"] = "\(effect)"
    if interval.cause != 0 { metadata["cause"] = "\(interval.cause)" }
    logger.log(
      level: level, "action \(String(cString: interval.name))", metadata: metadata,
      source: LoggingEffectListener.source)
  }

  func tracker(of interval: Interval) -> EffectListener {
    LoggingEffectListener(
      kind: kind, logger, level: effectLevel, recordsErrors: recordsErrors, identity,
      name: interval.name, store: interval.store)
  }
}

extension WrapperIdentity {
  /// The metadata that the records of an action and its effects have in common.
  func metadata(
    of name: UnsafePointer<CChar>, store: UInt64
  ) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "action": "\(String(cString: name))", "store": "\(store)",
    ]
    let prefix = String(cString: prefix.pointer)
    if !prefix.isEmpty { metadata["prefix"] = "\(prefix)" }
    return metadata
  }
}
