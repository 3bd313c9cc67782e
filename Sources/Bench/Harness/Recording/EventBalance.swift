import BenchSuites
import TraceAnalysis

/// The events that a recorded process emitted, compared with those in its trace.
struct EventBalance: Codable, Equatable, Sendable {
  /// According to the counts of the operations that emitted them.
  var emitted: RecordedEvents
  /// Intervals with their begin and their end in the trace.
  var recorded: RecordedEvents
  /// Single events that LTTng reports as discarded.
  var lost: UInt64

  /// Whether everything was recorded during the measurement, so that the times are valid.
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
      case .intervalBegin: begun.intervals += 1
      case .intervalEnd: ended.intervals += 1
      case .event, .log: begun.points += 1
      case .send: begun.sends += 1
      default: break
      }
    }
    recorded = RecordedEvents(
      actions: min(begun.actions, ended.actions), effects: min(begun.effects, ended.effects),
      intervals: min(begun.intervals, ended.intervals), points: begun.points,
      sends: begun.sends)
    // A loss without a count is at least one event.
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
      return "\(list { recorded, _ in "\(recorded)" }) recorded, no event lost"
    }
    return """
      not counted: \(lost) events lost; \(list { "\($0) of \($1)" }) recorded, so that these times \
      say nothing
      """
  }

  /// The non-zero numbers of each kind, for example “3 of 4 actions and 1 of 1 effects”.
  private func list(_ text: (_ recorded: Int, _ emitted: Int) -> String) -> String {
    let kinds: [(String, KeyPath<RecordedEvents, Int>)] = [
      ("actions", \.actions), ("effects", \.effects), ("intervals", \.intervals),
      ("single events", \.points), ("sends", \.sends),
    ]
    return
      kinds
      .filter { recorded[keyPath: $0.1] > 0 || emitted[keyPath: $0.1] > 0 }
      .map { "\(text(recorded[keyPath: $0.1], emitted[keyPath: $0.1])) \($0.0)" }
      .joined(separator: " and ")
  }
}
