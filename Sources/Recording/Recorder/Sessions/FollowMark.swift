import Glibc
import SystemSupport

/// A file beside the sockets of a session daemon, named after a program whose starts are recorded.
///
/// A program of that name waits at its start, up to half a second, until the recorder has it
/// recorded: see `composable_await_recorder` in CLTTng. The file is locked as long as the recorder
/// runs, so that programs ignore a file that was left.
final class FollowMark {
  let path: String
  private let descriptor: Int32

  /// nil if the name is a path, or the file cannot be created and locked: programs do not wait
  /// then, and their beginning is not recorded.
  init?(name: String, directory: String, patience: Duration = .seconds(1)) {
    guard !name.contains("/"), !name.hasPrefix(".") else { return nil }
    let parent = directory + "/signpost-follow"
    path = parent + "/" + name
    // Programs that look at the lock hold it for a moment, and the watchdog of another recorder may
    // be about to remove the file. Not without a limit: every user may lock it.
    let deadline = Deadline(after: patience)
    repeat {
      guard mkdir(parent, 0o755) == 0 || errno == EEXIST else { return nil }
      let descriptor = Files.aboveStandardStreams(
        open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644))
      if descriptor < 0, errno != ENOENT { return nil }
      if descriptor >= 0, flock(descriptor, LOCK_SH | LOCK_NB) == 0, leads(path, to: descriptor) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      usleep(1000)
    } while !deadline.hasPassed
    return nil
  }

  deinit { close(descriptor) }
}

/// Whether a path leads to an open file.
private func leads(_ path: String, to descriptor: Int32) -> Bool {
  var (named, opened) = (stat(), stat())
  return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
    && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
}
