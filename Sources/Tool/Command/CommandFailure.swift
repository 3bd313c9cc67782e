import Glibc
import SystemSupport
import TraceAnalysis
import TraceExport
import TraceServer

/// An error that ends a command with a status of its own.
protocol CommandFailure: Error {
  /// The exit status.
  var status: ExitStatus { get }
  /// The message; `nil` for none.
  var message: String? { get }
}

extension CommandFailure {
  var message: String? { "\(self)" }
}

extension TraceReaderError: CommandFailure {
  var status: ExitStatus {
    switch self {
    case .libraryUnusable, .formatTooNew, .relayUnreachable: .tracerUnavailable
    case .noDirectory, .unreadable, .noTrace, .tooManyStreams: .noTrace
    }
  }
}

extension RecordedProfile.Failure: CommandFailure {
  var status: ExitStatus {
    switch self {
    case .none: .noTrace
    case .unreadable: .traceDamaged
    case .notConverted: .tracerUnavailable
    }
  }
}

extension ExportFailure: CommandFailure {
  var status: ExitStatus {
    switch self {
    case .writingFailed, .pipeClosed: .outputFailed
    case .fileExists, .fileUnusable: .outputUnusable
    case .libraryUnusable: .tracerUnavailable
    }
  }

  /// A closed pipe is not reported: its reader has read enough.
  var message: String? { self == .pipeClosed ? nil : description }
}

extension PageServerFailure: CommandFailure {
  var status: ExitStatus { .outputUnusable }
}

extension IndexCacheFailure: CommandFailure {
  var status: ExitStatus { .outputUnusable }
}

extension OTLPSettingError: CommandFailure {
  var status: ExitStatus { .usage }
}

extension OTLPFailure: CommandFailure {
  var status: ExitStatus {
    switch reason {
    case .unavailable: .collectorUnavailable
    case .refused, .notFound: .spansRefused
    case .libraryUnusable: .tracerUnavailable
    }
  }

  var message: String? {
    delivery.requests == 0
      ? description : description + "\n" + delivery.summary(of: signal, to: url)
  }
}

/// Output that cannot be written.
struct OutputFailure: CommandFailure {
  /// The error number.
  var code: Int32

  var status: ExitStatus { .outputFailed }

  /// A full disk is reported. A closed pipe is not: its reader has read enough, as `head` does.
  var message: String? {
    if code == EPIPE { return nil }
    return "The output could not be written to its end: \(errorText(code))."
  }
}
