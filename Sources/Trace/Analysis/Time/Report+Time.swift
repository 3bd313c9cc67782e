import TextTables

extension Report {
  /// The use of the time of a process. The time of nested spans counts once, for the innermost.
  public struct ProcessTime: Codable, Sendable, Equatable {
    /// The process, an index into ``Report/processes``.
    public var process: Int
    /// The period of the process, from its first to its last event, or the selected part of it; of
    /// the only process, the period of the recording.
    public var wholeNs: Int64
    /// Whether the trace identifies the main actor: by an action or an interval on the main thread,
    /// or by an observer.
    public var isMainActorKnown: Bool
    /// Reducers on the main actor.
    public var reducersNs: Int64
    /// Reactions of observers, which run on the main actor.
    public var observersNs: Int64
    /// Intervals of signposters within these reducers and reactions, and synchronous ones beside
    /// them on the main thread.
    public var intervalsNs: Int64
    /// Other intervals on the main thread outside of reducers and reactions. A trace does not
    /// contain whether they were suspended, so that they may have waited rather than computed.
    public var outerIntervalsNs: Int64
    /// Reducers of stores that are not known to belong to the main actor, such as a `StoreActor`,
    /// with the intervals within them. Several of these actors together can exceed ``wholeNs``.
    public var otherActorsNs: Int64
    /// Whether effects ran. Their time on the main actor is not recorded; CPU samples show it.
    public var hasEffects: Bool
    /// The figures as a sentence; empty if all times are 0.
    public var summary = ""

    /// The known time of the main actor: reducers, observers, and intervals that did not wait.
    public var mainActorNs: Int64 { reducersNs + observersNs + intervalsNs }

    init(
      process: Int, whole: Int64, isMainActorKnown: Bool, reducers: Int64, observers: Int64,
      intervals: Int64, outerIntervals: Int64, otherActors: Int64, hasEffects: Bool,
      isComplete: Bool
    ) {
      self.process = process
      wholeNs = whole
      self.isMainActorKnown = isMainActorKnown
      reducersNs = reducers
      observersNs = observers
      intervalsNs = intervals
      outerIntervalsNs = outerIntervals
      otherActorsNs = otherActors
      self.hasEffects = hasEffects
      let use = TimeUse(
        isMainActorKnown: isMainActorKnown, reducers: reducers.share(of: whole),
        observers: observers.share(of: whole),
        intervals: intervals.share(of: whole), outerIntervals: outerIntervals.share(of: whole),
        otherActors: otherActors.share(of: whole))
      guard whole > 0, use.hasTime else { return }
      summary =
        "Of \(Units.duration(whole)) " + use.text(hasEffects: hasEffects)
        + (isComplete ? "." : "; at least, as events are missing.")
    }
  }

  /// The use of the time, a sentence for each process.
  public var timeSentences: [String] {
    let spent = time.filter { !$0.summary.isEmpty }
    var sentences = spent.prefix(Self.timesShown).map { time in
      guard processes.count > 1, processes.indices.contains(time.process) else {
        return time.summary
      }
      return "\(processes[time.process].name.printable()): \(time.summary)"
    }
    if spent.count > Self.timesShown {
      sentences.append("… and \(spent.count - Self.timesShown) more processes: see --format json.")
    }
    return sentences
  }

  func timeLines(_ layout: TextLayout) -> [String] {
    let isAnyUnknown = time.contains { !$0.isMainActorKnown && $0.otherActorsNs > 0 }
    return (timeSentences + (isAnyUnknown ? [Self.unknownMainActor] : []))
      .flatMap { layout.wrapped($0) }
  }

  /// The reason for which a sentence about the time does not name the main actor, and the remedy.
  private static let unknownMainActor = """
    No action on the main thread and no observer shows which stores are of the main actor. A program \
    that is recorded from its start usually has one, unless all of its stores are a StoreActor.
    """

  private static let timesShown = 4
}
