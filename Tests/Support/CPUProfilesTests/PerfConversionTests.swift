import Foundation
import TestSupport
import Testing

@testable import CPUProfiles

/// Conversion with a script in place of `perf`.
@Suite struct PerfConversionTests {
  private let scratch = try! ScratchDirectory()

  private func convert(_ script: String, isCancelled: () -> Bool = { false }) throws
    -> PerfConversion.Result
  {
    let perf = try scratch.script("perf", script)
    // Another test may start a process while the script is being written, which is busy then.
    for _ in 0..<100 {
      let result = Result {
        try PerfConversion.convert(
          in: scratch.directory, perf: perf, window: CPUProfile.Window(start: 1, end: 2),
          isCancelled: isCancelled)
      }
      if case .failure(let failure) = result, "\(failure)".contains("Text file busy") {
        Thread.sleep(forTimeInterval: 0.01)
        continue
      }
      return try result.get()
    }
    throw CocoaError(.fileLocking)
  }

  @Test func convert_samples_areInTheProfile() throws {
    let result = try convert(
      """
      echo "$@" > '\(scratch.path("arguments"))'
      i=0
      while [ $i -lt 3000 ]; do
        printf '1/2 0.%09d: 1000 cpu-clock:\\n\\t 4f work (/bin/app)\\n\\n' $i
        i=$((i + 1))
      done
      echo 'app 1 [000] 1.0: PERF_RECORD_LOST lost 5'
      """)
    #expect(result == PerfConversion.Result(samples: 3000, lost: 5))
    let profile = try CPUProfile(path: scratch.path(CPUProfile.fileName))
    #expect(profile.samples.map(\.time) == Array(0..<3000))
    #expect(profile.functions.map(\.name) == ["work"])
    #expect(profile.lost == 5)
    #expect(
      scratch.text("arguments").hasPrefix("script -i \(scratch.path("perf.data")) -F pid,tid,time"))
    #expect(scratch.entries("") == ["arguments", "cpu-profile", "perf"])
    let mode = try FileManager.default.attributesOfItem(
      atPath: scratch.path(CPUProfile.fileName))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func convert_lineThatIsLongerThanTheBuffer_isRead() throws {
    let result = try convert(
      """
      printf '1/2 0.000000001: 1000 cpu-clock:\\n\\t 4f '
      head -c 600000 /dev/zero | tr '\\0' x
      printf ' (/bin/app)\\n\\n'
      """)
    #expect(result.samples == 1)
    let profile = try CPUProfile(path: scratch.path(CPUProfile.fileName))
    #expect(profile.functions.map(\.name.count) == [600_000])
  }

  @Test func convert_perfThatFails_isQuotedAndLeavesNothing() throws {
    let error = #expect(throws: PerfConversion.Failure.self) {
      try convert("echo 'bad data' >&2; echo more >&2; exit 3")
    }
    #expect(error?.reason == "perf script failed: bad data")
    let silent = #expect(throws: PerfConversion.Failure.self) { try convert("kill -9 $$") }
    #expect(silent?.reason == "perf script failed: it says nothing")
    #expect(scratch.entries("") == ["perf"])
  }

  @Test func convert_missingPerf_isNamed() {
    let error = #expect(throws: PerfConversion.Failure.self) {
      try PerfConversion.convert(in: scratch.directory, perf: "/nowhere/perf", window: nil)
    }
    #expect(error?.reason.hasPrefix("/nowhere/perf cannot be started: ") == true)
    #expect(scratch.entries("").isEmpty)
  }

  /// The script ends by itself only if it is killed.
  @Test func convert_cancelled_endsPerf() throws {
    var calls = 0
    let error = #expect(throws: PerfConversion.Failure.self) {
      try convert("echo line; exec sleep 1000") {
        calls += 1
        return calls > 1
      }
    }
    #expect(error?.reason == "it was interrupted")
    #expect(scratch.entries("") == ["perf"])
  }
}
