import CLTTng
import Logging

extension SignpostSink {
  /// Whether a session or a recorder records log records now.
  var recordsLogs: Bool { recorder != nil || composable_log_enabled() }

  func log(
    _ level: Logger.Level, label: CStringConstant, message: String, metadata: String, file: String,
    line: UInt
  ) {
    if composable_log_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      message.withCString { message in
        metadata.withCString { metadata in
          file.withCString { file in
            composable_log_do(
              composable_log_level(level), label.pointer, message, metadata, file,
              UInt32(clamping: line))
          }
        }
      }
    }
    recorder?.append { _ in
      .log(
        level: level, label: String(cString: label.pointer), message: message, metadata: metadata)
    }
  }
}

extension composable_log_level {
  fileprivate init(_ level: Logger.Level) {
    self =
      switch level {
      case .trace: .trace
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      case .critical: .critical
      }
  }
}
