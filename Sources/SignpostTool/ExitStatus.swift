/// What `signpost` tells the shell.
enum ExitStatus: Int32 {
  case ok = 0
  case usage = 64
  case damaged = 65
  case noTrace = 66
  case empty = 67
  case foreign = 68
  case lttngUnavailable = 69
  case cannotCreateOutput = 73
  case daemonDied = 74
  case notExecutable = 126
  case notFound = 127
}
