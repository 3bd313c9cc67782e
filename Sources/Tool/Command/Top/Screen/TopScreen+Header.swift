import SystemSupport
import TextTables
import TraceAnalysis
import TraceRecording

/// The lines above the tables.
extension TopScreen {
  var header: [StyledLine] {
    var lines = [title]
    if let banner { lines.append(banner) }
    lines.append(timeLine)
    lines.append(actionLine)
    if height >= 14 { lines.append(graphLine) }
    lines.append(effectLine)
    lines.append(queueLine)
    if height >= 18 { lines.append(StyledLine()) }
    return lines
  }

  private var title: StyledLine {
    var line = StyledLine("signpost top", [.bold, .cyan])
    line.append("  ")
    line.append(title(width: width - 40), .bold)
    line.append("  \(Self.age(age))", .dim)
    var right = StyledLine()
    if state.isPaused { right.append(" PAUSED ", [.inverse, .bold, .yellow]) }
    if let lag = snapshot.lagNs, lag > 2_000_000_000 {
      right.append("  \(Units.duration(lag)) behind", .yellow)
    }
    right.append("  last \(Units.significant(Double(window) / 1e9)) s", .dim)
    let room = width - line.width - right.width
    if room > 0 {
      line.append(String(repeating: " ", count: room))
      line.append(right)
    }
    return line
  }

  private func title(width: Int) -> String {
    let processes = snapshot.processes.filter(\.isAlive)
    var text = name.printable()
    if text.isEmpty, let first = snapshot.processes.first { text = first.name.printable() }
    if let pid { text += text.isEmpty ? "process \(pid)" : " (\(pid))" }
    if processes.count > 1 { text += ", \(processes.count) processes" }
    return text.columns > width ? text.truncatedInTheMiddle(to: max(width, 10)) : text
  }

  /// The warning above all figures.
  private var banner: StyledLine? {
    switch status {
    case .running: nil
    case .ended(let reason?):
      StyledLine(" \(Self.words(reason)) — q ends top ", [.inverse, .bold, .yellow])
    case .ended(nil):
      StyledLine(" The session has ended — q ends top ", [.inverse, .bold, .yellow])
    case .failed(let reason):
      StyledLine(" Nothing more is known: \(reason) ", [.inverse, .bold, .red])
    }
  }

  private static func words(_ reason: ExitReason) -> String {
    switch reason {
    case .exited(let code): "The program ended with code \(code)"
    case .killed(let signal): "The program was killed by \(signalName(signal))"
    }
  }

  /// The use of the time: the main actor's, and the reducers of other actors.
  private var timeLine: StyledLine {
    let time = snapshot.time
    var line = StyledLine("Time     ", .cyan)
    guard time.isMainActorKnown else {
      line.append(Units.percent(time.otherActors).padded(to: 9), .bold)
      line.append("  reducers, on unknown actors", .dim)
      return line
    }
    line.append(Units.percent(time.mainActor).padded(to: 9), .bold)
    line.append("  main actor", .dim)
    let room = width - line.width
    line.append(Self.text(of: time, width: room))
    return line
  }

  /// The largest parts of the time that there is room for, and the sum of the rest.
  private static func text(of time: TimeUse, width: Int) -> String {
    let parts = [
      ("reducers", time.reducers), ("observers", time.observers), ("intervals", time.intervals),
      ("other intervals", time.outerIntervals), ("other actors", time.otherActors),
    ].filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
    for count in (0...parts.count).reversed() {
      var shown = Array(parts.prefix(count))
      if count < parts.count {
        shown.append(("rest", parts.dropFirst(count).map(\.1).reduce(0, +)))
      }
      let text = shown.map { "  \($0) \(Units.percent($1))" }.joined()
      if text.columns <= width { return text }
    }
    return ""
  }

  private var actionLine: StyledLine {
    let actions = snapshot.actions
    var line = StyledLine("Actions  ", .cyan)
    line.append(Units.rate(actions.perSecond).padded(to: 9), .bold)
    add("p50", Self.duration(actions.p50Ns, of: actions), to: &line)
    add("p99", Self.duration(actions.p99Ns, of: actions), to: &line)
    add("max", Self.duration(actions.maxNs, of: actions), to: &line)
    if width >= 76 { add("busy", StyledLine(Units.percent(actions.busy)), to: &line) }
    if width >= 96 { add("total", StyledLine(Units.count(actions.total)), to: &line) }
    return line
  }

  private var graphLine: StyledLine {
    let label = "         "
    let room = width - label.count - 14
    let values = Array(snapshot.actionsPerSecond.suffix(max(room, 1)))
    var line = StyledLine(label)
    line.append(glyphs.graph(values), .green)
    line.append("  max \(Units.rate(Double(values.max() ?? 0)))", .dim)
    return line
  }

  private var effectLine: StyledLine {
    var line = StyledLine("Effects  ", .cyan)
    line.append("\(Units.count(UInt64(max(snapshot.effects.alive, 0)))) alive".padded(to: 9), .bold)
    if let oldest = snapshot.effects.oldest {
      line.append("  oldest ", .dim)
      line.append(Self.age(oldest.ageNs))
      let name = displayName(prefix: oldest.prefix, name: oldest.name)
      line.append(" " + name.cut(to: max(width - line.width - 2, 10)))
    }
    return line
  }

  private var queueLine: StyledLine {
    var line = StyledLine("Queue    ", .cyan)
    if let depth = snapshot.queue.maxDepth, let wait = snapshot.queue.wait {
      line.append("≤ \(Units.count(depth))".padded(to: 9), .bold)
      add(width >= 72 ? "wait p99" : "wait", Self.duration(wait.p99Ns, of: wait), to: &line)
    } else {
      line.append("–".padded(to: 9))
    }
    add("stores", StyledLine(Units.count(UInt64(max(snapshot.storesAlive, 0)))), to: &line)
    let losses = snapshot.losses
    if losses.isEmpty {
      add("lost", StyledLine("0"), to: &line)
    } else {
      let style: StyledLine.Style = losses.isRecent ? [.bold, .red] : .yellow
      var parts: [String] = []
      if losses.events > 0 { parts.append(Units.count(losses.events, "event")) }
      if losses.packets > 0 { parts.append(Units.count(losses.packets, "packet")) }
      if losses.uncounted > 0 { parts.append("\(losses.uncounted) uncounted") }
      add("lost", StyledLine(parts.joined(separator: ", "), style), to: &line)
    }
    if let sampled = snapshot.sampled { add("sampled", StyledLine(sampled, .yellow), to: &line) }
    return line
  }

  private func add(_ label: String, _ value: StyledLine, to line: inout StyledLine) {
    line.append("  \(label) ", .dim)
    line.append(value)
    let padding = 8 - value.width
    if padding > 0, line.width + padding < width {
      line.append(String(repeating: " ", count: padding))
    }
  }

  // MARK: - Figures

  /// A duration, highlighted if people notice it: more than a frame, more than a tenth of a second.
  static func duration(_ nanoseconds: Int64) -> StyledLine {
    let style: StyledLine.Style =
      nanoseconds >= 100_000_000 ? [.red, .bold] : nanoseconds >= 16_000_000 ? .yellow : []
    return StyledLine(Units.duration(nanoseconds), style)
  }

  static func duration(
    _ nanoseconds: Int64, of durations: LiveSnapshot.Durations
  ) -> StyledLine {
    durations.count == 0 ? StyledLine("–", .dim) : duration(nanoseconds)
  }

  /// An age, such as 1:02:03.
  static func age(_ nanoseconds: Int64) -> String {
    let seconds = max(nanoseconds, 0) / 1_000_000_000
    if seconds < 10 { return Units.fixed(Double(max(nanoseconds, 0)) / 1e9, digits: 1) + " s" }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    if hours >= 48 { return "\(hours / 24) d \(hours % 24) h" }
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
