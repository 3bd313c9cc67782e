/// Processes that registered with LTTng's daemon, and for which it could not make buffers.
///
/// The programs do not notice: only the daemon's log and what lacks in the trace show it.
struct UntracedProcesses {
  /// The traces without a stream or a description, such as `Counter-4242-20261122-101500`.
  var names: [String]
  /// What the daemon reported, each error once.
  var errors: [String]

  /// - Parameters:
  ///   - trace: The directory of a recording that was stopped.
  ///   - log: The log of the daemon; nil if the daemon is not ours.
  init(trace: String, log: String?) {
    let root = trace + "/ust/pid"
    names = directoryEntries(root).sorted().filter { name in
      // LTTng 2.13 leaves a description without streams, 2.16 an empty one beside empty streams.
      sizeOfFiles(in: "\(root)/\(name)/metadata") == 0
        || directoryEntries("\(root)/\(name)")
          .allSatisfy { ["metadata", "index"].contains($0) }
    }
    errors = Self.errors(inLog: log.flatMap(contents(ofFile:)) ?? "")
  }

  static func errors(inLog log: String) -> [String] {
    var seen: Set<Substring> = []
    return log.split(separator: "\n")
      .filter { $0.hasPrefix("Error") && seen.insert($0).inserted }.map(String.init)
  }

  /// nil if all were recorded.
  var message: String? {
    guard !names.isEmpty else { return nil }
    let list = names.map { "\n  \($0)" }.joined()
    let quotation =
      errors.isEmpty
      ? "" : "\nThe session daemon reported:" + errors.suffix(5).map { "\n  \($0)" }.joined()
    return """
      nothing was recorded of these processes, as LTTng could not make buffers for them:\(list)\
      \(quotation)
      Buffers are shared memory: ask for smaller ones with --subbuf-size and --num-subbuf, or give \
      /dev/shm more room. signpost doctor shows what there is.
      """
  }
}
