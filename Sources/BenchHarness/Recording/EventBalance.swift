import BenchSuites
import TraceAnalysis

/// Whether what a recorded process emitted is what is found in its trace.
struct EventBalance: Codable, Equatable, Sendable {
  /// By the count of those who emitted them.
  var emitted: RecordedEvents
  /// Intervals with their begin and their end in the trace.
  var recorded: RecordedEvents
  /// Single events that LTTng says it had to discard.
  var lost: UInt64

  /// Whether the times were taken while everything was recorded, so that they count.
  var isEven: Bool { lost == 0 && emitted == recorded }

  /// Reads a trace.
  init(emitted: RecordedEvents, trace directory: String) throws {
    self.emitted = emitted
    var begun = RecordedEvents()
    var ended = RecordedEvents()
    let summary = try TraceReader(directory: directory).forEachEvent { event in
      switch event.payload {
      case .actionBegin: begun.actions += 1
      case .actionEnd: ended.actions += 1
      case .effectBegin: begun.effects += 1
      case .effectEnd: ended.effects += 1
      default: break
      }
    }
    recorded = RecordedEvents(
      actions: min(begun.actions, ended.actions), effects: min(begun.effects, ended.effects))
    // Where LTTng does not know how many were lost, it was one at least.
    lost = summary.losses.reduce(0) {
      $0 + $1.events + $1.uncountedEvents + $1.packets + $1.uncountedPackets
    }
  }

  init(emitted: RecordedEvents, recorded: RecordedEvents, lost: UInt64) {
    self.emitted = emitted
    self.recorded = recorded
    self.lost = lost
  }
}

extension EventBalance: CustomStringConvertible {
  var description: String {
    guard !isEven else {
      return "\(emitted.actions) actions and \(emitted.effects) effects recorded, no event lost"
    }
    return """
      not counted: \(lost) events lost; \(recorded.actions) of \(emitted.actions) actions and \
      \(recorded.effects) of \(emitted.effects) effects recorded, so that these times say nothing
      """
  }
}
