import ByteBuffers
import CPUProfiles
import Durations
import RecordingManifests
import TraceAnalysis

/// The CPU samples of a page: columns, as a chunk has them, with each stack stored once. See
/// `Documentation/PageFormat.md`.
struct PageProfile {
  /// The number of samples.
  private(set) var count = 0
  /// The columns, before they are compressed.
  let bytes = ByteBuffer(capacity: 1 << 16)

  private enum Column: UInt64, CaseIterable {
    case time = 1
    case period, stack, span, parent, frame, outer, owner, id
    case facts = 32
  }

  /// A frame in another, or a span in another.
  private struct Node: Hashable {
    var parent: Int
    var content: Int
    var id: UInt64 = 0
  }

  private struct Row {
    var time: Int64
    var period: Int64
    var stack: Int
    var span: Int
  }

  /// - Parameter relative: A time since the start of the page.
  init(
    _ samples: SampleStacks, _ names: NameTable, relative: (Int64) -> Int64
  ) {
    var rows: [Row] = []
    var nodes = Tree()
    var spans = Tree()
    let foreign = samples.forEach { sample in
      guard let time = sample.time else { return }
      var node = -1
      for frame in sample.stack { node = nodes.number(of: Node(parent: node, content: frame)) }
      var span = -1
      for owner in sample.owners.reversed() {
        span = spans.number(of: Node(parent: span, content: owner.owner, id: owner.id))
      }
      rows.append(
        Row(time: relative(time), period: sample.period, stack: node, span: span))
    }
    count = rows.count
    // Recordings are one after the other, and clocks of machines apart.
    rows.sort { ($0.time, $0.stack, $0.span) < ($1.time, $1.stack, $1.span) }
    var columns: [(Column, ByteBuffer)] = []
    func column(_ column: Column, _ values: some Sequence<UInt64>) {
      let buffer = ByteBuffer(capacity: 4096)
      for value in values { buffer.append(varint: value) }
      columns.append((column, buffer))
    }
    let start = rows.first?.time ?? 0
    var last = start
    column(
      .time,
      rows.map { row in
        defer { last = row.time }
        return UInt64(row.time.subtractingClamped(last))
      })
    column(.period, rows.lazy.map { UInt64(max($0.period, 0)) })
    column(.stack, rows.lazy.map { UInt64($0.stack) })
    column(.span, rows.lazy.map { UInt64($0.span + 1) })
    column(.parent, nodes.distances)
    column(.frame, nodes.all.lazy.map { UInt64($0.content) })
    column(.outer, spans.distances)
    column(.owner, spans.all.lazy.map { UInt64($0.content) })
    var lastID: UInt64 = 0
    column(
      .id,
      spans.all.map { span in
        defer { lastID = span.id }
        return UInt64(zigzag: Int64(bitPattern: span.id &- lastID))
      })
    let facts = Self.facts(
      samples, names, start: start, nodes: nodes.all.count, spans: spans.all.count, count: count,
      foreign: foreign)
    columns.append((.facts, facts))
    bytes.append(varint: UInt64(columns.count))
    for (column, content) in columns {
      bytes.append(varint: column.rawValue)
      bytes.append(varint: UInt64(content.count))
    }
    for (_, content) in columns { bytes.append(content) }
  }

  /// Nodes, each after the one that it is in.
  private struct Tree {
    private(set) var all: [Node] = []
    private var numbers: [Node: Int] = [:]

    mutating func number(of node: Node) -> Int {
      if let known = numbers[node] { return known }
      numbers[node] = all.count
      all.append(node)
      return all.count - 1
    }

    /// The distance of each node to its enclosing node, which is before it; 0 for the outermost.
    var distances: [UInt64] {
      all.enumerated().map { $1.parent < 0 ? 0 : UInt64($0 - $1.parent) }
    }
  }

  private static func facts(
    _ samples: SampleStacks, _ names: NameTable, start: Int64, nodes: Int, spans: Int, count: Int,
    foreign: UInt64
  ) -> ByteBuffer {
    let profiles = samples.assigner.profiles.map(\.recording)
    let json = JSONWriter()
    json.object {
      json.member("start", start)
      json.member("samples", Int64(count))
      json.member("nodes", Int64(nodes))
      json.member("spans", Int64(spans))
      json.member(
        "frequency", Int64(profiles.compactMap { $0.manifest.profile?.frequency }.max() ?? 0))
      json.member("lost", profiles.reduce(0) { $0 + $1.profile.lost })
      json.member("foreign", foreign)
      json.list("frames", samples.frames) { frame in
        json.list([frame.text, frame.module, frame.kind.word]) { json.value($0) }
      }
      json.list("owners", samples.assigner.owners) { owner in
        let name = names[owner.name]
        let source = names[owner.source]
        json.object {
          json.member("kind", owner.kind.rawValue)
          json.member("process", Int64(owner.process))
          switch owner.kind {
          case .interval:
            json.member("prefix", source.prefix)
            json.member("name", name.name)
            json.member("category", source.name)
          case .observer:
            json.member("prefix", "")
            json.member("name", "\(source.name):\(owner.line)")
          case .action, .effect, .store:
            json.member("prefix", name.prefix)
            json.member("name", name.name)
          }
        }
      }
    }
    return json.bytes
  }
}

extension SampleStacks.Frame.Kind {
  fileprivate var word: String {
    switch self {
    case .function: "function"
    case .kernel: "kernel"
    case .between: "between"
    case .span(let kind): kind.rawValue
    }
  }
}
