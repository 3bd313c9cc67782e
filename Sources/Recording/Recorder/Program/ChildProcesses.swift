import Glibc
import SystemSupport

/// All processes that this one sees.
func allProcesses() -> [pid_t] {
  Files.entries(of: "/proc").compactMap { pid_t($0) }
}

/// The children of `pid`, including zombies, as the kernel lists them.
///
/// The list may omit some while others end.
func childProcesses(of pid: pid_t) -> [pid_t] {
  let threads = Files.entries(of: "/proc/\(pid)/task")
  let lists = threads.compactMap { Files.contents(of: "/proc/\(pid)/task/\($0)/children") }
  let listed = lists.flatMap { $0.split { $0 == " " || $0 == "\n" } }.compactMap { pid_t($0) }
  // Kernels without that file.
  return listed.isEmpty ? allChildProcesses(of: pid) : listed
}

/// A process, its children, and theirs.
func descendants(of pid: pid_t) -> [pid_t] {
  [pid] + childProcesses(of: pid).flatMap(descendants)
}

/// The same, by a scan of all processes, which misses none.
func allChildProcesses(of pid: pid_t) -> [pid_t] {
  allProcesses().filter { ProcessStatus(of: $0)?.parent == pid }
}

/// Whether a process has ended, whether or not its parent has reaped it.
///
/// A process whose first thread has ended is a zombie while others run.
package func hasEnded(_ pid: pid_t) -> Bool {
  if kill(pid, 0) != 0, errno == ESRCH { return true }
  guard let status = ProcessStatus(of: pid) else { return false }
  return status.state == "Z" && status.threads <= 1
}

/// The kernel's name of a process, such as `my-server`.
func processName(_ pid: pid_t) -> String {
  (Files.contents(of: "/proc/\(pid)/comm") ?? "").split(separator: "\n").first.map(String.init)
    ?? "process"
}
