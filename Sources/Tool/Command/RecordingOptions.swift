import ArgumentParser
import TraceRecording

/// The events, buffers and output of a recording: shared by `record` and `start`.
struct RecordingOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Where the trace goes: a directory that does not exist yet, or is empty.",
      discussion: "Default: a new ./signpost-trace-<date>-<time>.", valueName: "dir"))
  var output: String?

  @Option(
    name: .customLong("subbuf-size"),
    help: ArgumentHelp("Size of a sub-buffer, a power of two such as 4M.", valueName: "size"))
  var subbufferSize: String?

  @Option(
    name: .customLong("num-subbuf"),
    help: ArgumentHelp("Sub-buffers per processor, a power of two.", valueName: "count"))
  var subbufferCount: Int?

  @Flag(help: "Let the program wait instead of losing events.")
  var blocking = false

  @Option(
    help: ArgumentHelp(
      "The least important events to record, info or debug.",
      discussion: "info leaves out sends, child stores, observers and payloads.",
      valueName: "level"))
  var loglevel = EventSelection.Level.debug

  @Flag(
    name: .customLong("state-diffs"),
    help: "Record changed properties, by comparing states.")
  var stateDiffs = false

  @Flag(name: .customLong("no-logs"), help: "Leave out log records.")
  var noLogs = false

  @Flag(
    name: .customLong("no-messages"), help: "Leave out the messages of intervals and events.")
  var noMessages = false

  @Flag(name: .customLong("no-payloads"), help: "Leave out payloads of actions.")
  var noPayloads = false

  @Option(
    name: .customLong("cpu-profile"), defaultAsFlag: SamplingRate.usual, parsing: .next,
    help: ArgumentHelp("Sample functions, hz times a second.", valueName: "hz"))
  var samplingRate: SamplingRate?

  @Option(help: ArgumentHelp("How samples find callers.", valueName: "how"))
  var unwind: ProfileOptions.Unwinding?

  func validate() throws {
    if unwind != nil, samplingRate == nil {
      throw ValidationError("--unwind is about samples: add --cpu-profile.")
    }
    if let samplingRate, !(1...20_000).contains(samplingRate.hertz) {
      throw ValidationError("--cpu-profile takes 1 to 20000 samples a second.")
    }
    if let subbufferSize, ByteCount(subbufferSize) == nil {
      throw ValidationError(
        "--subbuf-size takes a number with K, M or G behind it, and '\(subbufferSize)' is none.")
    }
  }

  var buffers: BufferPlan.Request {
    BufferPlan.Request(
      subbufferSize: subbufferSize.flatMap { ByteCount($0)?.bytes },
      subbufferCount: subbufferCount)
  }

  var profile: ProfileOptions? {
    samplingRate.map {
      ProfileOptions(frequency: $0.hertz, unwinding: unwind ?? .framePointers)
    }
  }

  var events: EventSelection {
    var texts: EventSelection.Texts = []
    if noLogs { texts.insert(.logs) }
    if noMessages { texts.insert(.messages) }
    if noPayloads { texts.insert(.payloads) }
    return EventSelection(level: loglevel, includesStateDiffs: stateDiffs, leavingOut: texts)
  }
}

extension EventSelection.Level: ExpressibleByArgument {}
extension ProfileOptions.Unwinding: ExpressibleByArgument {}

/// Samples in a second of processor time.
struct SamplingRate: ExpressibleByArgument, Equatable, CustomStringConvertible {
  static let usual = SamplingRate(hertz: ProfileOptions.usualFrequency)

  var hertz: Int

  init(hertz: Int) { self.hertz = hertz }

  init?(argument: String) {
    // A word that is not a number is the program, and the option before it a flag.
    guard let hertz = Int(argument) else { return nil }
    self.hertz = hertz
  }

  var description: String { "\(hertz)" }
}
