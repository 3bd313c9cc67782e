import Foundation
import TestSupport
import Testing
import TraceAnalysis

extension RecordingTests {
  /// A program whose processor time goes to known functions is recorded with samples.
  @Suite(.serialized) struct ProfileTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    /// Whether the kernel lets `perf` sample by the processor's clock.
    static let isPossible: Bool = {
      let trial = try? Command.run(
        ["perf", "record", "-q", "-e", "cpu-clock", "-o", "/dev/null", "--", "true"])
      return trial?.status == 0
    }()

    private static let program = builtExecutable("ProfiledProgram")

    private func report(_ directory: String, _ arguments: String...) throws -> FunctionReport {
      let result = try bench.run(
        [Tools.signpost, "report", "--functions", "--json", bench.path(directory)] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(FunctionReport.self, from: Data(result.output.utf8))
    }

    private func group(
      _ report: FunctionReport, _ kind: String, _ prefix: String = "", _ name: String = ""
    ) throws -> FunctionReport.Group {
      try #require(
        report.groups.first { $0.kind == kind && $0.prefix == prefix && $0.name == name },
        "\(kind) \(prefix)/\(name) in \(report.groups.map { "\($0.kind) \($0.prefix)/\($0.name)" })"
      )
    }

    /// The samples in a function, in one group or in all.
    private func samples(in function: String, _ groups: [FunctionReport.Group]) -> UInt64 {
      groups.flatMap(\.functions).filter { $0.name == function }.reduce(0) { $0 + $1.selfSamples }
    }

    @Test(.enabled(if: isPossible, "perf cannot sample here: signpost doctor says why"))
    func samplesAreInTheActionAndFunctionThatBurn() throws {
      let result = try bench.record(
        "-o", "trace", "--no-report", "--cpu-profile", "--", Self.program)
      #expect(result.code == 0, "\(result.errors)")
      #expect(!result.errors.contains("without a CPU profile"), "\(result.errors)")
      bench.expectNothingLeft()
      let report = try report("trace")
      #expect(report.profiles.map(\.lost) == [0])
      #expect(report.samples == report.groups.reduce(0) { $0 + $1.samples })

      for (prefix, action, function) in [
        ("main", "compress", "compressBlocks(_:)"), ("main", "encode", "encodeGlyphs(_:)"),
        ("main", "search", "searchIndex(_:)"), ("other", "render", "renderTiles(_:)"),
      ] {
        let group = try group(report, "action", prefix, action)
        let own = samples(in: function, [group])
        #expect(group.samples >= 50, "\(action): \(group.samples)")
        // On a busy machine, the kernel interrupts it often.
        let inProgram = group.samples - group.kernelSamples
        #expect(ObservedShare(own, of: inProgram).allows(atLeast: 0.95), "\(action): \(group)")
        let all = samples(in: function, report.groups)
        let assigned = ObservedShare(own, of: all)
        #expect(assigned.allows(atLeast: 0.95), "\(function): \(assigned)")
        let share = try #require(group.functions.first { $0.name == function })
        #expect(share.selfLow <= share.selfShare && share.selfShare <= share.selfHigh)
        #expect(ObservedShare(group.brokenStacks, of: group.samples).allows(atMost: 0.1))
        #expect(group.durationNs.map { $0 > 0 } == true)
      }

      // The program sleeps: the time is not the processor's. Its system call can be hit all the
      // same.
      let idle = try group(report, "action", "main", "idle")
      #expect(idle.count == 5)
      // Of the 250 ms of its five sleeps.
      #expect(ObservedShare(min(idle.samples, 250), of: 250).allows(atMost: 0.01))
      #expect(try #require(idle.notRunning).lowNs > 200_000_000)

      // An effect that waits has begun, and nothing of the code around it is its own.
      #expect(
        !report.groups.contains { $0.kind == "effect" && $0.name == "wait" && $0.samples > 5 })
      let between = try group(report, "between")
      let input = samples(in: "prepareInput(_:)", report.groups)
      #expect(input >= 50)
      let inputBetween = ObservedShare(samples(in: "prepareInput(_:)", [between]), of: input)
      #expect(inputBetween.allows(atLeast: 0.95), "\(inputBetween)")
      // The work of an effect is never in an action, and mostly in the effect.
      let decoded = samples(in: "decodeResponse(_:)", report.groups)
      #expect(decoded >= 50)
      #expect(samples(in: "decodeResponse(_:)", report.groups.filter { $0.kind == "action" }) == 0)
      let load = try group(report, "effect", "main", "load")
      let decodedInLoad = ObservedShare(samples(in: "decodeResponse(_:)", [load]), of: decoded)
      #expect(decodedInLoad.allows(atLeast: 0.5), "\(decodedInLoad)")

      let filtered = try self.report("trace", "--name", "compress")
      #expect(filtered.groups.map(\.name) == ["compress"])
      #expect(
        filtered.groups.map(\.samples)
          == report.groups.filter { $0.name == "compress" }.map(\.samples))
      #expect(filtered.isFiltered)
    }

    @Test(.enabled(if: isPossible, "perf cannot sample here: signpost doctor says why"))
    func aProcessThatRunsIsSampledFromThenOn() throws {
      // The shell goes on with the id that it has: the program is found by it.
      let result = try bench.run(
        [
          "sh", "-c",
          """
          ROUNDS=100000 "$1" > /dev/null & pid=$!
          "$0" record -q -o trace --cpu-profile=499 --duration 2s --attach $pid; code=$?
          kill -KILL $pid
          exit $code
          """, Tools.signpost, Self.program,
        ])
      #expect(result.code == 0, "\(result.errors)")
      let report = try report("trace")
      #expect(report.profiles.map(\.frequency) == [499])
      let render = try group(report, "action", "other", "render")
      let rendered = ObservedShare(samples(in: "renderTiles(_:)", [render]), of: render.samples)
      #expect(rendered.allows(atLeast: 0.95), "\(rendered)")
      bench.expectNothingLeft()
    }

    /// Recursion, generic code and closures, in two stores on two threads.
    @Test(
      .enabled(if: isPossible, "perf cannot sample here: signpost doctor says why"),
      arguments: ["fp", "dwarf"])
    func codeOfAllKindsIsInItsAction(unwinding: String) throws {
      let result = try bench.record(
        "-o", "trace", "--no-report", "--cpu-profile", "--unwind", unwinding, "--",
        builtExecutable("RecursiveProgram"))
      #expect(result.code == 0, "\(result.errors)")
      let report = try report("trace")
      #expect(report.profiles.map(\.unwinding) == [unwinding])
      let closure = "closure #1 in variable initialization expression of Recursive.close"
      for (prefix, action, function) in [
        ("main", "recurse", "fibonacci(_:)"), ("other", "recurse", "fibonacci(_:)"),
        ("main", "descend", "descend(_:_:)"), ("main", "mix", "mix(_:)"),
        ("main", "close", closure), ("other", "close", closure),
      ] {
        let group = try group(report, "action", prefix, action)
        let own = samples(in: function, [group])
        #expect(group.samples >= 20, "\(prefix) \(action): \(group.samples)")
        #expect(
          ObservedShare(own, of: group.samples).allows(atLeast: 0.95),
          "\(prefix) \(action): \(group)")
        let others = report.groups.filter {
          ($0.kind, $0.name) != ("action", action) && samples(in: function, [$0]) > 0
        }
        #expect(others.isEmpty, "\(function): \(others.map(\.name))")
        // The reducer is their caller, unless perf follows no more functions.
        let deep = ObservedShare(group.deepStacks, of: group.samples)
        #expect(
          action == "descend" ? deep.allows(atLeast: 0.95) : deep.allows(atMost: 0.05),
          "\(action): \(deep)")
        if action != "descend", unwinding == "fp" {
          let caller = group.functions.first { $0.name == "closure #1 in Recursive.body.getter" }
          let called = ObservedShare(caller?.totalSamples ?? 0, of: group.samples)
          #expect(called.allows(atLeast: 0.95), "\(action): \(group.functions.map(\.name))")
        }
      }
      // Of the 20 ms of each sleep.
      let idle = try group(report, "action", "main", "idle")
      let asleep = 20 * idle.count
      #expect(ObservedShare(min(idle.samples, asleep), of: asleep).allows(atMost: 0.01))

      let text = try bench.run([Tools.signpost, "report", "--functions", bench.path("trace")])
      #expect(text.output.contains("are deeper than perf follows"))
      #expect(!text.output.contains("does without frame pointers"))
      try expectExports(of: report)
    }

    /// The export for flame graphs has all samples, each below its span.
    private func expectExports(of report: FunctionReport) throws {
      for format in ["folded", "speedscope"] {
        let result = try bench.run([
          Tools.signpost, "export", "--functions", "--format", format, "-o", bench.path(format),
          bench.path("trace"),
        ])
        #expect(result.code == 0, "\(result.errors)")
      }
      let expected = report.groups.reduce(0) { $0 + $1.samples }
      let period = Int64(1e9 / 999)
      func isExpected(_ time: Int64, _ samples: UInt64) -> Bool {
        abs(time - Int64(samples) * period) <= Int64(samples)
      }

      var times: [String: Int64] = [:]
      let folded = try String(contentsOfFile: bench.path("folded"), encoding: .utf8)
      for line in folded.split(separator: "\n") {
        let space = try #require(line.lastIndex(of: " "))
        let frames = line[..<space].split(separator: ";", omittingEmptySubsequences: false)
        #expect(!frames.contains(""), "\(line)")
        times[String(frames[1]), default: 0] += try #require(
          Int64(line[line.index(after: space)...]))
      }
      #expect(isExpected(times.values.reduce(0, +), expected))
      for group in report.groups where group.kind == "action" && group.samples > 0 {
        let name = "[\(group.prefix)] \(group.name)"
        #expect(isExpected(times[name] ?? 0, group.samples), "\(name)")
      }

      struct Speedscope: Decodable {
        struct Shared: Decodable { var frames: [Frame] }
        struct Frame: Decodable { var name: String }
        struct Profile: Decodable {
          var endValue: Int64
          var samples: [[Int]]
          var weights: [Int64]
        }
        var shared: Shared
        var profiles: [Profile]
      }
      let speedscope = try JSONDecoder().decode(
        Speedscope.self,
        from: Data(contentsOf: URL(fileURLWithPath: bench.path("speedscope"))))
      var weights: [String: Int64] = [:]
      for profile in speedscope.profiles {
        #expect(profile.samples.count == profile.weights.count)
        #expect(profile.endValue == profile.weights.reduce(0, +))
        for (stack, weight) in zip(profile.samples, profile.weights) {
          // Below the thread.
          weights[speedscope.shared.frames[stack[1]].name, default: 0] += weight
        }
      }
      #expect(weights == times)
    }

    @Test func withoutPerfTheLineThatInstallsItIsGivenAndTheTraceIsRecorded() throws {
      // Everything that LTTng needs is there, and perf is not.
      let result = try bench.run(
        [
          "sh", "-c",
          """
          mkdir bin
          IFS=:
          for directory in $PATH; do
            for file in "$directory"/*; do
              name=${file##*/}
              [ "$name" = perf ] || [ -e "bin/$name" ] || ln -s "$file" "bin/$name"
            done
          done
          PATH=$PWD/bin exec "$@"
          """, "sh", Tools.signpost, "record", "--no-report", "-o", "trace", "--cpu-profile", "--",
          Subject.path,
        ])
      #expect(result.code == 0)
      #expect(result.errors.contains("recording without a CPU profile: perf is not installed"))
      #expect(result.errors.contains("sudo apt-get install linux-"))
      #expect(try DecodedTrace(bench, "trace").events == 1)
      let report = try bench.run([Tools.signpost, "report", "--functions", bench.path("trace")])
      #expect(report.code == 66)
      #expect(report.errors.contains("record with signpost record --cpu-profile"))
      bench.expectNothingLeft()
    }

    @Test func aPerfThatFailsIsQuotedAndTheProgramRuns() throws {
      try bench.script("bin/perf", "echo 'no such event today' >&2; exit 129")
      let result = try bench.run(
        [
          Tools.signpost, "record", "--no-report", "-o", "trace", "--cpu-profile", "--",
          Subject.path, "exit", "3",
        ],
        environment: bench.environment.merging([
          "PATH": bench.path("bin") + ":" + (bench.environment["PATH"] ?? "")
        ]) { $1 })
      #expect(result.code == 3)
      #expect(result.errors.contains("recording without a CPU profile"))
      #expect(!bench.exists("trace/perf.data"))
      bench.expectNothingLeft()
    }

    @Test(arguments: [
      (["--cpu-profile=0", "--", "true"], "--cpu-profile"),
      (["--cpu-profile", "--duration", "1s"], "--attach PID"),
      (["--cpu-profile", "--snapshot", "--", "true"], "leave out --snapshot"),
      (["--cpu-profile", "--on-slow", "1ms", "--", "true"], "leave out --snapshot"),
      (["--cpu-profile", "--rotate", "1min", "--", "true"], "--attach PID --duration 30s"),
      (["--cpu-profile", "--max-size", "1G", "--", "true"], "--attach PID --duration 30s"),
      (["--cpu-profile", "--relay", "localhost", "--", "true"], "leave out --relay"),
      (["--unwind", "dwarf", "--", "true"], "add --cpu-profile"),
    ])
    func whatCannotBeSampledIsRefused(arguments: [String], hint: String) throws {
      let result = try bench.run([Tools.signpost, "record"] + arguments)
      #expect(result.code == 64)
      #expect(result.errors.contains(hint), "\(result.errors)")
    }
  }
}
