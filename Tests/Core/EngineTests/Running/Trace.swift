import ReferenceEngine

/// The record of a program so far.
struct Trace: Equatable, Sendable {
  /// The runs of reducers, in order.
  var reductions: [Reduction] = []
  /// The events of each effect.
  var effects: [Int: [ReferenceEvent]] = [:]
  /// The parts of the root's state that each effect has read when it was cancelled.
  var reads: [Int: [[Int]]] = [:]
  var issues: [ReferenceIssue: Int] = [:]
  /// The `send`s of which all effects have ended.
  var finished: Set<Int> = []
  /// The dependency of each effect.
  var marks: [Int: Int] = [:]
  /// The number of `send`s that had finished before their actions were processed.
  var earlyEnds = 0

  /// The run of a reducer: the script, and the phase and feature of the reducer.
  struct Reduction: Equatable, Sendable, CustomStringConvertible {
    let order: Order
    let phase: Phase
    let distance: Int
    let identity: [Int]
    /// The dependency.
    let mark: Int
    /// The outline of the state that it has read from its store, if it reads.
    let read: [Int]

    var description: String {
      "\(order.script) \(order.form) \(phase) \(distance) \(identity) \(mark) \(read)"
    }
  }

  /// The difference from another trace, for people.
  func difference(from other: Trace) -> String {
    var lines: [String] = []
    if reductions != other.reductions {
      let common = zip(reductions, other.reductions).prefix { $0 == $1 }.count
      lines.append("reductions after \(common) common ones:")
      lines.append("  reference: \(reductions.dropFirst(common))")
      lines.append("  engine:    \(other.reductions.dropFirst(common))")
    }
    for serial in Set(effects.keys).union(other.effects.keys).sorted()
    where effects[serial] != other.effects[serial] {
      lines.append("effect \(serial):")
      lines.append("  reference: \(effects[serial] ?? [])")
      lines.append("  engine:    \(other.effects[serial] ?? [])")
    }
    if reads != other.reads {
      lines.append("reads of cancelled effects:")
      lines.append("  reference: \(reads.sorted { $0.key < $1.key })")
      lines.append("  engine:    \(other.reads.sorted { $0.key < $1.key })")
    }
    if marks != other.marks {
      lines.append("dependencies of effects:")
      lines.append("  reference: \(marks.sorted { $0.key < $1.key })")
      lines.append("  engine:    \(other.marks.sorted { $0.key < $1.key })")
    }
    if issues != other.issues {
      lines.append("issues:")
      lines.append("  reference: \(issues.sorted { $0.key < $1.key })")
      lines.append("  engine:    \(other.issues.sorted { $0.key < $1.key })")
    }
    if finished != other.finished {
      lines.append("finished sends:")
      lines.append("  reference: \(finished.sorted())")
      lines.append("  engine:    \(other.finished.sorted())")
    }
    if earlyEnds != other.earlyEnds {
      lines.append("sends finished early: reference \(earlyEnds), engine \(other.earlyEnds)")
    }
    return lines.joined(separator: "\n")
  }
}
