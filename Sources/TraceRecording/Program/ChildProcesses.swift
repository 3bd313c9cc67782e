import Glibc

/// The processes whose parent is `pid`, zombies among them.
func childProcesses(of pid: pid_t) -> [pid_t] {
  let threads = directoryEntries("/proc/\(pid)/task")
  let lists = threads.compactMap { contents(ofFile: "/proc/\(pid)/task/\($0)/children") }
  let listed = lists.flatMap { $0.split { $0 == " " || $0 == "\n" } }.compactMap { pid_t($0) }
  if !listed.isEmpty { return listed }
  // Kernels without that file; and where there is none, a look that cannot miss any: the file may lack
  // some while others end.
  return directoryEntries("/proc").compactMap { pid_t($0) }
    .filter { ProcessStatus(of: $0)?.parent == pid }
}

/// The name of a process as the kernel has it, such as `my-server`.
func processName(_ pid: pid_t) -> String {
  (contents(ofFile: "/proc/\(pid)/comm") ?? "").split(separator: "\n").first.map(String.init)
    ?? "process"
}
