import Foundation
import RecordingManifests
import Testing

@testable import TraceAnalysis

/// A sample of a CPU profile that is written for a test.
struct WrittenSample {
  /// Nanoseconds of processor time that each stands for.
  static let period = 1000

  var time: Int64
  /// The outermost function first. Functions of the kernel begin with `k:`.
  var stack: [String]

  init(_ time: Int64, _ stack: [String]) {
    self.time = time
    self.stack = stack
  }
}

/// The file of a CPU profile with the samples of one thread.
func cpuProfile(_ samples: [WrittenSample], thread: Int = 4242, pid: Int = 4242) -> String {
  var lines = ["signpost-cpu-profile 1", "w 0 1000000", "t \(pid) \(thread)"]
  var functions: [String: Int] = [:]
  var nodes = 0
  for sample in samples {
    var parent = -1
    for name in sample.stack {
      if functions[name] == nil {
        functions[name] = functions.count
        lines.append("\(name.hasPrefix("k:") ? "k" : "f") \(name)\tdemo")
      }
      lines.append("n \(parent) \(functions[name]!)")
      parent = nodes
      nodes += 1
    }
    lines.append("s \(sample.time) \(WrittenSample.period) 0 \(parent)")
  }
  return lines.joined(separator: "\n") + "\ne\n"
}

/// Calls a function with the directory of a recording that has a CPU profile.
func withProfiledRecording<Result>(
  _ events: [WrittenEvent], _ profile: String, _ body: (String) throws -> Result
) throws -> Result {
  try withTemporaryDirectory { directory in
    try TraceWriter.simple(events.sorted { $0.time < $1.time })
      .write(to: directory.appendingPathComponent("ust/pid/demo"))
    let manifest = RecordingManifest(
      mode: .program, command: [], session: "demo",
      program: .init(name: "demo", pid: 4242), started: "2026-11-22T20:15:00Z")
    try JSONEncoder().encode(manifest)
      .write(to: directory.appendingPathComponent(RecordingManifest.fileName))
    try Data(profile.utf8).write(to: directory.appendingPathComponent("cpu-profile"))
    return try body(directory.path)
  }
}
