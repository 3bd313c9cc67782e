import TextTables

/// A path as lines of text, with a bar for each step at its position in time.
struct Waterfall {
  private let instance: CriticalPathReport.Instance
  private let layout: TextLayout
  /// Whether there are paths of several machines.
  private let namesHost: Bool

  /// The number of longest steps that are shown; those between them are merged into one line each.
  private static let mostSteps = 20
  private static let mostParallels = 6
  private static let narrowestBars = 20
  /// The number of waits that are explained, and the part of the path from which on they are.
  private static let mostWaits = 3
  private static let leastWait = 0.05

  private struct Line {
    var word: String
    var name: String
    /// Nanoseconds from the start of the path.
    var start: Int64
    var duration: Int64
    var remark = ""
    var brush: String
  }

  init(
    _ instance: CriticalPathReport.Instance, _ layout: TextLayout, namesHost: Bool = false
  ) {
    self.instance = instance
    self.namesHost = namesHost
    self.layout = layout
  }

  var lines: [String] {
    var head = displayName(prefix: instance.prefix, name: instance.name)
      .truncatedInTheMiddle(to: layout.width / 2)
    head += ", \(Units.duration(instance.durationNs)) from +\(Units.duration(instance.sinceNs))"
    if let thread = instance.thread { head += ", thread \(thread)" }
    if namesHost, let host = instance.host { head += " on \(host.printable())" }
    var result = layout.wrapped(head).map { layout.styled($0, .heading) }
    result += layout.wrapped(summary)
    let steps = self.steps
    let parallels = self.parallels
    result += drawn(steps + parallels)
    result += waits.flatMap { layout.wrapped($0) }
    let left = instance.parallel.count + instance.parallelLeftOut - parallels.count
    if left > 0 {
      result.append(
        layout.styled("and \(Units.count(UInt64(left), "effect")) more beside it", .quiet))
    }
    return result
  }

  private var summary: String {
    var facts = PathSegment.allCases.filter { instance.times[$0] > 0 }.map { segment in
      let share = Double(instance.times[segment]) / Double(max(instance.durationNs, 1))
      return "\(segment.rawValue) \(Units.percent(share))"
    }
    facts.append(Units.count(UInt64(instance.actions), "action"))
    facts.append(Units.count(UInt64(instance.effects), "effect"))
    var text = facts.joined(separator: ", ")
    let reasons = instance.lowerBound.compactMap(Self.reason)
    if !reasons.isEmpty { text += "; may have gone on: " + reasons.joined(separator: ", ") }
    return text
  }

  private static func reason(_ word: String) -> String? {
    switch word {
    case "running": "something still ran at the end"
    case "lost": "events were lost"
    case "cut_off": "there was more than can be followed"
    default: nil
    }
  }

  // MARK: - Lines

  private var steps: [Line] {
    let steps = instance.steps
    let longest = Set(
      steps.indices.sorted { steps[$0].durationNs > steps[$1].durationNs }.prefix(Self.mostSteps))
    var lines: [Line] = []
    var omitted: [CriticalPathReport.Step] = []
    func flush() {
      guard let first = omitted.first else { return }
      let duration = omitted.reduce(0) { $0 + $1.durationNs }
      lines.append(
        Line(
          word: "…", name: "(\(Units.count(UInt64(omitted.count), "short step")))",
          start: first.sinceNs, duration: duration, brush: "█"))
      omitted = []
    }
    for (index, step) in steps.enumerated() {
      guard longest.contains(index) else {
        omitted.append(step)
        continue
      }
      flush()
      lines.append(line(step))
    }
    flush()
    return lines
  }

  private func line(_ step: CriticalPathReport.Step) -> Line {
    let name =
      step.line.map { "\(step.name.printable()):\($0)" }
      ?? displayName(prefix: step.prefix, name: step.name)
    return switch step.segment {
    case .reducers: line(step, "reducer", name, "█")
    case .effects: line(step, "effect", name, "█")
    case .observers: line(step, "observer", name, "█")
    case .queue: line(step, "queue", name, "▒")
    case .waiting: line(step, "waiting", name, "▒")
    case .unknown: line(step, "unknown", name, "▒")
    }
  }

  private func line(
    _ step: CriticalPathReport.Step, _ word: String, _ name: String, _ brush: String
  ) -> Line {
    Line(word: word, name: name, start: step.sinceNs, duration: step.durationNs, brush: brush)
  }

  /// The reasons of the longest waits for a store.
  private var waits: [String] {
    let queued = instance.steps.filter { step in
      step.meanwhile != nil
        && Double(step.durationNs) >= Double(instance.durationNs) * Self.leastWait
    }
    return queued.sorted { $0.durationNs > $1.durationNs }.prefix(Self.mostWaits).map { step in
      let name = displayName(prefix: step.prefix, name: step.name)
      return "While \(name) waited \(Units.duration(step.durationNs)): "
        + (step.meanwhile?.text ?? "")
    }
  }

  private var parallels: [Line] {
    instance.parallel.prefix(Self.mostParallels).map { parallel in
      let end = parallel.durationNs.map { parallel.sinceNs + $0 } ?? instance.durationNs
      let remark =
        if let slack = parallel.slackNs {
          "slack " + Units.duration(slack)
        } else {
          parallel.outcome == nil ? "ran on" : "cancelled"
        }
      return Line(
        word: "beside", name: displayName(prefix: parallel.prefix, name: parallel.name),
        start: parallel.sinceNs, duration: max(end - parallel.sinceNs, 0), remark: remark,
        brush: "░")
    }
  }

  private func drawn(_ lines: [Line]) -> [String] {
    let words = lines.map(\.word.columns).max() ?? 0
    let remarks = lines.map(\.remark.columns).max() ?? 0
    let times = lines.map { (Units.duration($0.duration), "+" + Units.duration($0.start)) }
    let took = times.map(\.0.count).max() ?? 0
    let at = times.map(\.1.count).max() ?? 0
    let fixed = words + took + at + 8 + (remarks > 0 ? remarks + 2 : 0)
    let widest = lines.map(\.name.columns).max() ?? 0
    let room = max(layout.width - fixed, 1)
    let names = max(min(widest, max(room - Self.narrowestBars, room / 2)), 1)
    let bars = max(room - names, 1)
    return zip(lines, times).map { line, time in
      var text = line.word.padded(to: words) + "  "
      text += line.name.truncatedInTheMiddle(to: names).padded(to: names) + "  "
      text += time.0.padded(to: took, onTheLeft: true) + "  "
      text += time.1.padded(to: at, onTheLeft: true) + "  "
      if remarks > 0 { text += line.remark.padded(to: remarks) + "  " }
      return text + bar(line, bars)
    }
  }

  private func bar(_ line: Line, _ width: Int) -> String {
    let scale = Double(width) / Double(max(instance.durationNs, 1))
    let start = min(max(Int(Double(line.start) * scale), 0), width - 1)
    let end = min(Int((Double(line.start + line.duration) * scale).rounded(.up)), width)
    return String(repeating: " ", count: start)
      + String(repeating: line.brush, count: max(end - start, 1))
  }
}

extension CriticalPathReport.Work {
  /// The work in words.
  fileprivate var text: String {
    guard count > 0 else {
      return """
        its store and its thread ran nothing that is recorded: the processors were busy with other \
        work, or code outside of actions and observers ran
        """
    }
    let most = displayName(prefix: prefix, name: name)
    let rest = busyNs > durationNs ? ", others \(Units.duration(busyNs - durationNs))" : ""
    return
      "\(most) ran \(Units.count(count, "time")), \(Units.duration(durationNs))\(rest)"
  }
}
