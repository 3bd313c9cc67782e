import Durations
import TextTables

extension Report {
  /// How chains of actions were left out: an action from outside with all that it leads to is
  /// recorded entirely, or not at all.
  public struct Sampling: Codable, Sendable, Equatable {
    /// The part of all chains that is recorded, such as `1/100`; `nil` if the processes recorded
    /// different parts or a limit left out more, so that figures are of the recorded chains, or if
    /// no sample was requested.
    ///
    /// Numbers and total times of actions, effects, observers and sends are then estimates for all
    /// chains: the recorded ones, multiplied. All other figures are of recorded chains.
    public var sample: String?
    /// The factor of these estimates, 1 without a sample.
    public var factor = 1.0
    /// The number of recorded chains.
    public var chains: UInt64
    /// About how many chains there were; `nil` without a sample.
    public var estimatedChains: UInt64?
    /// The most actions that a process recorded in a second; `nil` without a limit.
    public var maxRate: UInt64?
    /// The actions that this limit has left out, the most frequent first.
    public var leftOut: [TraceSampling.LeftOut]
    /// Whether a process recorded a part of its chains although ``sample`` is `nil`. Not in files.
    private var isOfDifferentParts = false

    private enum CodingKeys: String, CodingKey {
      case sample, factor, chains, estimatedChains, maxRate, leftOut
    }

    /// - Parameter chains: The number of recorded chains.
    init?(_ processes: [TraceProcess], chains: UInt64) {
      let samplings = processes.compactMap(\.sampling)
      guard !samplings.isEmpty else { return nil }
      self.chains = chains
      maxRate = samplings.map(\.maxRate).max().flatMap { $0 > 0 ? $0 : nil }
      leftOut = TraceSampling.leftOut(of: processes)
      // Processes without actions matter as well: one that records all has no sampling.
      let first = samplings[0]
      guard first.isSample, leftOut.isEmpty, samplings.count == processes.count,
        samplings.allSatisfy({ $0.text == first.text })
      else {
        isOfDifferentParts = samplings.contains(where: \.isSample)
        return
      }
      sample = first.text
      factor = first.factor
      estimatedChains = chains.scaled(by: factor)
    }

    /// Whether chains were left out: a limit may never have been reached.
    public var leavesOutChains: Bool {
      sample != nil || isOfDifferentParts || !leftOut.isEmpty
    }

    /// The meaning of findings, whose figures are no estimates.
    package var remarkOnFindings: String {
      (sample.map { "Sampled \($0)" } ?? "Some chains of actions were left out")
        + ": the figures of findings are of recorded chains."
    }

    /// Statements for readers of the report.
    package var remarks: [String] {
      var remarks: [String] = []
      if let sample, let estimatedChains {
        remarks.append(
          "Sampled \(sample): \(Units.count(chains, "chain")) of about "
            + "\(Units.count(estimatedChains)). Counts and totals of actions, effects, observers and "
            + "sends are estimates of all; percentiles, longest and slowest are of recorded ones. "
            + "A sample does not show the use of the time.")
      }
      return remarks
    }
  }

  /// Replaces the figures of recorded chains by estimates for all chains, if they are a sample.
  mutating func estimate() {
    guard let sampling, sampling.sample != nil else { return }
    let factor = sampling.factor
    time = []
    for index in processes.indices { processes[index].scale(by: factor) }
    for index in actions.indices { actions[index].scale(by: factor) }
    for index in effects.indices { effects[index].scale(by: factor) }
    for index in observers.indices { observers[index].scale(by: factor) }
    for index in stores.indices { stores[index].scale(by: factor) }
  }

  /// The mark of tables whose figures are estimates.
  var estimateMark: String {
    sampling?.sample == nil ? "" : ", estimates"
  }

  /// The mark of a number that is an estimate.
  var approximately: String { sampling?.sample == nil ? "" : "about " }
}

extension Report.Process {
  fileprivate mutating func scale(by factor: Double) {
    actions = actions.scaled(by: factor)
    intervals = intervals.scaled(by: factor)
    effects = effects.scaled(by: factor)
  }
}

extension Report.Action {
  fileprivate mutating func scale(by factor: Double) {
    count = count.scaled(by: factor)
    open = open.scaled(by: factor)
    stateChanged.yes = stateChanged.yes.scaled(by: factor)
    stateChanged.no = stateChanged.no.scaled(by: factor)
    stateChanged.unknown = stateChanged.unknown.scaled(by: factor)
    overBudget = overBudget.scaled(by: factor)
    selfNs = selfNs.scaled(by: factor)
    exclusiveNs = exclusiveNs.scaled(by: factor)
    share *= factor
    duration?.scale(by: factor)
    distribution.scale(by: factor)
    levels = levels?.map { level in
      var level = level
      level.count = level.count.scaled(by: factor)
      level.selfNs = level.selfNs.scaled(by: factor)
      level.exclusiveNs = level.exclusiveNs.scaled(by: factor)
      return level
    }
  }
}

extension Report.Effect {
  fileprivate mutating func scale(by factor: Double) {
    started = started.scaled(by: factor)
    finished = finished.scaled(by: factor)
    cancelled = cancelled.scaled(by: factor)
    failed = failed.scaled(by: factor)
    endedOtherwise = endedOtherwise.scaled(by: factor)
    running = running.scaled(by: factor)
    outputs = outputs.scaled(by: factor)
    duration?.scale(by: factor)
    distribution.scale(by: factor)
  }
}

extension Report.Observer {
  fileprivate mutating func scale(by factor: Double) {
    count = count.scaled(by: factor)
    open = open.scaled(by: factor)
    overBudget = overBudget.scaled(by: factor)
    exclusiveNs = exclusiveNs.scaled(by: factor)
    share *= factor
    duration?.scale(by: factor)
    for index in notifiedBy.indices {
      notifiedBy[index].count = notifiedBy[index].count.scaled(by: factor)
      notifiedBy[index].withOthers = notifiedBy[index].withOthers.scaled(by: factor)
    }
  }
}

extension Report.Store {
  fileprivate mutating func scale(by factor: Double) {
    sends = sends.scaled(by: factor)
    queued = queued.scaled(by: factor)
    reentrant = reentrant.scaled(by: factor)
    waiting?.scale(by: factor)
    actorWaiting?.scale(by: factor)
  }
}

extension DurationStatistics {
  fileprivate mutating func scale(by factor: Double) {
    count = count.scaled(by: factor)
    totalNs = totalNs.scaled(by: factor)
  }
}

extension [DurationBucket] {
  fileprivate mutating func scale(by factor: Double) {
    for index in indices { self[index].count = self[index].count.scaled(by: factor) }
  }
}

extension FixedWidthInteger {
  /// The product, rounded, within the range of the type.
  fileprivate func scaled(by factor: Double) -> Self {
    let product = (Double(self) * factor).rounded()
    return Self(exactly: product) ?? (product < 0 ? .min : .max)
  }
}
