/// The functions that used the processor time of actions, effects, observers and intervals.
///
/// It is computed from the samples of `signpost record --cpu-profile`. Shares and times have 95 %
/// confidence intervals.
public struct FunctionReport: Sendable, Equatable, Codable {
  /// The version of this format.
  public static let currentVersion = 1

  /// The version of this format.
  public var version = FunctionReport.currentVersion
  /// The given directory; several are separated by commas.
  public var directory: String
  /// Statements about how the trace was recorded, as in ``Report/remarks``, and about profiles that
  /// have the same samples.
  public var remarks: [String]
  /// The parts of the recording that repeat each other, or have a gap between them.
  public var parts: [PartRelation]
  /// The recordings that have a profile.
  public var profiles: [Profile]
  /// The number of selected samples, of all kinds of code.
  public var samples: UInt64
  /// The nanoseconds of processor time that they represent.
  public var cpuNs: Int64
  /// Actions, effects, observers and intervals with samples or spans, those with most samples
  /// first; at the end, the code between them.
  public var groups: [Group]
  /// Whether options exclude a part.
  public var isFiltered: Bool
  /// Whether the trace has all events, and the profile all samples.
  public var isComplete: Bool

  /// The sampling of one recording.
  public struct Profile: Sendable, Equatable, Codable {
    /// The directory of the recording.
    public var directory: String
    /// The machine.
    public var host: String?
    /// The requested number of samples in a second of processor time.
    public var frequency: UInt64
    /// The method of unwinding: `fp` or `dwarf`.
    public var unwinding: String
    /// The number of its samples.
    public var samples: UInt64
    /// The number of threads with samples.
    public var threads: UInt64
    /// The number of lost samples.
    public var lost: UInt64
    /// The duration of sampling in nanoseconds; `nil` if its end is unknown.
    public var durationNs: Int64?
    /// Whether the kernel was sampled as well; `nil` without samples.
    public var hasKernelSamples: Bool
    /// The number of samples of processes without events in the trace.
    public var foreignSamples: UInt64
    /// The problem with it, if any.
    public var message: String?
  }

  /// The owner of samples.
  public struct Group: Sendable, Equatable, Codable {
    /// `action`, `effect`, `interval` or `observer`; `between` for code outside of these.
    public var kind: String
    /// The wrapper's prefix, or the subsystem of an interval.
    public var prefix: String
    /// The name; for an effect, the name of the action that started it; for an observer, its file.
    public var name: String
    /// The line of an observer.
    public var line: UInt64?
    /// The number of spans that ended.
    public var count: UInt64
    /// The total nanoseconds from begin to end; `nil` for effects, which suspend, and between
    /// spans.
    public var durationNs: Int64?
    /// The number of samples in it, without those in nested owners.
    public var samples: UInt64
    /// The number of these samples next to an event of an effect, which probably belong to the
    /// effect.
    public var adjacentSamples: UInt64
    /// The number of these samples in the kernel.
    public var kernelSamples: UInt64
    /// The number of these samples whose stack ends before the outermost function.
    public var brokenStacks: UInt64
    /// The number of these that are deeper than perf follows.
    public var deepStacks: UInt64
    /// Processor time that the samples stand for.
    public var processor: Estimate
    /// The processor time including nested owners.
    public var processorTotal: Estimate
    /// The part of ``durationNs`` in which the thread did not run: it waited, or was preempted.
    public var notRunning: Estimate?
    /// The functions, by their own samples.
    public var functions: [Function]
  }

  /// A function in the samples of a group.
  public struct Function: Sendable, Equatable, Codable {
    /// The name of the function in the source, without types.
    public var name: String
    /// Demangled.
    public var symbol: String
    /// The file that contains it.
    public var module: String
    /// The number of samples in the function itself.
    public var selfSamples: UInt64
    /// The number of samples in the function and in its callees.
    public var totalSamples: UInt64
    /// The part of the group's samples in the function itself, from 0 to 1.
    public var selfShare: Double
    /// The lower end of its confidence interval.
    public var selfLow: Double
    /// The upper end of its confidence interval.
    public var selfHigh: Double
    /// The part of the group's samples in the function and in its callees.
    public var totalShare: Double
  }

  /// An estimated time in nanoseconds, with its confidence interval.
  public struct Estimate: Sendable, Equatable, Codable {
    /// The estimate.
    public var ns: Int64
    /// The lower end of the interval.
    public var lowNs: Int64
    /// The upper end of the interval.
    public var highNs: Int64
  }
}
