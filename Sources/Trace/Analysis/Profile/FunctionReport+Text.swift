import ByteBuffers
import TextTables

extension FunctionReport {
  /// The report as one JSON object, with the keys that ``FunctionReport`` documents.
  public func json() throws -> String {
    try jsonText(self)
  }

  /// A row for each function of each group, as comma-separated values (RFC 4180).
  public func csv() -> String {
    let heading = [
      "kind", "prefix", "name", "line", "samples", "cpu_ns", "function", "symbol", "module",
      "self_samples", "total_samples", "self_share", "self_low", "self_high", "total_share",
    ]
    let text = ByteBuffer()
    var line = CSVLine(in: text)
    for field in heading { line.add(text: field) }
    line.end()
    for group in groups {
      for function in group.functions {
        var line = CSVLine(in: text)
        for field in [
          group.kind, group.prefix, group.name, group.line.map(String.init) ?? "",
          "\(group.samples)", "\(group.processor.ns)", function.name, function.symbol,
          function.module,
          "\(function.selfSamples)", "\(function.totalSamples)", "\(function.selfShare)",
          "\(function.selfLow)", "\(function.selfHigh)", "\(function.totalShare)",
        ] { line.add(text: field) }
        line.end()
      }
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The report as text: remarks, how the samples were taken, and a table of functions for each
  /// group.
  public func text(_ layout: TextLayout = TextLayout()) -> String {
    let remarks = remarks.flatMap { layout.wrapped($0.printable()) }
    let sections = [remarks, overview(layout)] + groups.map { text(of: $0, layout) }
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func overview(_ layout: TextLayout) -> [String] {
    var lines: [String] = []
    for profile in profiles where !profile.samples.isZero || profiles.count == 1 {
      var parts = [
        "CPU profile: \(Units.count(profile.samples, "sample"))",
        "\(Units.count(profile.frequency)) a second of processor time",
        profile.unwinding == "dwarf" ? "unwound by DWARF" : "unwound by frame pointers",
        Units.count(profile.threads, "thread"),
      ]
      if let duration = profile.durationNs { parts.append("in \(Units.duration(duration))") }
      if profiles.count > 1 { parts.append(profile.directory.printable()) }
      lines.append(layout.styled(parts.joined(separator: ", "), .heading))
      if profile.lost > 0 {
        lines.append(
          layout.styled(
            "WARNING: \(Units.count(profile.lost, "sample")) were lost, as perf had no room.",
            .warning))
      }
      if let message = profile.message {
        lines.append(layout.styled("WARNING: \(message.printable()).", .warning))
      }
    }
    if isFiltered { lines.append("Filtered: shares are relative to the selected samples.") }
    guard samples > 0 else {
      lines.append("No sample is selected.")
      return lines.flatMap { layout.wrapped($0) }
    }
    lines.append(Units.duration(cpuNs) + " of processor time: " + kinds.joined(separator: ", "))
    lines.append(limits.joined(separator: " "))
    return lines.flatMap { layout.wrapped($0) }
  }

  /// The distribution of the samples among kinds.
  private var kinds: [String] {
    let words = [
      ("action", "in actions"), ("effect", "in effects"), ("observer", "in observers"),
      ("interval", "in intervals"), ("between", "between them"),
    ]
    return words.compactMap { kind, word in
      let part = groups.filter { $0.kind == kind }.reduce(0) { $0 + $1.samples }
      return part == 0 ? nil : "\(percent(part)) \(word)"
    }
  }

  private var limits: [String] {
    let kernel = groups.reduce(0) { $0 + $1.kernelSamples }
    let broken = groups.reduce(0) { $0 + $1.brokenStacks }
    let foreign = profiles.reduce(0) { $0 + $1.foreignSamples }
    var limits = ["Of the samples, \(percent(kernel)) are in the kernel;"]
    let deep = groups.reduce(0) { $0 + $1.deepStacks }
    limits.append("\(percent(broken)) of the stacks break off.")
    if deep > 0 {
      limits.append(
        "\(percent(deep)) are deeper than perf follows: their outermost callers are missing.")
    }
    if foreign > 0 {
      limits.append(
        "\(Units.count(foreign, "sample")) of processes without events "
          + (foreign == 1 ? "is left out." : "are left out."))
    }
    // The dynamic loader, which runs before the program, has no frame pointers.
    let own = groups.filter { $0.kind != "between" }
    let ownSamples = own.reduce(0) { $0 + $1.samples }
    let ownBroken = own.reduce(0) { $0 + $1.brokenStacks - $1.deepStacks }
    if profiles.contains(where: { $0.unwinding == "fp" }), ownSamples >= 50,
      ownBroken * 5 > ownSamples
    {
      limits.append(
        "The program does without frame pointers, as swiftc -O alone has it: self times hold, "
          + "callers are missing; --unwind dwarf finds them.")
    }
    return limits
  }

  private func percent(_ part: UInt64) -> String {
    Units.percent(Double(part) / Double(max(samples, 1)))
  }

  private func text(of group: Group, _ layout: TextLayout) -> [String] {
    var lines = [layout.styled(Self.title(group), .heading)]
    lines.append(Self.times(group))
    if group.samples == 0 { return lines.flatMap { layout.wrapped($0) } }
    lines = lines.flatMap { layout.wrapped($0) }
    let shown = group.functions
    lines += TextTable(
      heading: "function", rows: shown, name: { $0.name.printable() },
      columns: [
        ("self", 5, { Units.percent($0.selfShare) }),
        ("95 %", 3, { "\(Self.bare($0.selfLow))–\(Units.percent($0.selfHigh))" }),
        ("total", 4, { Units.percent($0.totalShare) }),
        ("samples", 2, { Units.count($0.selfSamples) }),
        ("in", 1, { $0.module.printable() }),
      ]
    ).lines(layout)
    if shown.count > layout.maximumRows {
      let rest = UInt64(shown.count - layout.maximumRows)
      lines += layout.belowTable([
        layout.styled("… and \(Units.count(rest, "function"))", .quiet)
      ])
    }
    return lines
  }

  private static func bare(_ share: Double) -> String { Units.fixed(share * 100, digits: 1) }

  private static func title(_ group: Group) -> String {
    switch group.kind {
    case "between": return "between actions, effects, observers and intervals"
    case "observer": return "observer \(group.name.printable()):\(group.line ?? 0)"
    default:
      return "\(group.kind) \(displayName(prefix: group.prefix, name: group.name))".printable()
    }
  }

  private static func times(_ group: Group) -> String {
    var parts: [String] = []
    if group.count > 0 { parts.append(Units.count(group.count, "time")) }
    if let duration = group.durationNs { parts.append(Units.duration(duration)) }
    parts.append("processor \(text(group.processor)) by \(Units.count(group.samples, "sample"))")
    if let off = group.notRunning { parts.append("not running \(text(off))") }
    var text = parts.joined(separator: ", ")
    if group.kernelSamples > 0 {
      text += ", \(Units.count(group.kernelSamples)) in the kernel"
    }
    if group.adjacentSamples > 0 {
      text +=
        "; \(Units.count(group.adjacentSamples)) only follow or precede an event of the effect"
    }
    return text
  }

  /// A time and its uncertainty.
  private static func text(_ estimate: Estimate) -> String {
    let spread = max(estimate.ns - estimate.lowNs, estimate.highNs - estimate.ns)
    return spread == 0
      ? Units.duration(estimate.ns)
      : "\(Units.duration(estimate.ns)) ± \(Units.duration(spread))"
  }
}

extension UInt64 {
  fileprivate var isZero: Bool { self == 0 }
}
