/// The call stacks of a recorded program, sampled by `perf`.
///
/// A recording keeps it beside the trace, with the names of functions in it, so that neither `perf`
/// nor the program is needed to read it. ``PerfConversion`` creates the file.
package struct CPUProfile: Equatable, Sendable {
  /// The name of the file in the directory of a recording.
  package static let fileName = "cpu-profile"
  /// The name of the output of `perf record`, beside it.
  package static let dataName = "perf.data"
  /// The version of the file that this library writes.
  package static let version = 1

  package var functions: [Function] = []
  /// Stacks share their outer frames: each node is a call in its parent's function.
  package var nodes: [Node] = []
  package var threads: [Thread] = []
  /// In the order of time.
  package var samples: [Sample] = []
  /// The number of samples that `perf` discarded.
  package var lost: UInt64 = 0
  /// Start and end of sampling, on the clock of the samples.
  package var window: Window?

  package init() {}

  package struct Function: Hashable, Sendable {
    /// Demangled; empty if there is no symbol.
    package var name: String
    /// The last component of the path of its file; empty if unknown.
    package var module: String
    package var isKernel: Bool

    package init(name: String, module: String, isKernel: Bool = false) {
      self.name = name
      self.module = module
      self.isKernel = isKernel
    }

    /// The label of a function without a name.
    package var displayed: String {
      if !name.isEmpty { return name }
      if isKernel { return "[kernel]" }
      return module.isEmpty ? "[unknown]" : "[\(module)]"
    }
  }

  package struct Node: Hashable, Sendable {
    /// The caller's node; -1 for the outermost frame.
    package var parent: Int32
    package var function: Int32

    package init(parent: Int32, function: Int32) {
      self.parent = parent
      self.function = function
    }
  }

  /// A thread, by the ids that `perf` reports.
  package struct Thread: Hashable, Sendable {
    package var pid: Int64
    package var tid: Int64

    package init(pid: Int64, tid: Int64) {
      self.pid = pid
      self.tid = tid
    }
  }

  package struct Sample: Equatable, Sendable {
    /// Nanoseconds of the monotonic clock, the clock of LTTng's events.
    package var time: Int64
    /// The nanoseconds of processor time it represents.
    package var period: UInt32
    package var thread: Int32
    /// The innermost frame; -1 if there was none.
    package var node: Int32

    package init(time: Int64, period: UInt32, thread: Int32, node: Int32) {
      self.time = time
      self.period = period
      self.thread = thread
      self.node = node
    }
  }

  /// A period on the clock of the samples.
  package struct Window: Equatable, Sendable {
    package var start: Int64
    package var end: Int64

    package init(start: Int64, end: Int64) {
      self.start = start
      self.end = end
    }
  }
}

extension CPUProfile {
  /// The nodes of a stack, the innermost first.
  package func stack(of sample: Sample) -> some Sequence<Node> {
    sequence(
      state: sample.node,
      next: { node in
        guard node >= 0 else { return nil }
        let found = nodes[Int(node)]
        node = found.parent
        return found
      })
  }

  /// For each function, whether it can be the outermost frame of a thread or the program.
  package var entryPoints: [Bool] {
    functions.map { function in
      if function.isKernel { return true }
      return Self.entryNames.contains(function.name) || function.name.hasPrefix("__libc_start_main")
        || function.name.hasSuffix("_main")
    }
  }

  private static let entryNames: Set<String> = [
    "_start", "_dl_start_user", "_dl_start", "__libc_start_call_main", "main", "start_thread",
    "clone", "__clone", "clone3", "__clone3",
  ]
}
