import BenchSuites
import FoundationEssentials
import Glibc
import SystemSupport
import TraceRecording

/// Measures a suite in a separate process, which a private session records, and determines the
/// losses.
struct SessionRun {
  var suite: Suite
  /// The filter of the suite's benchmarks, unless all are selected.
  var filter: String?
  var effort: Effort

  /// The configurations that are tried in order until none is lost.
  private struct Attempt {
    var buffers: BufferPlan.Request
    /// The part of the usual time, on which the rate of events depends.
    var share: Double
  }

  private static let attempts = [
    // Small rings are warm soon, and fit even in a container.
    Attempt(buffers: .init(subbufferSize: 1 << 20), share: 0.6),
    Attempt(buffers: .init(), share: 0.3),
    Attempt(buffers: .init(), share: 0.1),
  ]

  /// The time of one benchmark, in seconds.
  private static let longestTime = 0.25
  /// More than the measured rate of a program that does nothing but emit events.
  private static let bytesPerSecond = 300e6

  /// Measures until an attempt loses no events, or there is none left.
  func measure() throws(Failure) -> SuiteResult {
    var result = SuiteResult(name: suite.name, benchmarks: [], figures: [])
    for attempt in Self.attempts {
      let effort = Effort(
        rounds: effort.rounds, time: min(effort.time * attempt.share, Self.longestTime))
      result = try measure(effort, buffers: attempt.buffers)
      if result.events?.isEven == true { break }
    }
    return result
  }

  private func measure(_ effort: Effort, buffers: BufferPlan.Request) throws(Failure) -> SuiteResult
  {
    // A file without a name, which is never left behind.
    guard let file = tmpfile() else {
      throw Failure(.cannotCreate, "no temporary file: \(errorText(errno))")
    }
    defer { fclose(file) }
    _ = fcntl(fileno(file), F_SETFD, 0)
    let command =
      [Files.resolved("/proc/self/exe")]
      + RecordedWorker.arguments(
        suite: suite.name, filter: filter, effort: effort, descriptor: fileno(file))
    var recording = Recording(
      options: .init(
        output: .temporary(room: room(for: effort)), buffers: buffers,
        events: events),
      arguments: command.map { ByteString($0) }, isAlone: false
    ) { message in
      if case .problem(let text) = message { Files.write("Bench: \(text)\n", to: STDERR_FILENO) }
    }
    let outcome: Result<SuiteResult, Failure>
    do throws(RecordingFailure) {
      outcome = try recording.run { recorded in
        Result { () throws(Failure) in
          try result(of: recorded, handedOverIn: "/proc/self/fd/\(fileno(file))")
        }
      }
    } catch {
      throw Failure(.unavailable, error.message)
    }
    return try outcome.get()
  }

  private var events: EventSelection {
    var events = EventSelection(level: suite.session == .debug ? .debug : .info)
    if suite.session == .sampledOut { events.sample = ChainSample("1/999999999") }
    if suite.session == .deselected { events.source.prefixes = ["no wrapper of this prefix"] }
    return events
  }

  /// The room for the trace, including events before the first round.
  private func room(for effort: Effort) -> Int {
    Int((effort.time + 5 * effort.batchTime / 1e9) * Self.bytesPerSecond) * suite.benchmarks.count
  }

  private func result(
    of recorded: Recording.Result, handedOverIn file: String
  ) throws(Failure) -> SuiteResult {
    switch recorded.program {
    case .exited(0): break
    case .exited(let code):
      // The worker has reported the reason.
      throw Failure(
        ExitStatus(rawValue: code) ?? .unavailable, "“\(suite.name)” could not be measured")
    case .killed(let signal):
      throw Failure(
        .unavailable,
        "the process that measures “\(suite.name)” was killed by \(signalName(signal))")
    }
    do {
      let measurement = try JSONDecoder().decode(
        SessionMeasurement.self, from: Data(Files.read(file).utf8))
      let balance = try EventBalance(emitted: measurement.emitted, trace: recorded.directory)
      return measurement.suite.counting(balance)
    } catch {
      throw Failure(.unavailable, "what “\(suite.name)” recorded can't be read: \(error)")
    }
  }
}

extension SuiteResult {
  /// Adds the event counts; without a complete recording, figures are removed.
  fileprivate func counting(_ balance: EventBalance) -> SuiteResult {
    var result = self
    result.events = balance
    result.note = balance.description
    if !balance.isEven { result.figures = [] }
    return result
  }
}

extension SuiteResult {
  /// The result of a suite that cannot be measured on this machine.
  init(of suite: Suite, missing failure: Failure) {
    self.init(name: suite.name, benchmarks: [], figures: [], note: "not measured: \(failure)")
  }
}
