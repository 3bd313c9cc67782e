import ByteBuffers
import Durations
import TraceAnalysis

/// The part that a page reads first: its contents, and their chunks. See
/// `Documentation/PageFormat.md`.
struct PageHead {
  static let version: UInt64 = 1

  private let page: PageBuilder
  private let places: RecordingPlaces
  private let report: Report
  private let start: Int64

  init(_ page: PageBuilder, _ places: RecordingPlaces, report: Report) {
    self.page = page
    self.places = places
    self.report = report
    start = page.start
  }

  func json() throws -> ByteBuffer {
    let json = JSONWriter()
    let origin = page.origin ?? page.summary?.timeRange?.lowerBound ?? 0
    try json.object {
      json.member("version", Self.version)
      json.member("title", places.title)
      json.member("start", "\(origin.addingClamped(start))")
      json.member("origin", (0 as Int64).subtractingClamped(start))
      json.member("duration", page.end.subtractingClamped(start))
      json.member("spans", page.spanCount)
      json.member("points", page.pointCount)
      writeFilter(json, origin: origin)
      writeParticipants(json)
      json.list("names", page.names.all) { name in
        json.list([name.prefix, name.name]) { json.value($0) }
      }
      json.list("lanes", page.lanes.all) { write($0, json) }
      json.list("levels", Array(0...page.highestLevel)) { json.value(PageLevels.width(of: $0)) }
      json.list("chunks", page.chunks.all) { write($0, json) }
      writeOverview(json)
      json.list("curves", page.processes) { write($0, json) }
      json.list("gaps", page.gaps.all) { write($0, json) }
      writeProfile(json)
      json.key("report")
      json.raw(try report.json())
    }
    return json.bytes
  }

  private func writeFilter(_ json: JSONWriter, origin: Int64) {
    let filter = page.filter
    guard !filter.isEmpty else { return }
    func list(_ key: StaticString, _ patterns: [NamePattern]) {
      if !patterns.isEmpty { json.list(key, patterns) { json.value($0.text) } }
    }
    func time(_ key: StaticString, _ moment: TraceFilter.Moment?) {
      switch moment {
      case .sinceStart(let distance): json.member(key, distance)
      case .absolute(let time): json.member(key, time.subtractingClamped(origin))
      case nil: break
      }
    }
    json.key("filter")
    json.object {
      list("names", filter.names)
      list("prefixes", filter.prefixes)
      list("processes", filter.processes)
      list("hosts", filter.hosts)
      time("from", filter.start)
      time("to", filter.end)
    }
  }

  private func writeParticipants(_ json: JSONWriter) {
    json.list("processes", page.summary?.processes ?? []) { process in
      json.object {
        if let vpid = process.vpid { json.member("pid", vpid) }
        json.member("name", process.name)
        json.member("host", process.host)
      }
    }
    json.list("threads", page.summary?.threads ?? []) { thread in
      json.object {
        json.member("process", Int64(thread.process))
        json.member("tid", thread.vtid)
        json.member("name", thread.name)
      }
    }
  }

  private func write(_ lane: PageLane, _ json: JSONWriter) {
    json.object {
      json.member("process", Int64(lane.key.process))
      json.member("kind", lane.key.kind.rawValue)
      json.member("rows", Int64(lane.rowCount))
      if lane.key.thread >= 0 { json.member("thread", Int64(lane.key.thread)) }
      if lane.key.store != 0 { json.member("store", "\(lane.key.store)") }
      if lane.feature != 0 { json.member("feature", Int64(lane.feature)) }
      if lane.name != 0 { json.member("name", Int64(lane.name)) }
      if lane.isOnMainActor { json.member("main", Int64(1)) }
    }
  }

  private func write(_ chunk: PageChunk, _ json: JSONWriter) {
    json.object {
      json.member("level", Int64(chunk.level))
      json.member("start", chunk.start.subtractingClamped(start))
      json.member("end", chunk.end.subtractingClamped(start))
      json.member("count", Int64(chunk.count))
      json.member("size", Int64(chunk.size))
      json.list("ids", chunk.ids) { write($0, json) }
      json.list("causes", chunk.causes) { write($0, json) }
    }
  }

  private func write(_ range: PageChunk.Range, _ json: JSONWriter) {
    json.list {
      json.value(Int64(range.process))
      json.value(Int64(range.kind.rawValue))
      json.value("\(range.least)")
      json.value("\(range.greatest)")
    }
  }

  private func writeProfile(_ json: JSONWriter) {
    guard let profile = page.profile else { return }
    json.key("profile")
    json.object {
      switch profile {
      case .samples(let count, let chunk):
        json.member("chunk", Int64(chunk))
        json.member("samples", Int64(count))
      case .failure(let text): json.member("failure", places.replaced(in: text))
      }
    }
  }

  private func writeOverview(_ json: JSONWriter) {
    let rows = page.overview.rows
    json.key("overview")
    json.object {
      json.member("start", page.overview.start.subtractingClamped(start))
      json.member("width", page.overview.width)
      json.list("actions", rows) { json.value($0.actions) }
      json.list("p99", rows) { json.value($0.p99) }
    }
  }

  /// Writes the curves of a process as elements of a list.
  private func write(_ process: PageProcess, _ json: JSONWriter) {
    for entry in process.curves.entries(within: start...page.end) {
      let steps = entry.curve.steps
      json.object {
        json.member("process", Int64(process.index))
        json.member("kind", entry.kind)
        if entry.store != 0 { json.member("store", "\(entry.store)") }
        if entry.stores > 1 { json.member("stores", Int64(entry.stores)) }
        if let property = entry.property { write(property, json) }
        // Differences are shorter than times.
        json.list("start", Array(steps.indices)) { index in
          json.value(
            steps[index].start.subtractingClamped(index == 0 ? start : steps[index - 1].start))
        }
        json.list("least", Array(steps)) { json.value($0.least) }
        json.list("most", Array(steps)) { json.value($0.most) }
        json.list("last", Array(steps)) { json.value($0.last) }
      }
    }
  }

  private func write(_ property: PageCurves.Property, _ json: JSONWriter) {
    json.member("property", property.name)
    switch property.content {
    case .changes: json.member("marks", Int64(1))
    case .numbers(0): break
    case .numbers(let decimals): json.member("decimals", Int64(decimals))
    case .cases(let cases): json.list("values", cases) { json.value($0) }
    }
  }

  private func write(_ gap: TraceGap, _ json: JSONWriter) {
    let origin = page.relative(gap.start).subtractingClamped(start)
    let end = page.relative(gap.end).subtractingClamped(start)
    json.object {
      json.member("start", max(origin, 0))
      json.member("end", max(end, 0))
      if let process = gap.process { json.member("process", Int64(process)) }
      json.member("unit", "\(gap.unit)")
      if let count = gap.count { json.member("count", count) }
      json.member("stream", places.replaced(in: gap.stream))
    }
  }
}
