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
  private let recordsErrors: Bool
  private let identity: WrapperIdentity
  private let name: UnsafePointer<CChar>
  private let store: UInt64
  /// The effects whose begin was logged.
  private var begun: Set<UInt64> = []

  init(
    kind: EffectTrackerKind, _ logger: Logger, level: Logger.Level, recordsErrors: Bool,
    _ identity: WrapperIdentity, name: UnsafePointer<CChar>, store: UInt64
  ) {
    self.logger = logger
    self.level = level
    self.recordsErrors = recordsErrors
    self.identity = identity
    self.name = name
    self.store = store
    super.init(kind: kind)
  }

  override func effectDidBegin(_ effect: RunningEffect) {
    // The logger evaluates it only if it writes the record.
    func begin() -> Logger.Message {
      effect.noteBegin()
      begun.insert(effect.id)
      return message("began")
    }
    logger.log(level: level, begin(), metadata: metadata(of: effect), source: Self.source)
  }

  override func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) {
    guard begun.remove(effect.id) != nil else { return }
    var metadata = metadata(of: effect)
    metadata["outcome"] = "\(outcome)"
    metadata["outputs"] = "\(effect.outputs)"
    if let duration = effect.duration { metadata["duration"] = "\(duration)" }
    if outcome == .failed, let error = effect.error {
      metadata["error.type"] = "\(_typeName(type(of: error), qualified: true))"
      if recordsErrors { metadata["error"] = "\(error)" }
    }
    // Not by the logger, whose level may be higher by now: each begin has an end.
    logger.handler.log(
      event: LogEvent(
        level: level, message: message("\(outcome)"), metadata: metadata, source: Self.source,
        file: #fileID, function: #function, line: #line))
  }

  private func message(_ event: String) -> Logger.Message {
    "effect of \(String(cString: name)) \(event)"
  }

  private func metadata(of effect: RunningEffect) -> Logger.Metadata {
    var metadata = identity.metadata(of: name, store: store)
    metadata["effect_id"] = "\(effect.id)"
    return metadata
  }
}
