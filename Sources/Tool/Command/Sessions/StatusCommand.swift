import ArgumentParser
import Foundation
import TextTables
import TraceRecording

/// Shows the recordings in progress.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show running recordings: processes, size, losses, memory.",
    discussion: "Example: signpost status night --json")

  @Argument(help: "The name of a recording; all of yours without it.")
  var name: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let states = try name.map { [try RecorderName.find($0)] } ?? RecorderState.all
    let unseen =
      name == nil
      ? NameClaim.all.filter { claim in !states.contains { $0.name == claim.name } } : []
    for claim in unseen { Console.say(RecorderName.silence(of: claim.name, owner: claim.owner)) }
    let all = states.map(RecorderStatus.of)
    let text: String
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      text = String(decoding: try encoder.encode(all.map(Row.init)), as: UTF8.self) + "\n"
    } else if all.isEmpty {
      text = unseen.isEmpty ? "No recording of yours runs.\n" : ""
    } else {
      text = all.map(\.description).joined(separator: "\n").printableLines()
    }
    try Console.output(text)
  }

  /// As JSON.
  private struct Row: Encodable {
    var name: String?
    var pid: Int32
    var records: String
    var directory: String
    var is_flight_recorder: Bool
    var seconds: Int
    var bytes: Int
    var bytes_per_second: Int?
    var free_bytes: Int?
    var seconds_left: Int?
    var discarded_events: Int?
    var losses_are_known: Bool
    var snapshots: Int
    var chunks: Int
    var processes_running: Int?
    var processes_started: Int?
    var restarts: Int?
    var resumptions: Int
    var is_paused: Bool
    var problem: String?
    var selection: String?
    var memory_bytes: Int?
    var shared_memory_bytes: Int?

    init(_ status: RecorderStatus) {
      name = status.state.name
      pid = status.state.pid
      records = status.state.subject
      directory = status.state.output
      is_flight_recorder = status.state.isFlightRecorder
      seconds = status.age
      bytes = status.bytes
      bytes_per_second = status.rate
      free_bytes = status.freeBytes
      seconds_left = status.secondsLeft
      discarded_events = status.discardedEvents
      losses_are_known = status.lossesAreKnown
      snapshots = status.snapshots
      chunks = status.chunks
      processes_running = status.state.processes?.running
      processes_started = status.state.processes?.started
      restarts = status.state.processes?.restarts
      resumptions = status.state.resumptions
      is_paused = status.state.isPaused
      problem = status.state.problem
      selection = status.state.selection
      memory_bytes = status.memory
      shared_memory_bytes = status.sharedMemory
    }
  }
}

extension RecorderState.Processes {
  /// The numbers as words.
  var text: String {
    let bound = isLowerBound == true ? "at least " : ""
    return "\(running) running, \(bound)\(started) since the start, "
      + Units.count(UInt64(restarts), "restart")
  }
}

extension RecorderStatus {
  /// A paragraph of text.
  fileprivate var description: String {
    var lines = ["\(state.name ?? "(no name)"): \(state.subject), for \(Self.time(age))"]
    var recorder = "process \(state.pid)"
    if state.resumptions > 0 {
      recorder += ", resumed \(Units.count(UInt64(state.resumptions), "time"))"
    }
    if state.isPaused { recorder += "; it waits for room on the disk" }
    lines.append("  recorder   \(recorder)")
    if let problem = state.problem { lines.append("  problem    \(problem); nothing is recorded") }
    if let processes = state.processes {
      lines.append("  processes  \(processes.text)")
    }
    if let selection = state.selection { lines.append("  selection  \(selection)") }
    lines.append("  directory  \(state.output)")
    var disk = ByteCount(bytes).rounded
    if let rate, rate > 0 { disk += ", \(ByteCount(rate).rounded) per second" }
    if state.isFlightRecorder { disk += ", \(Units.count(UInt64(snapshots), "snapshot"))" }
    if chunks > 0 { disk += ", \(Units.count(UInt64(chunks), "complete chunk"))" }
    lines.append("  on disk    \(disk)")
    if let freeBytes {
      var room = "\(ByteCount(freeBytes).rounded) free"
      if let secondsLeft { room += ", enough for \(Self.time(secondsLeft)) at this rate" }
      lines.append("  room       \(room)")
    }
    if let memory, let sharedMemory {
      lines.append(
        "  memory     \(ByteCount(memory).rounded), and \(ByteCount(sharedMemory).rounded) of shared "
          + "memory for buffers")
    }
    if state.isFlightRecorder {
      lines.append("  lost       what is older than the buffers, as in every flight recorder")
    } else {
      var lost =
        discardedEvents.map { $0 == 0 ? "nothing" : "\($0) events" }
        ?? "unknown: the session daemon does not answer"
      if state.hasUnknownLosses == true {
        lost += "; an unknown number of events before an interruption"
      }
      lines.append("  lost       \(lost)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func time(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
