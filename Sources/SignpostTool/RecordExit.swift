import TraceRecording

extension Recording.Result {
  /// What `signpost record` exits with.
  ///
  /// The program's own failure comes first: whoever runs it under `signpost` wants to know of that
  /// one. A program that succeeded does not hide that its recording broke off.
  var exitCode: Int32 {
    program != .exited(0) ? program.shellCode : end.exitCode
  }
}

extension RecordingEnd {
  /// What a recording exits with that has no program of its own.
  var exitCode: Int32 {
    switch self {
    case .complete: ExitStatus.success.rawValue
    case .givenUp(let signal): 128 + signal
    case .brokenOff: ExitStatus.daemonDied.rawValue
    }
  }
}

extension RecordingFailure {
  /// What `signpost record` exits with.
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

  /// What `signpost record` says, with the option that helps; nil after Ctrl-C.
  var commandMessage: String? {
    if case .interrupted = kind { return nil }
    return switch remedy {
    case .anotherDirectory: message + " Name another directory with --output."
    case .smallerBuffers: message + " Ask for smaller ones with --subbuf-size and --num-subbuf."
    case nil: message
    }
  }
}
