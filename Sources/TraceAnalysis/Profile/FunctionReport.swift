/// The functions that the processor time of actions, effects, observers and intervals went to.
///
/// It is made of the samples of `signpost record --cpu-profile`. Shares and times come with the
/// interval in which they are with a probability of 95 %.
public struct FunctionReport: Sendable, Equatable, Codable {
  /// The version of this form.
  public static let currentVersion = 1

  /// The version of this form.
  public var version = FunctionReport.currentVersion
  /// As it was given.
  public var directory: String
  /// The recordings that have a profile.
  public var profiles: [Profile]
  /// Samples of all kinds of code, as far as options select it.
  public var samples: UInt64
  /// Nanoseconds of processor time that they stand for.
  public var cpuNs: Int64
  /// Actions, effects, observers and intervals with samples or spans, those with most samples
  /// first; at the end, what ran between them.
  public var groups: [Group]
  /// Whether options leave something out.
  public var isFiltered: Bool
  /// Whether the trace has all events, and the profile all samples.
  public var isComplete: Bool

  /// How one recording was sampled.
  public struct Profile: Sendable, Equatable, Codable {
    /// The directory of the recording.
    public var directory: String
    /// The machine.
    public var host: String?
    /// Samples in a second of processor time, as asked for.
    public var frequency: UInt64
    /// How callers were found: `fp` or `dwarf`.
    public var unwinding: String
    /// How many samples it has.
    public var samples: UInt64
    /// The threads that have some.
    public var threads: UInt64
    /// Samples that there was no room for.
    public var lost: UInt64
    /// How long sampling went on, in nanoseconds; `nil` if its end is not known.
    public var durationNs: Int64?
    /// Whether the kernel's part was sampled as well; `nil` without samples.
    public var hasKernelSamples: Bool
    /// Samples of processes that the trace has no event of.
    public var foreignSamples: UInt64
    /// What is wrong with it.
    public var message: String?
  }

  /// What samples are of.
  public struct Group: Sendable, Equatable, Codable {
    /// `action`, `effect`, `interval` or `observer`; `between` for what ran while none was open.
    public var kind: String
    /// The wrapper's prefix, or the subsystem of an interval.
    public var prefix: String
    /// The name: of an effect, that of the action that started it; of an observer, its file.
    public var name: String
    /// The line of an observer.
    public var line: UInt64?
    /// How many spans ended.
    public var count: UInt64
    /// Nanoseconds from begin to end, of all of them; `nil` of effects, which suspend, and between
    /// spans.
    public var durationNs: Int64?
    /// Samples in it, and in nothing within it.
    public var samples: UInt64
    /// Of these, the ones next to an event of an effect, which are likely to be the effect's.
    public var adjacentSamples: UInt64
    /// Of these, the ones in the kernel.
    public var kernelSamples: UInt64
    /// Of these, the ones whose stack breaks off before the outermost function.
    public var brokenStacks: UInt64
    /// Of these, the ones that are deeper than perf follows.
    public var deepStacks: UInt64
    /// Processor time that the samples stand for.
    public var processor: Estimate
    /// Processor time with that of what is nested in it.
    public var processorTotal: Estimate
    /// The part of ``durationNs`` in which the thread did not run: it waited, or others ran.
    public var notRunning: Estimate?
    /// Functions, by the samples in themselves.
    public var functions: [Function]
  }

  /// A function in the samples of a group.
  public struct Function: Sendable, Equatable, Codable {
    /// As the source has it, without types.
    public var name: String
    /// Demangled.
    public var symbol: String
    /// The file that holds it.
    public var module: String
    /// Samples in itself.
    public var selfSamples: UInt64
    /// Samples in itself and in what it calls.
    public var totalSamples: UInt64
    /// The part of the group's samples that are in itself, from 0 to 1.
    public var selfShare: Double
    /// From where this is to be expected if the profile were made again.
    public var selfLow: Double
    /// Up to where this is to be expected.
    public var selfHigh: Double
    /// The part of the group's samples that are in itself and in what it calls.
    public var totalShare: Double
  }

  /// Nanoseconds that were estimated, and the interval in which they are.
  public struct Estimate: Sendable, Equatable, Codable {
    /// The estimate.
    public var ns: Int64
    /// The lower end of the interval.
    public var lowNs: Int64
    /// The upper end of the interval.
    public var highNs: Int64
  }
}
