import Durations

/// Measures the time of each span without the spans within it, and the use of the time of each
/// process.
///
/// As an unfiltered sink, it measures all spans, so that the times of selected ones are without the
/// others.
package final class ProgramTime: TraceSink {
  private let filter: TraceFilter
  private let participants: TraceParticipants
  private var state: FilterState
  private var isStarted = false
  private(set) var stacks = CallStacks()
  private(set) var figures: TimeFigures
  /// The features of stores that were created before their process was recorded.
  private var laterFeatures: [StoreKey: NameID] = [:]

  private(set) var places = StorePlaces()

  private static let mostLaterFeatures = 1 << 17

  /// The innermost call around the span that has just begun; `nil` if there is none.
  private(set) var around: CallStacks.Call?
  /// The time of the span that has just ended; `nil` if it has none.
  private(set) var ended: CallStacks.Ended?
  /// The use of that time, if it is known so far.
  private(set) var use: TimeFigures.Use?

  /// - Parameter filter: Selects the period and the processes. Names do not matter.
  package init(_ filter: TraceFilter, _ names: NameTable, _ participants: TraceParticipants) {
    var filter = filter
    filter.names = []
    filter.prefixes = []
    self.filter = filter
    self.participants = participants
    state = FilterState(filter, names, participants)
    figures = TimeFigures(participants)
  }

  package func begin(_ span: Span) {
    if span.completeness == .announced { noteFeature(of: span) }
    places.begin(span)
    if !isStarted, let start = participants.start {
      isStarted = true
      let first = filter.start?.timestamp(start: start) ?? .min
      let last = filter.end?.timestamp(start: start) ?? .max
      stacks.period = first...max(first, last)
    }
    around = stacks.begin(span)
    figures.begin(span, within: around)
  }

  package func end(_ span: Span) {
    if span.completeness == .beginLost { noteFeature(of: span) }
    places.end(span)
    ended = stacks.end(span)
    use = figures.end(span, ended)
  }

  private func noteFeature(of span: borrowing Span) {
    guard span.kind == .store, laterFeatures.count < Self.mostLaterFeatures else { return }
    laterFeatures[StoreKey(span.id, of: span.process)] = span.name
  }

  /// The feature of a store that a state dump, or its release, has described; `nil` if none has.
  func laterFeature(_ store: StoreKey) -> NameID? { laterFeatures[store] }

  /// Whether a call is known, so far, to run on the main actor.
  package func isOnMainActor(_ span: borrowing Span) -> Bool { figures.isOnMainActor(span) }

  /// Nanoseconds of the span that has just ended, without the spans within it.
  var exclusive: Int64 { ended?.exclusive ?? 0 }

  /// Nanoseconds of the reducers of the action that has just ended, with the ones of nested
  /// wrappers: without the observers and intervals within.
  var reducers: Int64 { ended?.reducers ?? 0 }

  /// The selected part of the period of a recording, or of a process, in nanoseconds.
  func whole(_ range: ClosedRange<Int64>?) -> Int64 {
    guard let range else { return 0 }
    let first = max(range.lowerBound, stacks.period.lowerBound)
    return max(min(range.upperBound, stacks.period.upperBound).subtractingClamped(first), 0)
  }

  /// A row for each selected process with spans.
  func times(_ summary: TraceSummary, isComplete: Bool) -> [Report.ProcessTime] {
    var state = state
    return figures.times(
      whole: { whole(summary.period(of: $0)) }, isComplete: isComplete
    ) { state.matches(.empty, $0) }
  }
}
