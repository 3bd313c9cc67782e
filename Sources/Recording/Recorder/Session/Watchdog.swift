import Glibc
import SystemSupport

/// A small process that outlives this one and cleans up after it.
///
/// It holds one end of a pipe. When the other end closes (because this process is done, crashed or
/// was killed), it ends the registered processes and removes its directories. As this is the only
/// way a recording is cleaned up, every recording exercises it.
struct Watchdog {
  let pid: pid_t
  /// The end of the pipe to write to; not inherited by other processes.
  let pipe: Int32
  /// The lease of a shared daemon, which ends before the watchdog checks for others.
  let lease = SharedDaemonLease()
  private let tools: LTTngTools
  private let lines = Lines()

  /// The lines that were written, for another watchdog if this one is killed.
  private final class Lines {
    var all: [String] = []
  }

  /// Lines on standard input: the processes to end, where daemons end the processes they started
  /// unless they fail to; "drained" once nothing can be lost any more; a session to destroy in a
  /// daemon that is not private, and triggers to remove there; the directory of a daemon that ends
  /// with the last recording, and the daemon that this recording has started there, which may not
  /// have written its id yet; a file; the directories to remove.
  ///
  /// Process ids are reused, so each is kept with its start time (field 22 of its stat).
  private static let script = """
    unset \(variable)
    trap '' HUP INT QUIT TERM USR1 USR2 TSTP TTIN TTOU
    cd /
    started() {
      { read -r line < "/proc/$1/stat"; } 2>/dev/null || return
      set -- ${line##*) }
      [ "$1" = Z ] && return
      shift 19
      echo "$1"
    }
    living() {
      for entry in "$@"; do
        [ "$(started "${entry%:*}")" = "${entry#*:}" ] && echo "${entry%:*}"
      done
    }
    # The processes in the session of a daemon that has ended: its helpers, which may outlive it. The
    # kernel does not reuse the id of a session that has processes.
    left_behind() {
      [ -n "$(started "$1")" ] && return
      for file in /proc/[0-9]*/stat; do
        { read -r line < "$file"; } 2>/dev/null || continue
        file=${file%/stat}
        leader=$1
        set -- ${line##*) }
        [ "$4" = "$leader" ] && [ "$1" != Z ] && echo "${file##*/}"
        set -- "$leader"
      done
    }
    client=$1
    shift
    private= daemons= children= drained= session= triggers= shared= own= file=
    while read -r word value; do
      case $word in
        daemon)
          private="$private $value"
          time=$(started "$value")
          [ -n "$time" ] && daemons="$daemons $value:$time"
          ;;
        child) time=$(started "$value"); [ -n "$time" ] && children="$children $value:$time" ;;
        drained) drained=yes ;;
        session) session=$value ;;
        trigger) triggers="$triggers $value" ;;
        shared) shared=$value ;;
        own) time=$(started "$value"); [ -n "$time" ] && own=$value:$time ;;
        file) file=$value ;;
        directory) set -- "$@" "$value" ;;
      esac
    done
    for trigger in $triggers; do
      timeout 10 "$client" --no-sessiond remove-trigger "$trigger" < /dev/null
    done
    patience=0
    if [ -n "$session" ]; then
      timeout 10 "$client" --no-sessiond destroy --no-wait "$session" < /dev/null
      # The recorder was killed: its lock and its session may last a moment longer.
      patience=50
    fi
    again() { [ $patience -gt 0 ] && patience=$((patience - 1)) && sleep 0.1; }
    sessions() {
      timeout 10 "$client" --no-sessiond --mi xml list < /dev/null | grep -q "<session>"
    }
    alone=yes locked=
    # Held until this ends: recorders that start meanwhile wait for the end of the daemon.
    if [ -r "$shared/signpost.lock" ] && command -v flock; then
      exec 8< "$shared/signpost.lock"
      until flock -n -x 8; do again || { alone=; break; }; done
      [ -n "$alone" ] && locked=$shared/signpost.lock
    fi
    if [ -n "$shared" ] && [ -n "$alone" ] && [ -e "$shared/signpost" ]; then
      while sessions; do again || { alone=; break; }; done
      if [ -n "$alone" ]; then
        rm -f "$shared/signpost" "$shared/signpost.log"
        pid= name=
        read -r pid < "$shared/lttng-sessiond.pid" && read -r name < "/proc/$pid/comm"
        # The file outlives a daemon that was killed, whose id another process may have.
        [ "$name" = lttng-sessiond ] && [ "$pid" != "${own%:*}" ] \
          && daemons="$daemons $pid:$(started "$pid")"
        daemons="$daemons $own"
      fi
    fi
    if [ -n "$drained" ]; then
      left=$(living $daemons $children)
      [ -n "$left" ] && kill -s KILL $left
    else
      left=$(living $daemons)
      # Daemons that are shielded from services' ends block SIGTERM.
      [ -n "$left" ] && kill -s INT $left
    fi
    count=0
    while left=$(living $daemons $children); [ -n "$left" ] && [ $count -lt 100 ]; do
      [ $count -eq 60 ] && kill -s KILL $left
      count=$((count + 1))
      sleep 0.0$((count < 10 ? 1 : 9))
    done
    if [ -z "$drained" ]; then
      for daemon in $private; do
        left=$(left_behind "$daemon")
        [ -n "$left" ] || continue
        kill -s KILL $left
        for process in $left; do children="$children $process:"; done
      done
    fi
    # A consumer that is killed while it creates buffers leaves the file of one.
    for entry in $children; do
      [ -e "/proc/${entry%:*}" ] || rm -f "/dev/shm/shm-ust-consumer-${entry%:*}"
    done
    [ -n "$locked" ] && rm -f "$locked"
    # Unless another recorder holds it.
    [ -n "$file" ] && flock -n -x "$file" rm -f "$file" && rmdir "${file%/*}"
    rm -rf -- "$@"
    """

  /// Carries the script: as an argument it would fill the lists of processes that people read.
  private static let variable = "SIGNPOST_WATCHDOG"

  static func start(
    tools: LTTngTools, supervisor: ProcessSupervisor
  ) throws(RecordingFailure) -> Watchdog {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      throw RecordingFailure(.outputUnusable, "can't create a pipe: \(errorText(errno)).")
    }
    ends = ends.map(Files.aboveStandardStreams)
    defer { close(ends[0]) }
    let null = Files.aboveStandardStreams(open("/dev/null", O_RDWR))
    defer { close(null) }
    do throws(ProcessLaunch.Failure) {
      let pid = try supervisor.start(
        .init(
          path: ByteString("/bin/sh"),
          arguments: ["sh", "-c", "eval \"$\(variable)\"", "signpost-watchdog", tools.client]
            .map { ByteString($0) },
          environment: tools.environment.setting(variable, to: script),
          descriptors: [
            .init(0, from: ends[0]), .init(1, from: null), .init(2, from: null),
          ],
          group: .session))
      return Watchdog(pid: pid, pipe: ends[1], tools: tools)
    } catch {
      close(ends[1])
      throw RecordingFailure(
        .outputUnusable, "can't start /bin/sh: \(errorText(error.errorNumber)).")
    }
  }

  private init(pid: pid_t, pipe: Int32, tools: LTTngTools) {
    self.pid = pid
    self.pipe = pipe
    self.tools = tools
  }

  /// Writes a line; none that has a line break, which would be two.
  private func tell(_ line: String) {
    guard !line.hasLineBreak else { return }
    lines.all.append(line)
    Files.write(line + "\n", to: pipe)
  }

  /// Requests the end of this daemon when this process has exited.
  func take(daemon pid: pid_t) {
    tell("daemon \(pid)")
  }

  /// Requests the end of this child of a daemon as well.
  func take(child pid: pid_t) {
    tell("child \(pid)")
  }

  /// Requests the removal of this session when this process has exited; "" for none.
  func take(session: String) {
    tell("session \(session)")
  }

  /// Requests the removal of this trigger when this process has exited.
  func take(trigger: String) {
    tell("trigger \(trigger)")
  }

  /// Requests the removal of this directory, or file, when this process has exited; of none whose
  /// path has a line break.
  func take(directory: String) {
    tell("directory \(directory)")
  }

  /// Requests the removal of this file when this process has exited, and of its directory if that
  /// is empty then.
  func take(file: String) {
    tell("file \(file)")
  }

  /// Requests the end of the daemon in this directory when this process has exited, if a recording
  /// has started it and no other uses it: see ``lease``.
  func take(shared directory: String) {
    tell("shared \(directory)")
  }

  /// Requests the end of this daemon in that directory, under the same conditions.
  func take(own pid: pid_t) {
    tell("own \(pid)")
  }

  /// Reports that the trace is complete, or as complete as it gets: the processes need no time to
  /// write.
  func drained() {
    tell("drained")
  }

  /// Lets it clean up, and waits until it has.
  func finish(supervisor: ProcessSupervisor) {
    lease.end()
    close(pipe)
    wait(supervisor)
    if case .killed? = supervisor.exitReason(of: pid),
      let other = try? Watchdog.start(tools: tools, supervisor: supervisor)
    {
      lines.all.forEach(other.tell)
      close(other.pipe)
      other.wait(supervisor)
    }
    supervisor.reapZombies()
  }

  private func wait(_ supervisor: ProcessSupervisor) {
    let deadline = Deadline(after: .seconds(15))
    while !deadline.hasPassed, supervisor.exitReason(of: pid) == nil {
      _ = supervisor.nextEvent(watching: [pid], until: deadline)
    }
  }
}

extension String {
  /// Whether the text has a line feed. In Swift, CR LF is one character, which does not equal
  /// "\n".
  var hasLineBreak: Bool { utf8.contains(UInt8(ascii: "\n")) }
}
