import ArgumentParser
import TraceRecording

/// The options that have a program record a part of its chains of actions.
struct SamplingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record a part of all chains, such as 1/100 or 1%.",
      valueName: "part"))
  var sample: String?

  @Option(
    name: .customLong("max-rate"),
    help: ArgumentHelp(
      "Leave out chains beyond this rate, such as 50000/s.", valueName: "rate"))
  var maxRate: String?

  func validate() throws {
    if let sample, ChainSample(sample) == nil {
      throw ValidationError(
        "--sample takes a part of all chains, more than 0 and at most 1, such as 1/100, 0.01 or 1%, "
          + "and '\(sample)' is none.")
    }
    if let maxRate, ActionRate(maxRate) == nil {
      throw ValidationError(
        "--max-rate takes a number of actions in a second, such as 50000/s, and '\(maxRate)' is "
          + "none.")
    }
  }

  var isGiven: Bool { sample != nil || maxRate != nil }

  /// The selection, with these options.
  func applied(to events: EventSelection) -> EventSelection {
    var events = events
    events.sample = sample.flatMap { ChainSample($0) }
    events.maxRate = maxRate.flatMap { ActionRate($0) }
    return events
  }
}
