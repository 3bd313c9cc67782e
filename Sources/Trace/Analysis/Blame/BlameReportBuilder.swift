/// Makes a report from collected changes.
struct BlameReportBuilder {
  let changes: PropertyChanges
  let patterns: [PropertyPattern]
  let options: BlameOptions
  let names: NameTable
  let reader: TraceReader
  let properties: [ChangedProperty]

  init(
    _ changes: PropertyChanges, _ patterns: [PropertyPattern], _ options: BlameOptions,
    _ reader: TraceReader
  ) {
    self.changes = changes
    self.patterns = patterns
    self.options = options
    self.reader = reader
    names = reader.names
    properties = ChangedProperty.all(
      changes.facts.differences > 0 ? changes.changes : changes.noticed, patterns)
  }

  var summary: TraceSummary { changes.summary }
  var facts: PropertyChanges.Facts { changes.facts }
  private var start: Int64 { summary.timeRange?.lowerBound ?? 0 }
  /// The options by which actions may be left out; `nil` without any.
  var omission: String? {
    if summary.processes.contains(where: { $0.sampling?.leavesOutChains == true }) {
      return "chains of actions are left out, by --sample or --max-rate"
    }
    return summary.selections.isEmpty
      ? nil : "events are left out, by --kind, --prefix or --name"
  }

  var isComplete: Bool { summary.isComplete && changes.unmatched.forgotten == 0 }

  func report() -> BlameReport {
    let listed = listedChanges
    let count = properties.reduce(0) { $0 + $1.changes.count + $1.asPartCount }
    let unmatched = options.filter.unmatched(names, reader.participants, summary.timeRange)
    let hasNoProperty = properties.isEmpty && !patterns.contains(.all)
    return BlameReport(
      directory: reader.directory, isComplete: isComplete,
      remarks: summary.remarks + missingData + unmatched.remarks,
      isFiltered: !options.filter.isEmpty,
      selectsNothing: unmatched.selectsNothing || hasNoProperty ? true : nil,
      startNs: summary.timeRange.map { "\($0.lowerBound)" },
      durationNs: summary.timeRange.map { $0.upperBound.subtractingClamped($0.lowerBound) } ?? 0,
      events: Report.EventCounts(summary),
      losses: Report.Losses(summary.losses), damage: summary.damage, parts: summary.parts,
      patterns: patterns.map(\.text),
      recorded: BlameReport.Recorded(
        stateDifferences: facts.differences > 0, values: facts.hasValues,
        observers: facts.hasObserverCauses),
      properties: properties.map(row), changes: listed.map(change),
      changesLeftOut: count - listed.count + changes.changesLeftOut,
      expectations: options.expectations.map { verdict(on: $0) })
  }

  // MARK: - Rows

  private func row(_ property: ChangedProperty) -> BlameReport.Property {
    let chains = ChangeScopes(property.changes, by: .chain, names)
    return BlameReport.Property(
      property: property.name, changes: property.count,
      asPart: ChangedProperty.actions(of: property.asPart),
      chains: chains.all.count,
      returns: property.changes.isEmpty ? nil : returns(of: chains),
      observers: facts.hasObserverCauses
        ? reactions(to: property.changes).certain : nil,
      by: makers(property), busiest: busiest(chains))
  }

  /// The number of changes to an earlier value of the same chain; `nil` if values are missing.
  func returns(of chains: ChangeScopes) -> Int? {
    let returns = chains.all.map { ChangedProperty.returns(of: $0.changes) }
    return returns.contains(nil) ? nil : returns.reduce(0) { $0 + ($1 ?? 0) }
  }

  private func busiest(_ chains: ChangeScopes) -> BlameReport.Chain? {
    var busiest: BlameReport.Chain?
    for (start, changes) in chains.all {
      guard let chain = chain(start, changes), chain.changes > busiest?.changes ?? 0 else {
        continue
      }
      busiest = chain
    }
    return busiest
  }

  func chain(
    _ start: ChangingAction.Link?, _ changes: [PropertyChanges.Change]
  ) -> BlameReport.Chain? {
    start.map { start in
      BlameReport.Chain(
        prefix: names[start.name].prefix, name: names[start.name].name, id: "\(start.id)",
        sinceNs: start.start.subtractingClamped(self.start),
        changes: ChangedProperty.actions(of: changes),
        returns: ChangedProperty.returns(of: changes))
    }
  }

  private struct MakerKey: Hashable {
    var name: NameID
    var origin: NameID?
  }

  private func makers(_ property: ChangedProperty) -> [BlameReport.Maker] {
    let makers = Dictionary(grouping: property.changes) { change in
      MakerKey(name: change.action.name, origin: change.action.origin?.name)
    }
    return makers.map { key, changes in
      BlameReport.Maker(
        prefix: names[key.name].prefix, name: names[key.name].name,
        changes: ChangedProperty.actions(of: changes),
        fromPrefix: key.origin.map { names[$0].prefix },
        fromName: key.origin.map { names[$0].name })
    }
    .sorted { left, right in
      if left.changes != right.changes { return left.changes > right.changes }
      return (left.prefix, left.name, left.fromPrefix ?? "", left.fromName ?? "")
        < (right.prefix, right.name, right.fromPrefix ?? "", right.fromName ?? "")
    }
  }

  // MARK: - Changes

  /// The changes to list, with the names of their properties.
  private var listedChanges: ArraySlice<(String, PropertyChanges.Change)> {
    let limit = options.listed ?? .max
    return properties.flatMap { property in
      (property.changes.prefix(limit) + property.asPart(first: limit)).map { (property.name, $0) }
    }
    .sorted { $0.1.action.start < $1.1.action.start }
    .prefix(limit)
  }

  private func change(_ property: String, _ change: PropertyChanges.Change) -> BlameReport.Change {
    let action = change.action
    let process = summary.processes[Int(action.process)]
    let (causes, isCutOff) = action.causes?.listed(names, since: start) ?? ([], false)
    return BlameReport.Change(
      property: property, path: change.path, asPart: change.relation == .asPart, old: change.old,
      new: change.new, prefix: names[action.name].prefix, name: names[action.name].name,
      id: "\(action.id)", vpid: process.vpid, host: process.host.isEmpty ? nil : process.host,
      thread: action.thread.map { summary.threads[Int($0)].vtid },
      sinceNs: action.start.subtractingClamped(start), causes: causes,
      cameFromOutside: !isCutOff && action.cameFromOutside, observers: reactions(to: change))
  }

  /// The numbers of reactions that changes led to, and of all that they may have led to.
  ///
  /// A reaction to several changes of an action counts once.
  func reactions(to changes: [PropertyChanges.Change]) -> (certain: Int, all: Int) {
    var (certain, all) = (0, 0)
    for changes in Dictionary(grouping: changes, by: { ObjectIdentifier($0.action) }).values {
      for observer in changes[0].action.observers {
        let answers = changes.map { self.changes.hasReacted(observer, to: $0) }
        if answers.contains(true) { certain += 1 }
        if answers.contains(where: { $0 != false }) { all += 1 }
      }
    }
    return (certain, all)
  }

  /// The reactions that the change led to, or may have.
  func reactions(to change: PropertyChanges.Change) -> [BlameReport.Observer] {
    change.action.observers.compactMap { observer in
      let hasReacted = changes.hasReacted(observer, to: change)
      guard hasReacted != false else { return nil }
      return BlameReport.Observer(
        file: names[observer.file].name, line: observer.line,
        property: observer.property == .empty ? nil : names[observer.property].name,
        isCertain: hasReacted == true)
    }
  }
}
