import Foundation
import TestSupport
import Testing
import TraceAnalysis

/// Random chains of actions, recorded by LTTng entirely and as a sample.
@Suite(.serialized) struct SampledChainsTests {
  private static let chainCount = 2000

  @Test func record_sample_recordsWholeChains() throws {
    let seed = randomSeed()
    let whole = try record(seed: seed)
    let sample = try record(seed: seed, options: ["--sample", "1/4"])
    #expect(sample.output == whole.output, "the program does the same, with seed \(seed)")
    #expect(whole.chains.count > Self.chainCount / 2)
    for (chain, events) in sample.chains {
      #expect(events == whole.chains[chain], "chain \(chain) of seed \(seed)")
    }
    for recorded in [whole, sample] {
      #expect(recorded.unmatched == 0, "each begin has an end, and each end a begin")
      #expect(recorded.strayCauses == 0, "no action names a cause that is left out")
    }
    // Seven times the standard deviation.
    let expected = whole.chains.count / 4
    #expect(abs(sample.chains.count - expected) < 7 * Int(Double(expected).squareRoot()))
    #expect(sample.storesCreated == whole.storesCreated)
    #expect(sample.storesReleased == whole.storesReleased)
    let sampling = try #require(sample.sampling)
    #expect([sampling.kept, sampling.of, sampling.maxRate] == [1, 4, 0])
    #expect(whole.sampling == nil)
  }

  @Test func record_sample_scalesCountsAndMarksThem() throws {
    let seed = randomSeed()
    var reports: [Report] = []
    for options in [[], ["--sample", "25%"]] {
      try withRecording(seed: seed, options: options) { directory, _ in
        reports.append(try Report(directory: directory))
      }
    }
    let (whole, sample) = (reports[0], reports[1])
    func total(_ report: Report) -> UInt64 { report.actions.reduce(0) { $0 + $1.count } }
    let difference = abs(Double(total(sample)) / Double(total(whole)) - 1)
    #expect(difference < 0.5, "\(total(sample)) of \(total(whole)) with seed \(seed)")
    let sampling = try #require(sample.sampling)
    #expect(sampling.sample == "1/4")
    #expect(sampling.estimatedChains == sampling.chains * 4)
    #expect(total(sample).isMultiple(of: 4))
    #expect(sample.time.isEmpty)
    let text = sample.text()
    #expect(text.contains("Sampled 1/4"))
    #expect(text.contains(", estimates"))
    #expect(whole.sampling == nil)
    #expect(!whole.text().contains("Sampled"))
  }

  /// The rate is so low that the program exceeds it on every machine.
  @Test func record_maxRate_countsActionsThatAreLeftOut() throws {
    let seed = randomSeed()
    let whole = try record(seed: seed)
    let limited = try record(seed: seed, options: ["--max-rate", "20/s"])
    #expect(limited.output == whole.output)
    #expect(limited.unmatched == 0)
    #expect(limited.strayCauses == 0)
    for (chain, events) in limited.chains {
      #expect(events == whole.chains[chain], "chain \(chain) of seed \(seed)")
    }
    let sampling = try #require(limited.sampling)
    #expect(sampling.maxRate == 20)
    // Counted at the root stores, also where the action passes no wrapper, and by the outermost
    // wrapper in the environment style.
    let leftOut = sampling.leftOut.reduce(0) { $0 + $1.count }
    #expect(leftOut + limited.rootActions == whole.rootActions, "seed \(seed)")
    #expect(sampling.leftOut.map(\.name).contains("started"))
    let longest = whole.chains.values.map { $0.count }.max() ?? 0
    // Chains that are open at the same time can exceed the limit; later ones make up for that.
    let most = 20 * (limited.seconds + 1) + Double(4 * longest)
    #expect(Double(limited.rootActions) < most, "seed \(seed)")
  }

  @Test func record_maxRateNeverReached_leavesOutNothing() throws {
    let seed = randomSeed()
    try withRecording(seed: seed, options: ["--max-rate", "4000000000/s"]) { directory, _ in
      let report = try Report(directory: directory)
      let sampling = try #require(report.sampling)
      #expect(sampling.maxRate == 4_000_000_000)
      #expect(!sampling.leavesOutChains)
      #expect(!report.time.isEmpty)
    }
  }

  /// The limit has left out a part of the sample that is not known.
  @Test func record_sampleAndMaxRate_scalesNothing() throws {
    let seed = randomSeed()
    let options = ["--sample", "1/2", "--max-rate", "20/s"]
    try withRecording(seed: seed, options: options) { directory, _ in
      let report = try Report(directory: directory)
      let sampling = try #require(report.sampling)
      #expect(sampling.sample == nil)
      #expect(sampling.factor == 1)
      #expect(sampling.leavesOutChains)
      #expect(report.text().contains("in the sample"))
    }
  }

  @Test func record_sampleOnSlow_isRefused() throws {
    let result = try SignpostExecutable.run([
      "record", "--sample", "1/2", "--on-slow", "1ms", "--", "true",
    ])
    #expect(result.status == 64)
    #expect(result.errors.contains("leave out --sample"))
  }

  private func randomSeed() -> UInt64 {
    let seed = UInt64.random(in: 0...UInt64(Int64.max))
    print("seed \(seed)")
    return seed
  }

  private func withRecording<Result>(
    seed: UInt64, options: [String],
    _ read: (_ directory: String, _ output: String) throws -> Result
  ) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let result = try SignpostExecutable.run(
      ["record", "--quiet", "--output", directory.path] + options
        + ["--", builtExecutable("ScenarioRunner"), "chains", "\(Self.chainCount)", "\(seed)"])
    #expect(result.status == 0, "\(result.errors)")
    return try read(directory.path, result.output)
  }

  private func record(seed: UInt64, options: [String] = []) throws -> RecordedChains {
    try withRecording(seed: seed, options: options) { directory, output in
      var chains = RecordedChains(output: output)
      let reader = TraceReader(directory: directory)
      let summary = try reader.forEachEvent { chains.add($0, reader) }
      #expect(summary.losses.isEmpty)
      if let range = summary.timeRange {
        chains.seconds = Double(range.upperBound - range.lowerBound) / 1e9
      }
      chains.sampling = summary.processes.first?.sampling
      chains.conclude()
      return chains
    }
  }
}

/// The events of a recording by the number of their chain.
private struct RecordedChains {
  let output: String
  /// The events of each chain, in the order of their texts.
  private(set) var chains: [Int: [String]] = [:]
  private(set) var unmatched = 0
  private(set) var strayCauses = 0
  private(set) var storesCreated = 0
  private(set) var storesReleased = 0
  /// Actions that root stores have processed, in the environment style those from outside.
  private(set) var rootActions: UInt64 = 0
  var sampling: TraceSampling?
  /// The duration of the recording.
  var seconds = 0.0

  private var chainOfAction: [UInt64: Int] = [:]
  private var chainOfEffect: [UInt64: Int] = [:]
  private var open: Set<UInt64> = []
  private var sent: Set<UInt64> = []
  private var actions: [(action: TraceEvent.ActionBegin, text: String)] = []
  private var effects: [(effect: TraceEvent.EffectBegin, text: String)] = []
  private var texts: [(action: UInt64, text: String)] = []
  private var effectTexts: [(effect: UInt64, text: String)] = []

  init(output: String) { self.output = output }

  mutating func add(_ event: TraceEvent, _ reader: TraceReader) {
    func text(_ name: NameID) -> String {
      "\(reader.names[name].prefix) \(reader.names[name].name)"
    }
    switch event.payload {
    case .storeCreated: storesCreated += 1
    case .storeReleased: storesReleased += 1
    case .send(let send):
      rootActions += 1
      sent.insert(send.action)
    case .actionBegin(let begin):
      let cause = begin.cause == 0 ? "from outside" : "from an effect"
      let place = begin.parent == 0 ? "outermost" : "nested"
      actions.append((begin, "\(text(begin.name)) \(cause) \(place)"))
      if !open.insert(begin.action).inserted { unmatched += 1 }
      // Stores in the environment style know of no wrapper, and report no sends.
      if begin.cause == 0, begin.parent == 0, !sent.contains(begin.action) { rootActions += 1 }
    case .actionPayload(let action): chainOfAction[action] = Int(reader.texts.message)
    case .actionEnd(let end):
      texts.append((end.action, "end \(end.effect)"))
      if open.remove(end.action) == nil { unmatched += 1 }
    case .effectBegin(let begin):
      effects.append((begin, "effect \(text(begin.name))"))
      if !open.insert(begin.effect).inserted { unmatched += 1 }
    case .effectOutput(let output):
      effectTexts.append((output.effect, "output \(text(output.name))"))
    case .effectEnd(let end):
      effectTexts.append((end.effect, "effect end \(end.outcome) \(end.outputs)"))
      if open.remove(end.effect) == nil { unmatched += 1 }
    case .observeBegin(_, let cause):
      if cause.action != 0, chainOfAction[cause.action] == nil { strayCauses += 1 }
    default: break
    }
  }

  mutating func conclude() {
    unmatched += open.count
    let effectIDs = Set(effects.map(\.effect.effect))
    for (begin, text) in actions {
      chains[chainOfAction[begin.action] ?? -1, default: []].append(text)
      if begin.cause != 0, !effectIDs.contains(begin.cause) { strayCauses += 1 }
      if begin.parent != 0, chainOfAction[begin.parent] == nil { strayCauses += 1 }
    }
    for (begin, text) in effects {
      let chain = chainOfAction[begin.action] ?? -1
      chainOfEffect[begin.effect] = chain
      chains[chain, default: []].append(text)
    }
    for (action, text) in texts { chains[chainOfAction[action] ?? -1, default: []].append(text) }
    for (effect, text) in effectTexts {
      chains[chainOfEffect[effect] ?? -1, default: []].append(text)
    }
    for chain in chains.keys { chains[chain]?.sort() }
  }
}
