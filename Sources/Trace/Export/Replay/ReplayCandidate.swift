import TraceAnalysis

/// A session in a recording.
package struct ReplayCandidate: Sendable, Equatable {
  /// The label of the process.
  package var process: String
  package var pid: Int64?
  package var processName: String
  /// The id of the root store.
  package var store: UInt64
  /// The name of the store's feature, empty if unknown.
  package var feature: String
  /// The prefix of the wrapper.
  package var prefix: String
  /// The number of actions with data.
  package var actions = 0
  package var index: ProcessIndex
  /// Whether the store was created within the recording.
  var isFromCreation = false
  /// Whether state differences have the names of properties.
  var hasNames = false
  /// Whether state differences have values.
  var hasValues = false
  var hasDigests = false
  /// The action before which the complete state was first recorded.
  var firstWithState: UInt64?
  /// The reason why the state is missing, although it should have been recorded.
  package var stateProblem: String?
  var schema: UInt64 = 0

  /// Whether a replay can compare the names of changed properties.
  ///
  /// The paths in a full difference may differ from the names of the same properties: a dump shows
  /// shared values, and objects by their contents.
  var hasChanges: Bool { hasNames && !hasValues }

  /// The options of `signpost extract` that select it.
  package var options: String {
    "--store \(store)" + (prefix.isEmpty ? "" : " --prefix \(prefix)")
      + (pid.map { " --process \($0)" } ?? "")
  }
}

/// Selects a session of a recording.
package struct ReplaySelection: Sendable {
  /// The id of a root store, or a pattern of the name of its feature.
  package var store: String?
  package var prefix: NamePattern?
  /// A process id, or a pattern of the name of a process.
  package var process: NamePattern?

  package init(store: String? = nil, prefix: NamePattern? = nil, process: NamePattern? = nil) {
    self.store = store
    self.prefix = prefix
    self.process = process
  }

  func matches(_ candidate: ReplayCandidate) -> Bool {
    let isStore = store.map {
      $0 == "\(candidate.store)" || NamePattern($0).matches(candidate.feature)
    }
    let isProcess = process.map {
      $0.matches(candidate.processName) || candidate.pid.map(String.init).map($0.matches) == true
    }
    return isStore != false && isProcess != false
      && prefix.map { $0.matches(candidate.prefix) } != false
  }
}
