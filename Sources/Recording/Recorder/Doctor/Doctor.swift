import Glibc
import SystemSupport

/// Checks the requirements of recording on this machine, without recording.
package struct Doctor {
  private let environment = ProcessEnvironment.inherited
  private let supervisor = ProcessSupervisor()
  private var machine: BufferPlan.Machine { .current }

  package init() {}

  /// Performs all checks. Each command has ten seconds.
  package func examine() -> [Finding] {
    // A later recording must start with the signal mask that this process had.
    defer { supervisor.restoreSignals() }
    let directory: PrivateDirectory
    do {
      directory = try PrivateDirectory.make(environment: environment)
    } catch {
      return [Finding(.disk, .problem, error.message, remedy: "export TMPDIR=/var/tmp")]
    }
    defer { Files.remove(directory.path) }
    var findings: [Finding] = []
    do {
      var tools = try LTTngTools.find(in: environment)
      tools.version = client(of: tools, in: directory).ask(["version"]).version
      findings.append(toolsFinding(tools))
      findings.append(libraryFinding(tools, in: directory))
      findings.append(daemonFinding(tools, in: directory))
      findings.append(privilegesFinding(tools, in: directory))
    } catch {
      findings.append(
        Finding(
          .tools, .problem, "lttng is not installed, or not in PATH",
          remedy: LTTngTools.installationHint))
    }
    findings.append(environmentFinding)
    findings.append(sharedMemoryFinding)
    findings.append(memoryFinding)
    findings.append(diskFinding)
    findings.append(perfFinding(in: directory))
    return findings
  }

  private func client(of tools: LTTngTools, in directory: PrivateDirectory) -> LTTngClient {
    LTTngClient(
      daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
      supervisor: supervisor)
  }

  // MARK: LTTng

  private func toolsFinding(_ tools: LTTngTools) -> Finding {
    guard tools.daemon != nil else {
      return Finding(
        .tools, .problem, "\(tools.client) is there, and lttng-sessiond is not in PATH",
        remedy: LTTngTools.installationHint)
    }
    guard let version = tools.version else {
      return Finding(
        .tools, .problem, "\(tools.client) does not say its version",
        remedy: "sudo apt-get install --reinstall lttng-tools")
    }
    guard version >= LTTngVersion(2, 13) else {
      return Finding(
        .tools, .problem, "LTTng \(version) is too old, 2.13 is needed",
        remedy: LTTngTools.installationHint)
    }
    guard SessionConfiguration.hasMetadataChannel(version) else {
      return Finding(
        .tools, .note,
        "LTTng \(version): if its daemon is killed while it records, the trace cannot be read")
    }
    return Finding(.tools, .good, "LTTng \(version) in \(tools.client)")
  }

  private func libraryFinding(_ tools: LTTngTools, in directory: PrivateDirectory) -> Finding {
    let name = "liblttng-ust.so.1"
    let install = "sudo apt-get install liblttng-ust1"
    guard let path = pathOfLibrary(name, in: directory) else {
      return Finding(
        .library, .problem, "programs cannot load LTTng's library \(name)", remedy: install)
    }
    let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let programs = ProtocolVersion.find(
      inFiles: [path, folder + "/liblttng-ust-common.so.1"])
    let daemon = ProtocolVersion.find(
      inFiles: [tools.daemon].compactMap(\.self) + [folder + "/liblttng-ust-ctl.so.5"])
    if let programs, let daemon, programs != daemon {
      return Finding(
        .library, .problem,
        "library and tools have different versions, so that programs do not find the daemon: "
          + "protocol \(programs) in \(path), \(daemon) in \(tools.daemon ?? "lttng-sessiond")",
        remedy: "sudo apt-get install lttng-tools liblttng-ust1")
    }
    return Finding(
      .library, .good, path + (programs.map { ", protocol \($0)" } ?? ""))
  }

  /// Runs the dynamic loader, which only lists the libraries that it would load.
  private func pathOfLibrary(_ name: String, in directory: PrivateDirectory) -> String? {
    let listing = environment.setting("LD_PRELOAD", to: name)
      .setting("LD_TRACE_LOADED_OBJECTS", to: "1")
    guard run(["/bin/sh"], environment: listing, log: directory.clientLog) else { return nil }
    return (Files.contents(of: directory.clientLog) ?? "").split(separator: "\n")
      .lazy.compactMap { line -> String? in
        // For example `liblttng-ust.so.1 => /usr/lib/liblttng-ust.so.1 (0x00007f…)`.
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count > 2, words[0] == name, words[1] == "=>" else { return nil }
        return words[2].hasPrefix("/") ? String(words[2]) : nil
      }
      .first
  }

  private func daemonFinding(_ tools: LTTngTools, in directory: PrivateDirectory) -> Finding {
    let answer = client(of: tools, in: directory).ask(["list"])
    if answer.succeeded {
      let count = answer.sessions.count
      return Finding(
        .daemon, .good,
        "a session daemon serves you, with \(count) session\(count == 1 ? "" : "s"); record starts a "
          + "private one, except with --use-daemon")
    }
    let socket = "/client-lttng-sessiond"
    let home = (environment["LTTNG_HOME"] ?? environment["HOME"] ?? "") + "/.lttng"
    for place in [SessionDaemon.systemDirectory, home]
    where UnixSocket.answers(at: place + socket) {
      return Finding(
        .daemon, .note, "the session daemon in \(place) takes connections and does not answer",
        remedy: "kill $(cat \(place)/lttng-sessiond.pid)")
    }
    return Finding(.daemon, .good, "none serves you; record starts a private one")
  }

  // MARK: The machine

  private func privilegesFinding(_ tools: LTTngTools, in directory: PrivateDirectory) -> Finding {
    let isMember = UnixSocket.answers(at: SessionDaemon.systemDirectory + "/client-lttng-sessiond")
    guard geteuid() == 0 || isMember else {
      return Finding(.privileges, .good, "an ordinary user, who records programs of their own")
    }
    let option = geteuid() == 0 ? ["--mount"] : ["--user", "--map-current-user"]
    let isAllowed =
      tools.unshare.map {
        run([$0] + option + ["true"], environment: tools.environment, log: directory.clientLog)
      } ?? false
    switch (geteuid() == 0, isAllowed) {
    case (true, true):
      return Finding(.privileges, .good, "root, with mount namespaces for a private daemon")
    case (true, false):
      if let version = tools.version, version >= LTTngVersion(2, 15) {
        return Finding(.privileges, .good, "root, with a private daemon by LTTNG_RUNDIR")
      }
      return Finding(
        .privileges, .note,
        "root without mount namespaces shares one session daemon with all of root's recordings",
        remedy: "docker run --cap-add SYS_ADMIN … in a container, or record as an ordinary user")
    case (false, true):
      return Finding(
        .privileges, .good,
        "a member of the group tracing, with user namespaces for a private daemon")
    case (false, false):
      return Finding(
        .privileges, .note,
        "members of the group tracing have no private daemon while root's serves, as user "
          + "namespaces are denied",
        remedy: "sudo sysctl user.max_user_namespaces=1000")
    }
  }

  private var environmentFinding: Finding {
    if let value = environment["SIGNPOST_TRACING"],
      ["0", "off", "no", "false"].contains(value.lowercased())
    {
      return Finding(
        .environment, .problem, "SIGNPOST_TRACING=\(value) turns tracing off in programs",
        remedy: "unset SIGNPOST_TRACING")
    }
    return Finding(.environment, .good, "no variable turns tracing off")
  }

  private var sharedMemoryFinding: Finding {
    let larger = "docker run --shm-size=1g … in a container, or mount -o remount,size=1G /dev/shm"
    guard access("/dev/shm", W_OK | X_OK) == 0 else {
      return Finding(
        .sharedMemory, .problem, "/dev/shm cannot be written to: \(errorText(errno))",
        remedy: "sudo mount -t tmpfs -o mode=1777 tmpfs /dev/shm")
    }
    var machine = machine
    let free = machine.freeSharedMemory.map { ByteCount($0).rounded } ?? "an unknown amount"
    machine.freeMemory = nil
    do {
      let plan = try BufferPlan(request: .init(), machine: machine)
      let each = "\(free) free in /dev/shm, \(ByteCount(plan.total).rounded) for each process"
      guard plan.limit == .sharedMemory else { return Finding(.sharedMemory, .good, each) }
      return Finding(
        .sharedMemory, .note, "\(each): buffers are small, and bursts may lose events",
        remedy: larger)
    } catch {
      return Finding(
        .sharedMemory, .problem, "\(free) free in /dev/shm, which has no room for buffers",
        remedy: larger)
    }
  }

  private var memoryFinding: Finding {
    var machine = machine
    machine.freeSharedMemory = nil
    guard let room = machine.freeMemory else {
      return Finding(.memory, .good, "no limit is known")
    }
    let free = "\(ByteCount(room).rounded) may be taken"
    let origin = MemoryLimit().room == room ? " by the control group" : ""
    let larger = "docker run --memory=1g … in a container, MemoryMax=1G in a unit of systemd"
    do {
      let plan = try BufferPlan(request: .init(), machine: machine)
      guard plan.limit == .memory else { return Finding(.memory, .good, free + origin) }
      return Finding(
        .memory, .note, "\(free)\(origin): buffers are small, and bursts may lose events",
        remedy: larger)
    } catch {
      return Finding(.memory, .problem, "\(free)\(origin), too little for buffers", remedy: larger)
    }
  }

  private var diskFinding: Finding {
    guard access(".", W_OK | X_OK) == 0 else {
      return Finding(
        .disk, .note, "the working directory cannot be written to: \(errorText(errno))",
        remedy: "signpost record --output /tmp/trace …")
    }
    guard let free = Files.freeBytes(of: ".") else { return Finding(.disk, .good, "writable") }
    let summary = "\(ByteCount(free).rounded) free in the working directory"
    guard free >= 256 << 20 else {
      return Finding(
        .disk, .note, "\(summary), which 1,000,000 actions fill",
        remedy: "signpost record --output /somewhere/else …")
    }
    return Finding(.disk, .good, summary)
  }

  private func perfFinding(in directory: PrivateDirectory) -> Finding {
    do throws(PerfTool.Obstacle) {
      let perf = try PerfTool.find(in: environment)
      try perf.check { supervisor.run($0, environment: environment, log: directory.perfLog) }
      let level = PerfTool.paranoia.map { ", perf_event_paranoid is \($0)" } ?? ""
      let isWithoutKernel = geteuid() != 0 && (PerfTool.paranoia ?? 2) > 1
      return Finding(
        .perf, .good,
        "\(perf.path) samples programs\(level)"
          + (isWithoutKernel ? ", without the kernel's part" : ""))
    } catch {
      return Finding(
        .perf, .note, "\(error.reason); record does without --cpu-profile", remedy: error.remedy)
    }
  }

  /// Runs a command to its end, and returns whether it succeeded.
  private func run(
    _ command: [String], environment: ProcessEnvironment, log: String
  ) -> Bool {
    guard
      let pid = try? supervisor.start(
        command[0], command, environment: environment, log: log, group: .own)
    else { return false }
    let deadline = Deadline(after: .seconds(10))
    while !deadline.hasPassed {
      switch supervisor.nextEvent(watching: [pid], until: deadline) {
      case .exited(_, let reason): return reason == .exited(0)
      case .signal, .timeout: continue
      }
    }
    kill(pid, SIGKILL)
    return false
  }
}
