import CMachine
import SystemSupport

/// Counts instructions by running this program once more, under valgrind's tool callgrind.
///
/// Callgrind runs one thread at a time and counts the instructions of all threads, so that
/// operations that use other threads are counted completely. Each operation is counted twice, once
/// with twice as many passes: the difference excludes one-time work. All operations share one
/// process, because it takes a second to start.
enum CallgrindRun {
  static let workerOption = "callgrind-plan"

  /// The counts of each entry, in the same order; nil if callgrind did not report one.
  static func count(
    _ plan: CallgrindPlan
  ) throws(Failure) -> [Instructions?] {
    let directory = try makeDirectory()
    let outcome = Result { () throws(ChildProcess.Problem) in
      try run(plan, in: directory.path)
    }
    let names = directory.names.filter { $0.hasPrefix("profile.") }
    let profiles = names.compactMap { name in
      (try? Files.read(directory.path + "/" + name)).map(CallgrindProfile.init)
    }
    let named = Dictionary(profiles.map { ($0.description, $0) }, uniquingKeysWith: { $1 })
    _ = consume directory
    Interruption.takeEffect()
    if case .failure(let problem) = outcome {
      throw Failure(.unavailable, "instructions cannot be counted: \(problem)")
    }
    return plan.entries.indices.map { instructions(plan.entries[$0], $0, from: named) }
  }

  private static func run(
    _ plan: CallgrindPlan, in directory: String
  ) throws(ChildProcess.Problem) {
    let program = directory + "/" + "Bench"
    let planFile = directory + "/plan"
    let log = directory + "/log"
    // Callgrind fails on the debug information of this toolchain's programs.
    try ChildProcess.run(
      ["strip", "--strip-debug", "-o", program, Files.resolved("/proc/self/exe")], output: log)
    do {
      try Files.replace(planFile, with: plan.text)
    } catch {
      throw ChildProcess.Problem(description: "\(error)")
    }
    // The layout of a hashed collection depends on its address too.
    let isFixed = addresses_fix()
    defer { if isFixed { addresses_vary() } }
    try ChildProcess.run(
      [
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--collect-systime=no",
        "--callgrind-out-file=" + directory + "/profile", program, "--" + workerOption, planFile,
      ],
      // Otherwise the order of a dictionary's elements, and so the work of finding one, differs in
      // each process.
      environment: [FixedHashes.variable: "1", ForeignSessions.variable: "0"],
      output: log)
  }

  private static func makeDirectory() throws(Failure) -> TemporaryDirectory {
    do throws(FileError) {
      return try TemporaryDirectory(prefix: "bench.")
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
  }

  /// The runtime's functions that find a generic type in its table.
  private static let typeLookUps = [
    "swift_getGenericMetadata", "swift_getCanonicalPrespecializedGenericMetadata",
  ]

  /// The functions of the standard library that end a hash: the one of an integer, and the one of
  /// other values.
  private static let hashes = [
    "$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZ", "$ss6HasherV9_finalizeSiyF",
  ]

  private static func instructions(
    _ entry: CallgrindPlan.Entry, _ index: Int, from profiles: [String: CallgrindProfile]
  ) -> Instructions? {
    let pairs = (0..<entry.attempts).compactMap { attempt in
      let both = (1...2).compactMap { times in
        profiles[
          CallgrindPlan.Profile(entry: index, attempt: attempt, times: times).description]
      }
      return both.count == 2 ? (once: both[0], twice: both[1]) : nil
    }
    guard !pairs.isEmpty else { return nil }
    func each(_ value: (CallgrindProfile) -> UInt64) -> Summary {
      Summary(
        pairs.map { (Double(value($0.twice)) - Double(value($0.once))) / Double(entry.pass) })
    }
    func calls(of functions: [String]) -> Double {
      each { profile in functions.reduce(0) { $0 + profile.calls[$1, default: 0] } }.median
    }
    let counts = each(\.instructions)
    return Instructions(
      count: counts.median, range: counts.range, source: .callgrind,
      retains: calls(of: ["swift_retain"]), releases: calls(of: ["swift_release"]),
      typeLookUps: calls(of: typeLookUps), hashes: calls(of: hashes))
  }
}
