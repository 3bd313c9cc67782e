/// The slowest critical paths of each action that paths start with.
///
/// Paths go through actions of all names, so that it has to receive all spans; its filter is for
/// the paths. Memory depends on the number of names and on the needs of ``CriticalPaths``.
package final class SlowestPaths: TraceSink {
  /// A path with the effects that ran beside it.
  package struct Instance {
    package var path: CriticalPath
    /// Effects beside it, those with the least slack first, at most ``mostParallels``.
    package var parallels: [CriticalPath.Parallel]
    /// The number of omitted steps: the shortest ones.
    package var omittedSteps = 0
  }

  /// The maximum number of effects beside a path.
  package static let mostParallels = 100
  /// The maximum number of steps of a path.
  package static let mostSteps = 4096

  /// The default number of drawn paths for each name.
  package static let usualLimit = 10
  /// Above how many bytes of traces none are drawn unless a number is given, as finding them takes
  /// time.
  package static let mostBytes: Int64 = 64 << 20

  /// The default number of drawn paths for each name, by the size of the recording.
  package static func limit(for reader: TraceReader) throws -> Int {
    try TraceDirectories(below: reader.directories).size > mostBytes ? 0 : usualLimit
  }

  private let limit: Int
  private let participants: TraceParticipants
  private var filter: FilterState
  /// By the action that they start with, the slowest first.
  private var slowest: [NameID: [Instance]] = [:]

  private lazy var finder = CriticalPaths { [unowned self] path, parallels in
    add(path, parallels)
  }

  /// - Parameters:
  ///   - limit: How many paths of each name are kept.
  ///   - filter: Selects paths by the action that they start with, as for ``CriticalPathReport``.
  package init(_ limit: Int, of reader: TraceReader, _ filter: TraceFilter) {
    self.limit = limit
    participants = reader.participants
    self.filter = FilterState(filter, reader.names, reader.participants)
  }

  /// The paths in the order of their starts.
  package var instances: [Instance] {
    slowest.values.joined().sorted {
      ($0.path.start, $0.path.process, $0.path.action)
        < ($1.path.start, $1.path.process, $1.path.action)
    }
  }

  private func add(_ path: CriticalPath, _ parallels: () -> [CriticalPath.Parallel]) {
    if let start = participants.start { filter.begin(start) }
    guard filter.selects(path) else { return }
    let known = slowest[path.name]
    let place = known?.firstIndex { $0.path.duration < path.duration } ?? known?.count ?? 0
    guard place < limit else { return }
    var instance = Instance(path: path, parallels: Array(parallels().prefix(Self.mostParallels)))
    if path.steps.count > Self.mostSteps {
      instance.omittedSteps = path.steps.count - Self.mostSteps
      let kept = path.steps.indices.sorted { path.steps[$0].duration > path.steps[$1].duration }
        .prefix(Self.mostSteps)
      instance.path.steps = kept.sorted().map { path.steps[$0] }
    }
    slowest[path.name, default: []].insert(instance, at: place)
    if slowest[path.name]?.count ?? 0 > limit { slowest[path.name]?.removeLast() }
  }

  package func begin(_ span: Span) { finder.begin(span) }
  package func end(_ span: Span) throws { try finder.end(span) }
  package func gap(_ gap: TraceGap) { finder.gap(gap) }

  package func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {
    try finder.finish(summary, unmatched)
  }
}

extension FilterState {
  /// Whether a path is of interest, by the action that it starts with.
  mutating func selects(_ path: CriticalPath) -> Bool {
    path.end >= start && path.start <= end
      && (matches(path.name, path.process) || matches(path.outerName, path.process))
  }
}

extension CriticalPath.Step {
  fileprivate var duration: Int64 { end - start }
}
