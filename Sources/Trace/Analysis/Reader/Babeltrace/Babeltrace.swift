import CBabeltrace

/// libbabeltrace2, with the component class that reads CTF traces from files.
final class Babeltrace {
  private let plugin: CTFPlugin

  init() throws(TraceReaderError) {
    plugin = try CTFPlugin(source: "fs")
  }

  /// Reads all sources; one that cannot be opened is repaired or skipped, and recorded as damage.
  ///
  /// - Parameter streamLimit: The maximum number of streams that can be open at the same time; by
  ///   default the limit of this process, which is raised for the trace.
  func read(
    _ sources: TraceSources, into merger: StreamMerger, streamLimit: Int? = nil
  ) throws(TraceReaderError) {
    try leaveOutNewFormats(sources)
    for source in sources.readable {
      let metadata = sources.path(of: source) + "/metadata"
      guard let problem = MetadataCheck.problem(of: metadata) else { continue }
      sources.leaveOut(source, file: metadata, because: problem)
    }
    for source in sources.readable {
      let path = sources.path(of: source)
      if MetadataCheck.escaped(path + "/metadata") != nil {
        repair(source, of: sources, because: "the metadata has a text without its escapes")
      } else if TraceRepair.isNeeded(for: path) {
        repair(source, of: sources, because: "a file has packets that do not fit together")
      }
    }
    var repaired = false
    while !sources.readable.isEmpty {
      let graph = try BabeltraceGraph()
      switch open(sources, in: graph) {
      case .success(let opened):
        merger.onDamage = { sources.noteDamage(of: $0, stream: $1, packet: $2, $3) }
        merger.originalName = { $1.isEmpty ? sources.original($0) : sources.original($1, in: $0) }
        merger.recording = {
          sources.recordings.recording(of: sources.original($0))?.directory
        }
        merger.selection = PacketSelection(of: sources)
        let streams = BabeltraceGraph.streams(of: opened)
        let limit = streamLimit ?? StreamLimit.raised(for: streams.count)
        guard streams.count <= limit else {
          throw .tooManyStreams(
            reason: "it has \(streams.count), and \(limit) more can be opened")
        }
        if let failure = graph.run(streams, of: opened, into: merger) {
          throw .libraryUnusable(failure)
        }
        return
      case .failure(let failure) where repaired:
        sources.leaveOut(failure.source, because: failure.message)
      case .failure:
        // A graph cannot be used after a failure, so the needs of each source are determined
        // separately.
        for source in sources.readable {
          guard let reason = reasonNotToRead(sources.path(of: source)) else { continue }
          repair(source, of: sources, because: reason)
        }
        repaired = true
      }
    }
  }

  /// The library's version, such as “2.0.4”.
  static var version: String {
    "\(bt_version_get_major()).\(bt_version_get_minor()).\(bt_version_get_patch())"
  }

  /// Whether the library reads CTF 2.
  static var readsCTF2: Bool {
    (bt_version_get_major(), bt_version_get_minor()) >= (2, 1)
  }

  /// - Throws: ``TraceReaderError/formatTooNew(_:library:)`` if there are no other traces to read.
  private func leaveOutNewFormats(_ sources: TraceSources) throws(TraceReaderError) {
    if Self.readsCTF2 { return }
    let new = sources.readable.filter { MetadataCheck.isCTF2(sources.path(of: $0) + "/metadata") }
    if let first = new.first, new.count == sources.readable.count {
      throw .formatTooNew(sources.original(first), library: Self.version)
    }
    for source in new {
      sources.leaveOut(
        source, file: sources.path(of: source) + "/metadata",
        because: "it is in the format " + TraceReaderError.formatReason(Self.version))
    }
  }

  private func add(
    _ source: Int, of sources: TraceSources, to graph: BabeltraceGraph
  ) -> Result<OpaquePointer, BabeltraceError> {
    graph.addSource(plugin.source, directory: sources.path(of: source), name: "trace-\(source)")
  }

  /// The reason why a directory cannot be read, `nil` if it can.
  func reasonNotToRead(_ directory: String) -> String? {
    guard let graph = try? BabeltraceGraph() else { return "out of memory" }
    if case .failure(let failure) = graph.addSource(
      plugin.source, directory: directory, name: "probe")
    {
      return failure.message
    }
    return nil
  }

  private struct OpenFailure: Error {
    var source: Int
    var message: String
  }

  private func open(
    _ sources: TraceSources, in graph: BabeltraceGraph
  ) -> Result<[BabeltraceGraph.Source], OpenFailure> {
    var opened: [BabeltraceGraph.Source] = []
    for index in sources.readable {
      switch add(index, of: sources, to: graph) {
      case .success(let component):
        opened.append(BabeltraceGraph.Source(index: index, component: component))
      case .failure(let error):
        return .failure(OpenFailure(source: index, message: error.message))
      }
    }
    return .success(opened)
  }

  private func repair(_ source: Int, of sources: TraceSources, because reason: String) {
    let recording = sources.recordings.recording(of: sources.original(source))
    let repair = TraceRepair(
      directory: sources.path(of: source), reason: reason, causeOfCut: recording?.causeOfCut
    ) { directory in
      self.reasonNotToRead(directory)
    }
    sources.replace(source, with: repair)
  }
}
