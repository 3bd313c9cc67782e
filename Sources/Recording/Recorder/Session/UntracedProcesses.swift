import SystemSupport

/// Processes that registered with LTTng's daemon, and for which it could not allocate buffers.
struct UntracedProcesses {
  /// The traces without a stream or a description, such as `Counter-4242-20261122-101500`.
  var names: [String]
  /// Whether no other process was recorded.
  var areAll: Bool

  /// - Parameter trace: The directory of a recording that was stopped.
  init(trace: String) {
    let root = trace + "/ust/pid"
    // LTTng may cut the name of a program within a character.
    let aliases = DirectoryAliases()
    let all = aliases.entries(of: root) ?? []
    names = all.filter { _, path in
      // LTTng 2.13 leaves a description without streams, 2.16 an empty one beside empty streams.
      Files.size(of: path + "/metadata") == 0
        || Files.entries(of: path).allSatisfy { ["metadata", "index"].contains($0) }
    }
    .map(\.name)
    // Chunks, and buffers that processes share, are elsewhere.
    areAll =
      names.count == all.count && Files.entries(of: trace + "/archives").isEmpty
      && Files.entries(of: trace + "/ust").allSatisfy { $0 == "pid" }
      && SnapshotDirectories.names(in: trace).isEmpty
  }

  /// The message; nil if all processes were recorded.
  func message(log: DaemonLog?) -> String? {
    guard !names.isEmpty else { return nil }
    let list = names.map { "\n  \($0)" }.joined()
    let quotation = (log?.quoteErrors()).map { "\n" + $0 } ?? ""
    return """
      nothing was recorded of these processes, as LTTng could not make buffers for them:\(list)\
      \(quotation)
      Buffers are shared memory: ask for smaller ones with --subbuf-size and --num-subbuf, or give \
      /dev/shm more room. signpost doctor shows what there is.
      """
  }
}
