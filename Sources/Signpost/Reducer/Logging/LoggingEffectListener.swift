import ComposableCore
import Logging

/// Logs the effects that one action returned.
///
/// Unchecked: it is only used in the isolation of the effects' store, and points to constants.
final class LoggingEffectListener: EffectListener, @unchecked Sendable {
  /// The source of the records: this module, for all loggers.
  static let source = "Signpost"

  private let logger: Logger
  private let level: Logger.Level
  private let identity: WrapperIdentity
  private let name: UnsafePointer<CChar>
  private let store: UInt64

  init(
    kind: EffectTrackerKind, _ logger: Logger, level: Logger.Level, _ identity: WrapperIdentity,
    name: UnsafePointer<CChar>, store: UInt64
  ) {
    self.logger = logger
    self.level = level
    self.identity = identity
    self.name = name
    self.store = store
    super.init(kind: kind)
  }

  override func effectDidBegin(_ effect: RunningEffect) {
    guard logger.logLevel <= level else { return }
    effect.noteBegin()
    log("began", effect) { _ in }
  }

  override func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) {
    guard logger.logLevel <= level else { return }
    let duration = effect.duration
    log("\(outcome)", effect) { metadata in
      metadata["outcome"] = "\(outcome)"
      metadata["outputs"] = "\(effect.outputs)"
      if let duration { metadata["duration"] = "\(duration)" }
      if outcome == .failed, let error = effect.error { metadata["error"] = "\(error)" }
    }
  }

  private func log(
    _ event: String, _ effect: RunningEffect, adding: (inout Logger.Metadata) -> Void
  ) {
    var metadata = identity.metadata(of: name, store: store)
    metadata["effect_id"] = "\(effect.id)"
    adding(&metadata)
    logger.log(
      level: level, "effect of \(String(cString: name)) \(event)", metadata: metadata,
      source: Self.source)
  }
}
