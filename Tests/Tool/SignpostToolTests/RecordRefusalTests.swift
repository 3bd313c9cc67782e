import Foundation
import TestSupport
import Testing

extension RecordingTests {
  /// A failure before the start of the program leaves nothing behind.
  @Suite(.serialized) struct RecordRefusalTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    private func expectRefusal(
      _ result: (code: Int32, output: String, errors: String), _ code: Int32, _ words: String,
      _ location: SourceLocation = #_sourceLocation
    ) {
      #expect(result.code == code, "\(result.errors)", sourceLocation: location)
      #expect(result.output == "", sourceLocation: location)
      #expect(
        words.isEmpty || result.errors.contains(words), "\(result.errors)", sourceLocation: location
      )
      #expect(
        bench.entries("").filter { $0.contains("trace") } == [], sourceLocation: location)
      bench.expectNothingLeft(location)
    }

    @Test func unknownPrograms() throws {
      expectRefusal(
        try bench.record("--", "no-such-program"), 127, "there is no program no-such-program")
      expectRefusal(try bench.record("--", "./none"), 127, "there is no program ./none")
    }

    @Test func programsThatCannotBeRun() throws {
      try bench.file("text", "text")
      expectRefusal(try bench.record("--", "./text"), 126, "can't run ./text: permission denied")
      expectRefusal(try bench.record("--", "./tmp"), 126, "can't run ./tmp: it is a directory")
      try bench.file("lost", "#!/no/such/interpreter\n", mode: 0o755)
      expectRefusal(try bench.record("--", "./lost"), 126, "the interpreter it names")
    }

    @Test func anOutputThatExistsIsNotTouched() throws {
      try bench.file("old/file", "text")
      expectRefusal(try bench.record("-o", "old", "--", "true"), 73, "old is not empty")
      expectRefusal(
        try bench.record("-o", "old/file", "--", "true"), 73,
        "old/file exists and is not a directory"
      )
      #expect(bench.text("old/file") == "text")
      #expect(bench.entries("old") == ["file"])
    }

    @Test func anOutputThatCannotBeCreated() throws {
      try bench.file("file", "text")
      expectRefusal(
        try bench.record("-o", "file/below", "--", "true"), 73, "can't create file/below")
      expectRefusal(
        try bench.record("-o", "none/below", "--", "true"), 73,
        "The directory it is to be created in does not exist")
      expectRefusal(
        try bench.record("-o", "/proc/signpost", "--", "true"), 73, "can't create /proc/signpost")
    }

    @Test func withoutLTTngTheUserLearnsWhatToInstall() throws {
      var environment = bench.environment
      environment["PATH"] = bench.path("bin")
      expectRefusal(
        try bench.record("--", "/bin/true", environment: environment), 69,
        "sudo apt-get install lttng-tools liblttng-ust-dev")
    }

    @Test(arguments: [
      (["--subbuf-size", "3M"], "must be a power of two"),
      (["--subbuf-size", "1K"], "must be at least one page"),
      (["--subbuf-size", "much"], "--subbuf-size takes a number with K, M or G behind it"),
      (["--num-subbuf", "6"], "must be a power of two"),
      (["--num-subbuf", "1"], "must be at least 2"),
      (["--subbuf-sise", "4M"], "Unknown option '--subbuf-sise'"),
      (["--quiet", "--verbose"], "exclude each other"),
    ])
    func optionsThatMakeNoSense(options: [String], words: String) throws {
      expectRefusal(
        try bench.run([Tools.signpost, "record"] + options + ["--", "true"]), 64, words)
    }

    @Test(arguments: [[], ["--"], ["-v"]]) func noProgram(arguments: [String]) throws {
      expectRefusal(
        try bench.run([Tools.signpost, "record"] + arguments), 64, "Name the program to record")
    }

    @Test(arguments: [["-h"], ["--help"], ["-v", "--help"]]) func help(arguments: [String]) throws {
      let result = try bench.run([Tools.signpost, "record"] + arguments)
      #expect(result.code == 0)
      #expect(result.output.contains("signpost record -o trace -- ./my-server --port 8080"))
      #expect(result.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 72)
    }

    @Test func buffersThatDoNotFitIntoSharedMemory() throws {
      expectRefusal(
        try bench.record("--subbuf-size", "1024G", "--num-subbuf", "1024", "--", "true"), 69,
        "Ask for smaller ones")
    }

    @Test func aDaemonThatDoesNotStartIsQuoted() throws {
      try bench.script("bin/lttng", "exit 1")
      try bench.script("bin/lttng-sessiond", "echo something is wrong >&2; exit 3")
      expectRefusal(
        try bench.record("-o", "trace", "--", "true", environment: fakes), 69,
        "something is wrong")
    }

    @Test func aSessionThatLTTngRefusesIsQuoted() throws {
      try bench.script(
        "bin/lttng", "case \" $* \" in *\" load \"*) echo Error: no way >&2; exit 1 ;; esac")
      expectRefusal(
        try bench.record("-o", "trace", "--", "true", environment: fakes), 69, "Error: no way")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalBeforeTheProgramRunsUndoesEverything(signal: Int32) throws {
      let started = bench.path("started")
      try bench.script(
        "bin/lttng",
        "case \" $* \" in *\" load \"*) : > \(started); exec sleep 1000 ;; esac")
      let run = try Run(
        bench, [Tools.signpost, "record", "-o", "trace", "--", "/bin/true"], environment: fakes)
      #expect(eventually { bench.exists("started") })
      run.signal(signal)
      let code = try run.exitCode()
      expectRefusal((code, run.output, run.errors), 128 + signal, "")
    }

    /// Lets the client answer like LTTng 2.15, in front of the installed one.
    private func pretendNewerLTTng() throws {
      let real = try bench.run(["sh", "-c", "command -v lttng"]).output.prefix { $0 != "\n" }
      try bench.script(
        "bin/lttng",
        """
        case " $* " in
          *" version "*)
            echo '<?xml version="1.0"?><command><name>version</name><output><version>'
            echo '<string>2.15.1</string></version></output></command>'
            exit 0 ;;
          *" metadata "*)
            : > \(bench.path("asked"))
            echo Error: User space tracer channel not found >&2
            exit 1 ;;
        esac
        exec \(real) "$@"
        """)
    }

    @Test func newerVersionsAreNotAskedForAChannelTheyDoNotHave() throws {
      try pretendNewerLTTng()
      let result = try bench.record(
        "-v", "-o", "trace", "--", Subject.path, "burst", "10", environment: fakes)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.errors.contains("LTTng 2.15.1"))
      #expect(!bench.exists("asked"))
      #expect(try DecodedTrace(bench, "trace").events == 10)
      bench.expectNothingLeft()
    }

    private var fakes: [String: String] {
      var environment = bench.environment
      environment["PATH"] = bench.path("bin") + ":" + (environment["PATH"] ?? "")
      return environment
    }
  }
}
