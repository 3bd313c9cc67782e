extension RecordingManifest {
  /// Statements for readers of the recording about how it was made, as complete sentences.
  ///
  /// - Parameter cause: The slow event that caused a snapshot, if known.
  package func remarks(cause: String? = nil) -> [String] {
    var remarks = Selection.remarks(on: selections ?? [])
    if let snapshot {
      let cause =
        switch snapshot.cause {
        case .slow:
          "as \(cause ?? "an event was slow") (--on-slow \(snapshot.slow?.rule ?? "unknown"))"
        case .effect: "as an effect failed (\(snapshot.condition ?? "unknown"))"
        case .queue: "as many actions were waiting (\(snapshot.condition ?? "unknown"))"
        case .memory: "as a process had much memory (\(snapshot.condition ?? "unknown"))"
        case .end: "as the program failed"
        case .signal: "by a signal"
        case .command: "by signpost snapshot"
        default: "(\(snapshot.cause.rawValue))"
        }
      remarks.append(
        "Snapshot \(snapshot.number), written \(cause) at \(snapshot.taken); what is older than the "
          + "buffers is not in it.")
    }
    if part == .chunk, let chunk {
      remarks.append(
        "Chunk \(chunk) of a rotated recording; what began in earlier chunks lacks its begin here.")
    } else if let removed = rotation?.removedChunks, removed > 0 {
      let chunks = removed == 1 ? "chunk was" : "\(removed) chunks were"
      remarks.append(
        "The oldest \(chunks) removed to keep within the limits; the recording begins after that.")
    }
    remarks += interruptionRemarks
    switch end?.reason {
    case nil:
      remarks.append("The recording has not ended: its recorder runs, or was killed.")
    case .complete?: break
    case .diskFull?: remarks.append("The disk was full; the recording ends there.")
    case .fileLimit?:
      remarks.append("Files could not become larger (ulimit -f); the recording lacks the rest.")
    case .outputMoved?:
      remarks.append(
        "Its directory was removed or renamed while it recorded; the recording ends there.")
    case .daemonDied?: remarks.append("The session daemon died; the recording ends there.")
    case .consumerDied?:
      remarks.append("LTTng's consumer, which writes the trace, died; the recording ends there.")
    case .givenUp?: remarks.append("The recording was ended before all of it was written.")
    case .relayLost?: remarks.append("The connection to the relay was lost during the recording.")
    case .notStopped?: remarks.append("LTTng could not complete the recording.")
    case let reason?: remarks.append("The recording ended with: \(reason.rawValue).")
    }
    if let message = end?.message { remarks.append(message) }
    if let late = lateRemark { remarks.append(late) }
    if options.blocking == true {
      // A program that runs already has another environment.
      remarks.append(
        mode == .program
          ? "Recorded with --blocking: a duration includes the time in which its program waited for "
            + "room in the buffers."
          : "Attached with --blocking: programs that were started with LTTNG_UST_ALLOW_BLOCKING=1 "
            + "waited for room in the buffers, and a duration includes that time; others did not wait."
      )
    }
    return remarks
  }

  /// The maximum number of interruptions that are listed.
  private static let mostInterruptions = 4

  private var interruptionRemarks: [String] {
    let all = interruptions ?? []
    var remarks = all.suffix(Self.mostInterruptions).map { interruption in
      let cause =
        switch interruption.reason {
        case nil: "its recorder was killed, or the machine was restarted"
        case .complete?: "it had ended, and was resumed"
        case .daemonDied?: "the session daemon had died"
        case .consumerDied?: "LTTng's consumer had died"
        case .diskFull?: "the disk was full"
        case .outputMoved?: "its directory was removed or renamed"
        case let reason?: "it had ended with \(reason.rawValue)"
        }
      let loss =
        interruption.lossesAreKnown == false
        ? "; an unknown number of events before that is lost" : ""
      return
        "Nothing was recorded from \(interruption.from) to \(interruption.to): \(cause)\(loss)."
    }
    let rest = all.count - remarks.count
    if rest > 0 {
      remarks.insert("The recording was interrupted \(rest) times before that.", at: 0)
    }
    return remarks
  }

  /// A statement about the programs whose beginning is missing; nil if there are none.
  package var lateRemark: String? {
    guard let late, !late.isEmpty else { return nil }
    let shown = late.prefix(5).map { "\($0.name) (\($0.pid))" }.joined(separator: ", ")
    let more = late.count > 5 ? " and \(late.count - 5) more" : ""
    return late.count == 1
      ? "1 program was not recorded in time, so that its beginning, or all of it, is not in the "
        + "trace: \(shown)."
      : "\(late.count) programs were not recorded in time, so that their beginning, or all of "
        + "them, is not in the trace: \(shown)\(more)."
  }
}
