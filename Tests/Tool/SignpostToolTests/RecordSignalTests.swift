import Foundation
import TestSupport
import Testing

@testable import TraceRecording

extension RecordingTests {
  /// Signals, terminals, and processes that die.
  @Suite(.serialized) struct RecordSignalTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    /// The program's report about itself: its id, the id of `signpost`, and the place of its
    /// daemon.
    private struct Announcement {
      var program: pid_t
      var signpost: pid_t
      var home: String
    }

    private func announcement() throws -> Announcement {
      try #require(eventually { bench.text("log").contains("\n") }, "\(bench.text("run.err"))")
      let words = bench.text("log").split(separator: "\n")[0].split(separator: " ")
      return Announcement(
        program: try #require(pid_t(words[1])), signpost: try #require(pid_t(words[2])),
        home: String(words[3]))
    }

    private func signals() -> [Int32] {
      bench.text("log").split(separator: "\n").dropFirst()
        .compactMap { Int32($0.split(separator: " ")[1]) }
    }

    /// Waits until the program has seen this signal, and with it all that were sent before.
    private func expectArrival(of signal: Int32) {
      #expect(eventually { signals().contains(signal) }, "arrived: \(signals())")
    }

    private func recorder(_ mode: String, _ options: String...) -> [String] {
      [Tools.signpost, "record", "-o", "trace"] + options
        + ["--", Subject.path, mode, bench.path("log")]
    }

    @Test func whatIsSentToSignpostReachesTheProgramOnce() throws {
      let run = try Run(bench, recorder("signals"))
      let who = try announcement()
      #expect(who.signpost == run.pid)
      for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1] {
        run.signal(signal)
        expectArrival(of: signal)
      }
      run.signal(SIGUSR2)
      #expect(try run.exitCode() == 9)
      #expect(signals() == [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1])
      #expect(try DecodedTrace(bench, "trace").events == 1)
      bench.expectNothingLeft()
    }

    @Test func signpostStopsAndGoesOnWithTheProgram() throws {
      let run = try Run(bench, recorder("signals"))
      _ = try announcement()
      for round in 1...2 {
        run.signal(SIGTSTP)
        #expect(eventually { signals().count { $0 == SIGTSTP } == round })
        #expect(eventually { ProcessStatus(of: run.pid)?.state == "T" })
        run.signal(SIGCONT)
        #expect(eventually { ProcessStatus(of: run.pid)?.state != "T" })
      }
      run.signal(SIGUSR2)
      #expect(try run.exitCode() == 9)
    }

    @Test func controlCReachesTheProgramOnce() throws {
      // In the first case a shell leads the session of the terminal, in the second signpost does.
      for (number, command) in ["trap : INT; \"$@\"", "exec \"$@\""].enumerated() {
        let bench = try Workbench()
        let log = bench.path("log")
        try bench.script("run", command)
        let line =
          ([bench.path("run")] + [Tools.signpost, "record", "-o", "trace", "--"]
          + [Subject.path, "signals", log]).joined(separator: " ")
        let run = try Run(bench, ["script", "-qec", "exec \(line)", "/dev/null"])
        try #require(eventually { bench.text("log").contains("\n") }, "\(run.output)")
        let ids = bench.text("log").split(separator: "\n")[0].split(separator: " ")
        let signpost = try #require(pid_t(ids[2]))
        try run.send("\u{3}")
        #expect(eventually { bench.text("log").contains("signal \(SIGINT)\n") })
        // Signals are taken in order of their numbers: this one comes after a second SIGINT.
        kill(signpost, SIGUSR1)
        #expect(eventually { bench.text("log").contains("signal \(SIGUSR1)\n") })
        kill(signpost, SIGUSR2)
        #expect(try run.exitCode() == 9, "case \(number)")
        #expect(
          bench.text("log").split(separator: "\n").dropFirst()
            == ["signal \(SIGINT)", "signal \(SIGUSR1)"])
        #expect(try DecodedTrace(bench, "trace").events == 1)
        bench.expectNothingLeft()
      }
    }

    @Test func controlCEndsAProgramThatDoesNotHandleIt() throws {
      let line = recorder("wait").joined(separator: " ")
      let run = try Run(bench, ["script", "-qec", "exec \(line)", "/dev/null"])
      _ = try announcement()
      try run.send("\u{3}")
      #expect(try run.exitCode() == 128 + SIGINT)
      #expect(try DecodedTrace(bench, "trace").events == 1)
      bench.expectNothingLeft()
    }

    @Test func theTraceIsCompletedWhenTheTerminalGoesAway() throws {
      for command in ["\"$@\"; exit $?", "exec \"$@\""] {
        let bench = try Workbench()
        try bench.script("run", command)
        let line = [
          bench.path("run"), Tools.signpost, "record", "-o", "trace", "--", Subject.path, "wait",
          bench.path("log"),
        ].joined(separator: " ")
        let run = try Run(bench, ["script", "-qec", "exec \(line)", "/dev/null"])
        try #require(eventually { bench.text("log").contains("\n") }, "\(run.output)")
        run.signal(SIGKILL)
        bench.expectNothingLeft()
        // Ended by the hang-up, or by the end of its input: its first event is there either way.
        #expect(try DecodedTrace(bench, "trace").events >= 1)
      }
    }

    @Test func nothingIsLeftWhenSignpostIsKilled() throws {
      let run = try Run(bench, recorder("wait"))
      let who = try announcement()
      run.signal(SIGKILL)
      #expect(try run.exitCode() == 128 + SIGKILL)
      // The program is not ours to end.
      #expect(eventually { bench.processes == [who.program] })
      #expect(eventually { bench.entries("tmp").isEmpty })
      run.closeInput()
      bench.expectNothingLeft()
    }

    @Test(.enabled(if: Tools.hasNamespaces))
    func aDaemonThatServesForgetsTheSessionWhenSignpostIsKilled() throws {
      let script = try bench.script(
        "script",
        """
        mkdir -p /run/lttng && mount -t tmpfs tmpfs /run/lttng || exit 91
        lttng-sessiond --no-kernel --background || exit 92
        sh -c 'echo $$ > signpost.pid; exec "$@"' sh "$@"
        while lttng --no-sessiond list | grep -q signpost-; do sleep 0.05; done
        kill "$(cat /run/lttng/lttng-sessiond.pid)"
        """)
      let run = try Run(bench, ["unshare", "--mount", script] + recorder("wait"))
      let who = try announcement()
      kill(who.signpost, SIGKILL)
      _ = try run.exitCode()
      run.closeInput()
      bench.expectNothingLeft()
    }

    @Test func theDeathOfTheDaemonIsReported() throws {
      let run = try Run(bench, recorder("wait"))
      let daemon = try daemon(of: try announcement())
      kill(daemon, SIGKILL)
      #expect(eventually { !isAlive(daemon) })
      run.closeInput()
      #expect(try run.exitCode() == 74)
      #expect(run.errors.contains("the session daemon died during the recording"))
      #expect(run.errors.contains("the trace is in \(bench.directory)/trace"))
      #expect(!bench.entries("trace/ust/pid").isEmpty)
      bench.expectNothingLeft()
    }

    @Test func theProgramsOwnFailureWinsOverTheDaemonsDeath() throws {
      let run = try Run(bench, recorder("signals"))
      let daemon = try daemon(of: try announcement())
      kill(daemon, SIGKILL)
      #expect(eventually { !isAlive(daemon) })
      run.signal(SIGUSR2)
      #expect(try run.exitCode() == 9)
      #expect(run.errors.contains("the session daemon died during the recording"))
    }

    /// With no limit to the wait, LTTng 2.13 hangs the program for ever here.
    @Test func aProgramThatWaitsForRoomOutlivesItsConsumer() throws {
      try bench.script("both", "\"$0.subject\" wait \"$1\"; exec \"$0.subject\" burst 100000")
      try FileManager.default.createSymbolicLink(
        atPath: bench.path("both.subject"), withDestinationPath: Subject.path)
      let run = try Run(
        bench,
        [
          Tools.signpost, "record", "-o", "trace", "--blocking", "--subbuf-size", "4K",
          "--num-subbuf", "2", "--", bench.path("both"), bench.path("log"),
        ])
      let daemon = try daemon(of: try announcement())
      let consumers = bench.processes.filter { pid in
        FileManager.default.contents(atPath: "/proc/\(pid)/comm") == Data("lttng-consumerd\n".utf8)
      }
      try #require(!consumers.isEmpty)
      run.closeInput()
      #expect(eventually { bench.entries("trace/ust/pid").count == 2 })
      // Stopped first, so that the program fills its buffers and waits.
      for consumer in consumers { kill(consumer, SIGSTOP) }
      usleep(300_000)
      // A consumer that is killed while it creates buffers leaves this.
      for consumer in consumers {
        try Data().write(to: URL(filePath: "/dev/shm/shm-ust-consumer-\(consumer)"))
      }
      for pid in consumers + [daemon] { kill(pid, SIGKILL) }
      #expect(try run.exitCode() == 74)
      bench.expectNothingLeft()
    }

    private func daemon(of who: Announcement) throws -> pid_t {
      let file = FileManager.default.contents(atPath: who.home + "/.lttng/lttng-sessiond.pid")
      let text = String(decoding: try #require(file), as: UTF8.self)
      return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func isAlive(_ pid: pid_t) -> Bool {
      bench.processes.contains(pid)
    }
  }
}
