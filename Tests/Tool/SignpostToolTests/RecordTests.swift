import Foundation
import TestSupport
import Testing

extension RecordingTests {
  @Suite(.serialized) struct RecordTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func theExitCodeIsTheProgramsAndTheTraceIsThere() throws {
      let result = try bench.record("-o", "trace", "--", Subject.path, "exit", "3")
      #expect(result.code == 3)
      #expect(result.output == "")
      #expect(result.errors.contains("the trace is in \(bench.directory)/trace"))
      #expect(try DecodedTrace(bench, "trace").events == 1)
      let mode = try FileManager.default.attributesOfItem(atPath: bench.path("trace"))[
        .posixPermissions]
      #expect(mode as? Int == 0o700)
      bench.expectNothingLeft()
    }

    @Test(arguments: [SIGKILL, SIGSEGV, SIGTERM])
    func aProgramThatIsKilledIsReportedAsTheShellDoes(signal: Int32) throws {
      let result = try bench.record("-o", "trace", "--", Subject.path, "kill", "\(signal)")
      #expect(result.code == 128 + signal)
      #expect(result.errors.contains("was killed by SIG"))
      #expect(try DecodedTrace(bench, "trace").events == 1)
      bench.expectNothingLeft()
    }

    @Test func everyRecordingHasADirectoryOfItsOwn() throws {
      for _ in 1...2 { #expect(try bench.record("-q", Subject.path, "exit", "0").code == 0) }
      let traces = bench.entries("").filter { $0.hasPrefix("signpost-trace-") }
      #expect(traces.count == 2)
      for trace in traces { #expect(try DecodedTrace(bench, trace).events == 1) }
    }

    @Test func anEmptyDirectoryIsUsedAndMadePrivate() throws {
      try FileManager.default.createDirectory(
        atPath: bench.path("trace"), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o755])
      #expect(try bench.record("-o", "trace", "--", Subject.path).code == 0)
      #expect(try DecodedTrace(bench, "trace").events == 1)
      let mode = try FileManager.default.attributesOfItem(atPath: bench.path("trace"))[
        .posixPermissions]
      #expect(mode as? Int == 0o700)
    }

    @Test func namesOfTracesMayHoldAnything() throws {
      let name = "a trace & <more> \"…\""
      #expect(try bench.record("-o", name, "--", Subject.path).code == 0)
      #expect(try DecodedTrace(bench, name).events == 1)
    }

    @Test func aBurstIsRecordedWhole() throws {
      let result = try bench.record("-o", "trace", "--", Subject.path, "burst", "200000")
      #expect(result.code == 0)
      let trace = try DecodedTrace(bench, "trace")
      #expect(trace.events == 200_000)
      #expect(trace.lost == 0)
      bench.expectNothingLeft()
    }

    @Test func buffersThatAreTooSmallLoseEventsAndCountThem() throws {
      let result = try bench.record(
        "-o", "trace", "--subbuf-size", "4K", "--num-subbuf", "2", "--",
        Subject.path, "burst", "200000")
      #expect(result.code == 0)
      let trace = try DecodedTrace(bench, "trace")
      #expect(trace.lost > 0)
      #expect(trace.events + trace.lost == 200_000)
    }

    @Test func aProgramThatWaitsLosesNothing() throws {
      let result = try bench.record(
        "-o", "trace", "--blocking", "--subbuf-size", "64K", "--num-subbuf", "2", "--",
        Subject.path, "burst", "50000")
      #expect(result.code == 0)
      let trace = try DecodedTrace(bench, "trace")
      #expect(trace.events == 50_000)
      #expect(trace.lost == 0)
    }

    @Test func theStandardStreamsAreTheProgramsByteForByte() throws {
      var generator = SystemRandomNumberGenerator()
      let bytes = Data(
        (0..<1_000_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
      let run = try Run(
        bench, [Tools.signpost, "record", "-q", "-o", "trace", "--", Subject.path, "copy"])
      try run.send(bytes)
      run.closeInput()
      #expect(try run.exitCode() == 0)
      #expect(run.outputData == bytes)
      #expect(
        FileManager.default.contents(atPath: bench.path("run.err"))
          == Data([0xff, 0] + " error".utf8))
    }

    @Test func argumentsNeedNotBeText() throws {
      let run = try Run(
        bench,
        [
          "/bin/sh", "-c",
          #"exec "$0" record -q -o trace -- "$1" argument "$(printf 'a\377\033 b')""#,
          Tools.signpost, Subject.path,
        ])
      #expect(try run.exitCode() == 0)
      #expect(run.outputData == Data([0x61, 0xff, 0x1b, 0x20, 0x62]))
    }

    @Test func optionsOfTheProgramAreTheProgramsOwn() throws {
      let result = try bench.record("-q", "-o", "trace", Subject.path, "argument", "--help", "-o")
      #expect(result.output == "--help")
    }

    @Test func theEnvironmentIsPassedOn() throws {
      var environment = bench.environment
      environment["EMPTY"] = ""
      environment["LTTNG_UST_REGISTER_TIMEOUT"] = "17"
      let result = try bench.record(
        "-q", "--blocking", "-o", "trace", "--", "env", environment: environment)
      var received = Dictionary(
        uniqueKeysWithValues: result.output.split(separator: "\n").map { line in
          let name = line.prefix { $0 != "=" }
          return (String(name), String(line.dropFirst(name.count + 1)))
        })
      #expect(received.removeValue(forKey: "LTTNG_HOME")?.hasPrefix(bench.path("tmp/")) == true)
      #expect(received.removeValue(forKey: "LTTNG_UST_ALLOW_BLOCKING") == "1")
      #expect(received.removeValue(forKey: "SIGNPOST_LATE_STARTS")?.hasSuffix("/late") == true)
      // On a machine with the library.
      let preloaded = received.removeValue(forKey: "LD_PRELOAD")
      #expect(preloaded == nil || preloaded == "liblttng-ust-fd.so.1")
      #expect(received == environment)
    }

    @Test func aScriptWithoutInterpreterRunsAsInAShell() throws {
      try bench.file("script", "echo \"$0 $1\"; exit 4\n", mode: 0o755)
      let result = try bench.record("-q", "-o", "trace", "--", "./script", "word")
      #expect(result.code == 4)
      #expect(result.output == "./script word\n")
    }

    @Test func childrenAreRecordedAsWell() throws {
      #expect(try bench.record("-o", "trace", "--", Subject.path, "family").code == 0)
      let trace = try DecodedTrace(bench, "trace")
      #expect(trace.events == 11)
      #expect(bench.entries("trace/ust/pid").count == 2)
    }

    @Test func aProcessThatTheProgramLeavesBehindGoesOn() throws {
      let result = try bench.record(
        "--no-wait", "-o", "trace", "--", Subject.path, "leave", bench.path("stop"))
      #expect(result.code == 0)
      #expect(bench.processes.count == 1)
      #expect(try DecodedTrace(bench, "trace").events == 1)
      try bench.file("stop", "")
      bench.expectNothingLeft()
    }

    @Test func twoRecordingsDoNotSeeEachOther() throws {
      let runs = try ["first", "second"].map { name in
        try Run(
          bench,
          [
            Tools.signpost, "record", "-o", name, "--", Subject.path, "wait",
            bench.path(name + ".log"),
          ],
          name: "run-\(name)")
      }
      #expect(eventually { bench.exists("first.log") && bench.exists("second.log") })
      for run in runs { run.closeInput() }
      for run in runs { #expect(try run.exitCode() == 0) }
      #expect(try DecodedTrace(bench, "first").events == 2)
      #expect(try DecodedTrace(bench, "second").events == 2)
      bench.expectNothingLeft()
    }

    @Test func aProgramWithoutFeaturesSucceedsAndTheUserLearnsWhyTheTraceIsEmpty() throws {
      let result = try bench.record("-o", "trace", "--", "true")
      #expect(result.code == 0)
      #expect(result.errors.contains("no instrumented process was recorded"))
      #expect(result.errors.contains("SIGNPOST_TRACING=0"))
      #expect(result.errors.contains("liblttng-ust1"))
      bench.expectNothingLeft()
    }

    @Test(.enabled(if: Tools.isRoot)) func anOrdinaryUserNeedsNoPrivileges() throws {
      try FileManager.default.copyItem(atPath: Tools.signpost, toPath: bench.path("signpost"))
      try FileManager.default.copyItem(atPath: Subject.path, toPath: bench.path("subject"))
      _ = try bench.run(["chown", "-R", "65534:65534", bench.directory], name: "chown")
      let result = try bench.run(
        [
          "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
          bench.path("signpost"), "record", "-o", "trace", "--", bench.path("subject"), "exit", "5",
        ])
      #expect(result.code == 5, "\(result.errors)")
      #expect(try DecodedTrace(bench, "trace").events == 1)
      bench.expectNothingLeft()
    }

    /// Where a daemon serves the user, and another program is registered with it. Prints the exit
    /// code of the command, and the sessions that are left.
    private func runWhereADaemonServes(
      _ command: [String]
    ) throws -> (code: Int32, output: String, errors: String) {
      let script = try bench.script(
        "script",
        """
        mkdir -p /run/lttng && mount -t tmpfs tmpfs /run/lttng || exit 91
        lttng-sessiond --no-kernel --background || exit 92
        lttng --no-sessiond create mine --output=\(bench.path("mine")) > /dev/null || exit 93
        mkfifo in
        LTTNG_UST_REGISTER_TIMEOUT=-1 \(Subject.path) wait "$PWD/other.log" < in 4>&- &
        exec 4> in
        until [ -s other.log ]; do sleep 0.02; done
        "$@" 4>&-
        echo "code $?"
        exec 4>&-
        wait
        lttng --no-sessiond list | grep -E '[0-9]\\)'
        cat "$HOME/.lttngrc"
        kill "$(cat /run/lttng/lttng-sessiond.pid)"
        """)
      return try bench.run(["unshare", "--mount", script] + command)
    }

    @Test(.enabled(if: Tools.hasNamespaces)) func aDaemonThatServesIsUsedOnlyIfAskedFor() throws {
      let result = try runWhereADaemonServes([
        Tools.signpost, "record", "--use-daemon", "-o", "trace", "--", Subject.path, "burst", "10",
      ])
      #expect(result.errors.contains("other composable programs that it serves are recorded"))
      let lines = result.output.split(separator: "\n")
      #expect(lines.first == "code 0")
      #expect(lines.count == 3 && lines[1].contains("mine"), "\(result.output)")
      #expect(lines.last == "session=mine")
      // The other program has events that are not in the trace: it is there all the same.
      #expect(bench.entries("trace/ust/pid").count == 2)
      #expect(try DecodedTrace(bench, "trace").events == 10)
      bench.expectNothingLeft()
    }

    @Test(.enabled(if: Tools.hasNamespaces)) func otherProgramsAreNotRecorded() throws {
      let result = try runWhereADaemonServes([
        Tools.signpost, "record", "-o", "trace", "--", Subject.path, "burst", "10",
      ])
      #expect(result.output.hasPrefix("code 0\n"), "\(result.errors)")
      #expect(bench.entries("trace/ust/pid").count == 1)
      #expect(try DecodedTrace(bench, "trace").events == 10)
      bench.expectNothingLeft()
    }

    /// LTTng's daemon does not start for a member of the group `tracing` while root's serves.
    @Test(.enabled(if: Tools.hasNamespaces)) func membersOfTheGroupTracingHaveADaemonOfTheirOwn()
      throws
    {
      try FileManager.default.copyItem(atPath: Tools.signpost, toPath: bench.path("signpost"))
      try FileManager.default.copyItem(atPath: Subject.path, toPath: bench.path("subject"))
      _ = try bench.run(["chown", "-R", "65534:65534", bench.directory], name: "chown")
      let script = try bench.script(
        "as-member",
        """
        chgrp tracing /run/lttng /run/lttng/client-lttng-sessiond || exit 94
        exec setpriv --reuid=65534 --regid=65534 --groups="$(getent group tracing | cut -d: -f3)" "$@"
        """)
      let result = try runWhereADaemonServes([
        script, bench.path("signpost"), "record", "-o", "trace", "--", bench.path("subject"),
        "burst",
        "10",
      ])
      #expect(result.output.hasPrefix("code 0\n"), "\(result.errors)")
      #expect(bench.entries("trace/ust/pid").count == 1)
      #expect(try DecodedTrace(bench, "trace").events == 10)
      bench.expectNothingLeft()
    }

    @Test(.enabled(if: Tools.hasNamespaces)) func aDaemonThatIsAskedForHasToServe() throws {
      let script = try bench.script(
        "script", "mkdir -p /run/lttng && mount -t tmpfs tmpfs /run/lttng || exit 91; exec \"$@\"")
      let result = try bench.run([
        "unshare", "--mount", script, Tools.signpost, "record", "--use-daemon", "--", "true",
      ])
      #expect(result.code == 69)
      #expect(result.errors.contains("Leave --use-daemon out"), "\(result.errors)")
    }

    @Test(.enabled(if: Tools.hasNamespaces)) func rootWithoutNamespacesHasADaemonForAWhile() throws
    {
      let script = try bench.script(
        "script",
        """
        mkdir -p /run/lttng && mount -t tmpfs tmpfs /run/lttng || exit 91
        setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$@"
        echo "code $?"
        ls /run/lttng
        """)
      let result = try bench.run(
        [
          "unshare", "--mount", script, Tools.signpost, "record", "-v", "-o", "trace", "--",
          Subject.path, "burst", "10",
        ])
      #expect(result.output == "code 0\n")
      #expect(result.errors.contains("started a session daemon in /var/run/lttng"))
      #expect(try DecodedTrace(bench, "trace").events == 10)
      bench.expectNothingLeft()
    }

    @Test(.enabled(if: Tools.hasNamespaces))
    func recordingsThatShareADaemonForAWhileTakeItDownTogether() throws {
      // The one that started the daemon ends first in one case, and last in the other.
      for order in [["one", "two"], ["two", "one"]] {
        let bench = try Workbench()
        let script = try bench.script(
          "script",
          """
          mkdir -p /run/lttng && mount -t tmpfs tmpfs /run/lttng || exit 91
          mkfifo one.in two.in
          for name in one two; do
            setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$@" \
              -o "$name" -- \(Subject.path) wait "$PWD/$name.log" < $name.in 4>&- 5>&- &
            [ "$name" = one ] && exec 4> one.in || exec 5> two.in
            until [ -s "$name.log" ]; do sleep 0.01; done
            eval "$name=\\$!"
          done
          for name in \(order.joined(separator: " ")); do
            [ "$name" = one ] && exec 4>&- || exec 5>&-
            eval "wait \\$$name"
            echo "$name $?"
          done
          ls /run/lttng
          """)
        let result = try bench.run(["unshare", "--mount", script, Tools.signpost, "record"])
        #expect(result.output == order.map { "\($0) 0\n" }.joined(), "\(result.errors)")
        for name in order {
          // The second is recorded by the first as well, as is all that registers with the daemon.
          #expect(try DecodedTrace(bench, name).events >= 2)
        }
        bench.expectNothingLeft()
      }
    }

    @Test(.enabled(if: Tools.hasNamespaces)) func littleSharedMemoryMakesSmallBuffers() throws {
      let script = try bench.script("script", "mount -t tmpfs -o size=8M tmpfs /dev/shm; \"$@\"")
      let result = try bench.run(
        [
          "unshare", "--mount", script, Tools.signpost, "record", "-o", "trace", "--",
          Subject.path, "burst", "1000",
        ])
      #expect(result.code == 0)
      #expect(result.errors.contains("/dev/shm has little room, so the buffers are small"))
      #expect(try DecodedTrace(bench, "trace").events == 1000)
    }

    @Test func theProgramStartsAsAShellWouldStartIt() throws {
      // Ignored and blocked signals, open descriptors, and its process group.
      try bench.script(
        "look",
        """
        grep -E '^Sig(Blk|Ign)' /proc/self/status
        find /proc/self/fd -printf '%f %l\\n' | grep -v -e '^1 ' -e /proc/ -e '^fd ' | sort
        cut -d ' ' -f 5 /proc/$$/stat
        """)
      let script = try bench.script(
        "script",
        """
        trap '' HUP USR2
        exec 7> seven
        ./look
        "$@" ./look
        """)
      let result = try bench.run([script, Tools.signpost, "record", "-q", "-o", "trace", "--"])
      let lines = result.output.split(separator: "\n")
      #expect(lines.count > 6 && lines.count % 2 == 0, "\(result.output)")
      #expect(lines.prefix(lines.count / 2) == lines.suffix(lines.count / 2))
    }
  }
}
