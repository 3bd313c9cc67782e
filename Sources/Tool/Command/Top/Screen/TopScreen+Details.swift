import TextTables
import TraceAnalysis

/// The details of one row.
extension TopScreen {
  func details(of row: TopRowID, height: Int) -> [StyledLine] {
    let lines: [StyledLine] =
      switch row {
      case .action(let prefix, let name): actionDetails(prefix, name, height)
      case .effect(let prefix, let name): effectDetails(prefix, name)
      case .slow(let time, let process): slowDetails(time, process)
      case .process(let index): processDetails(index)
      }
    return lines.prefix(height).map { $0.fitted(to: width) }
  }

  private func heading(_ kind: String, _ name: String) -> StyledLine {
    var line = StyledLine(" \(kind)  ", [.bold, .inverse])
    line.append(name, [.bold, .inverse])
    return line.fitted(to: width, filling: [.inverse])
  }

  private func fact(_ label: String, _ value: String) -> StyledLine {
    var line = StyledLine("   " + label.fitted(to: 22), .dim)
    line.append(value)
    return line
  }

  private var gone: [StyledLine] {
    [StyledLine("   It is no longer among the latest figures.", .dim)]
  }

  private func statistics(_ durations: LiveSnapshot.Durations, _ what: String) -> [StyledLine] {
    let isEmpty = durations.count == 0
    func duration(_ value: Int64) -> String { isEmpty ? "–" : Units.duration(value) }
    return [
      fact("per second", Units.rate(durations.perSecond)),
      fact("p50, p99", "\(duration(durations.p50Ns)), \(duration(durations.p99Ns))"),
      fact("longest", duration(durations.maxNs)),
      fact("in the window", Units.count(durations.count, what)),
      fact("since top started", Units.count(durations.total, what)),
    ]
  }

  private func actionDetails(_ prefix: String, _ name: String, _ height: Int) -> [StyledLine] {
    let title = heading("Action", displayName(prefix: prefix, name: name))
    guard let row = snapshot.actionRows.first(where: { $0.prefix == prefix && $0.name == name })
    else { return [title] + gone }
    var lines = [title] + statistics(row.durations, "action")
    lines += [
      fact("busy", Units.percent(row.durations.busy) + " of the time, without nested actions"),
      fact("changed the state", Self.changes(row) + " of the actions"),
      fact("returned an effect", Units.count(row.effects, "time")),
    ]
    if let octaves = row.distribution, !octaves.isEmpty {
      lines.append(StyledLine())
      lines.append(StyledLine(" How long they took, in the window", .bold))
      lines += bars(octaves, limit: max(height - lines.count - 5, 4))
    }
    let slow = snapshot.slowest.filter { $0.prefix == prefix && $0.name == name }
    if !slow.isEmpty {
      lines.append(StyledLine())
      lines.append(StyledLine(" The slowest of the last minute", .bold))
      for action in slow.prefix(max(height - lines.count, 3)) {
        lines.append(
          fact(
            Units.duration(action.durationNs),
            "\(Self.age(snapshot.timeNs - action.timeNs)) ago"
              + (action.cause.isEmpty ? "" : ", caused by \(action.cause.printable())")))
      }
    }
    return lines
  }

  private func bars(_ octaves: [LiveSnapshot.Octave], limit: Int) -> [StyledLine] {
    let largest = max(octaves.map(\.count).max() ?? 1, 1)
    let room = max(width - 34, 10)
    var lines = octaves.prefix(limit).map { octave in
      let length = Int(octave.count * UInt64(room) / largest)
      var line = StyledLine(
        "   from " + Units.duration(octave.fromNs).padded(to: 9, onTheLeft: true) + "  ", .dim)
      let bar = String(repeating: glyphs.bar, count: octave.count == 0 ? 0 : max(length, 1))
      line.append(bar, .green)
      line.append(" " + Units.count(octave.count))
      return line
    }
    let longer = octaves.dropFirst(limit).reduce(0) { $0 + $1.count }
    if longer > 0 {
      lines.append(StyledLine("   and \(Units.count(longer)) that took longer", .dim))
    }
    return lines
  }

  private func effectDetails(_ prefix: String, _ name: String) -> [StyledLine] {
    let title = heading("Effects of", displayName(prefix: prefix, name: name))
    guard let row = snapshot.effectRows.first(where: { $0.prefix == prefix && $0.name == name })
    else { return [title] + gone }
    return [
      title, fact("alive", Units.count(UInt64(row.alive))),
      fact("oldest", row.oldestNs.map(Self.age) ?? "–"),
    ] + statistics(row.ended, "effect") + [
      fact("cancelled", Units.count(row.cancelled)), fact("failed", Units.count(row.failed)),
    ]
  }

  private func slowDetails(_ time: Int64, _ process: Int) -> [StyledLine] {
    guard
      let action = snapshot.slowest.first(where: { $0.timeNs == time && $0.process == process })
    else { return [heading("Action", "")] + gone }
    let name = displayName(prefix: action.prefix, name: action.name)
    let row = snapshot.actionRows.first { $0.prefix == action.prefix && $0.name == action.name }
    return [
      heading("Slow action", name), fact("took", Units.duration(action.durationNs)),
      fact("p99 of its name", row.map { Units.duration($0.durations.p99Ns) } ?? "–"),
      fact("ended", Self.age(snapshot.timeNs - action.timeNs) + " ago"),
      fact("caused by", action.cause.isEmpty ? "the outside" : action.cause.printable()),
      fact("process", Self.pid(action.process, snapshot)),
    ]
  }

  private func processDetails(_ index: Int) -> [StyledLine] {
    guard snapshot.processes.indices.contains(index) else {
      return [heading("Process", "")] + gone
    }
    let process = snapshot.processes[index]
    return [
      heading("Process", process.name.printable()),
      fact("id", process.pid.map { "\($0)" } ?? "–"),
      fact("machine", process.host.isEmpty ? "–" : process.host.printable()),
      fact("state", process.isAlive ? "running" : "ended"),
      fact("actions", Units.count(process.actions)),
    ] + (outputPath.map { [fact("writes to", $0.printable())] } ?? [])
  }
}
