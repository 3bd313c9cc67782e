import Glibc
import SystemSupport
import Testing

/// Processes that are started, and how they end.
@Suite struct ProcessLaunchTests {
  /// A shell whose output goes to a file.
  private func shell(_ script: String, output: String) -> ProcessLaunch {
    var launch = ProcessLaunch(
      ByteString("/bin/sh"), ["sh", "-c", script].map { ByteString($0) })
    launch.descriptors = [
      .open(0, "/dev/null", O_RDONLY), .open(1, output, O_WRONLY | O_CREAT | O_TRUNC),
      .copy(2, from: 1),
    ]
    return launch
  }

  @Test func descriptorsAndVariablesAreTheRequestedOnes() throws {
    let scratch = try TemporaryDirectory(prefix: "launch.")
    var launch = shell("echo \"$NAME\"; echo error >&2; exit 3", output: scratch.path + "/output")
    launch.environment = launch.environment.setting("NAME", to: "a b")
    #expect(ExitReason.waiting(for: try launch.start()) == .exited(3))
    #expect(try Files.read(scratch.path + "/output") == "a b\nerror\n")
  }

  @Test func aProcessCanHaveAGroupOrASessionOfItsOwn() throws {
    let scratch = try TemporaryDirectory(prefix: "launch.")
    // The process, its group and its session: fields 1, 5 and 6.
    let script = "cut -d ' ' -f 5,6 /proc/$$/stat; echo $$"
    for (group, owns) in [
      (ProcessLaunch.Group.shared, (false, false)), (.own, (true, false)), (.session, (true, true)),
    ] {
      var launch = shell(script, output: scratch.path + "/output")
      launch.group = group
      #expect(ExitReason.waiting(for: try launch.start()) == .exited(0))
      let numbers = try Files.read(scratch.path + "/output").split { " \n".contains($0) }
      #expect(numbers.count == 3)
      #expect((numbers[0] == numbers[2]) == owns.0)
      #expect((numbers[1] == numbers[2]) == owns.1)
    }
  }

  @Test func signalsAreBlockedAndResetAsRequested() throws {
    let scratch = try TemporaryDirectory(prefix: "launch.")
    // Without a shell, which changes the mask of its children.
    var launch = ProcessLaunch(
      ByteString("grep"),
      ["grep", "-E", "SigBlk|SigIgn", "/proc/self/status"].map { ByteString($0) })
    launch.searchesPath = true
    launch.descriptors = [.open(1, scratch.path + "/output", O_WRONLY | O_CREAT | O_TRUNC)]
    var blocked = sigset_t.empty
    sigaddset(&blocked, SIGUSR1)
    launch.blockedSignals = blocked
    launch.resetsSignals = true
    #expect(ExitReason.waiting(for: try launch.start()) == .exited(0))
    let lines = try Files.read(scratch.path + "/output").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "SigBlk:\t0000000000000200")
    // The C library's own signals, 32 and 33, are not for programs to set.
    let ignored = try #require(lines.last.flatMap { UInt64($0.suffix(16), radix: 16) })
    #expect(ignored & 0x7FFF_FFFF == 0)
  }

  @Test func anEmptyMaskReplacesThatOfTheThread() throws {
    let scratch = try TemporaryDirectory(prefix: "launch.")
    var blocked = sigset_t.empty
    sigaddset(&blocked, SIGUSR2)
    var previous = sigset_t.empty
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    for mask in [nil, sigset_t.empty] {
      var launch = ProcessLaunch(
        ByteString("/bin/grep"),
        ["grep", "SigBlk", "/proc/self/status"].map { ByteString($0) })
      launch.descriptors = [.open(1, scratch.path + "/output", O_WRONLY | O_CREAT | O_TRUNC)]
      launch.blockedSignals = mask
      #expect(ExitReason.waiting(for: try launch.start()) == .exited(0))
      let line = try Files.read(scratch.path + "/output").dropLast()
      let signals = try #require(UInt64(line.suffix(16), radix: 16))
      if mask == nil { #expect(signals & 0x800 != 0) } else { #expect(signals == 0) }
    }
  }

  @Test func aProgramThatIsNotThereIsAnError() {
    let launch = ProcessLaunch(ByteString("/nowhere/program"), [ByteString("program")])
    let failure = #expect(throws: ProcessLaunch.Failure.self) { try launch.start() }
    #expect(failure?.errorNumber == ENOENT)
  }

  @Test(arguments: [
    (Int32(0), ExitReason.exited(0)), (3 << 8, .exited(3)), (255 << 8, .exited(255)),
    (SIGTERM, .killed(signal: SIGTERM)), (SIGSEGV | 0x80, .killed(signal: SIGSEGV)),
  ])
  func readsWaitStatuses(status: Int32, reason: ExitReason) {
    #expect(ExitReason(waitStatus: status) == reason)
  }
}
