import SystemSupport
import TraceRecording

extension Recording.Result {
  /// The exit code of `signpost record`.
  ///
  /// The program's own failure takes precedence. A program that succeeded does not hide an
  /// incomplete recording.
  var exitCode: Int32 {
    program != .exited(0) ? program.shellCode : end.exitCode
  }
}

extension RecordingEnd {
  /// The exit code of a recording without a program of its own.
  var exitCode: Int32 {
    switch self {
    case .complete: ExitStatus.success.rawValue
    case .givenUp(let signal): 128 + signal
    case .brokenOff: ExitStatus.daemonDied.rawValue
    }
  }
}

extension RecordingFailure {
  /// The exit code of `signpost record`.
  var exitCode: Int32 {
    switch kind {
    case .programNotFound: ExitStatus.notFound.rawValue
    case .programNotExecutable: ExitStatus.notExecutable.rawValue
    case .tracerUnavailable: ExitStatus.tracerUnavailable.rawValue
    case .wrongBuffers: ExitStatus.usage.rawValue
    case .relayUnavailable: ExitStatus.collectorUnavailable.rawValue
    case .relayDied: ExitStatus.daemonDied.rawValue
    case .relayNotPrivate: ExitStatus.usage.rawValue
    case .outputUnusable: ExitStatus.outputUnusable.rawValue
    case .interrupted(let signal): 128 + signal
    }
  }

  /// The message of `signpost record`, with the option that helps; nil after Ctrl-C.
  var commandMessage: String? {
    if case .interrupted = kind { return nil }
    return switch remedy {
    case .anotherDirectory: message + " Name another directory with --output."
    case .smallerBuffers: message + " Ask for smaller ones with --subbuf-size and --num-subbuf."
    case nil: message
    }
  }
}
