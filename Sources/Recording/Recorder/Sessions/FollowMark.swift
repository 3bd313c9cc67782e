import Glibc
import RecordingManifests
import SystemSupport

/// A file beside the sockets of a session daemon, named after a program whose starts are recorded.
///
/// A program of that name waits at its start, up to half a second, until the recorder has it
/// recorded, and appends a line to the file if it has waited in vain: see
/// `composable_await_recorder` and `composable_report_late_start` in CLTTng. The file is locked as
/// long as the recorder runs, so that programs ignore a file that was left.
final class FollowMark {
  let path: String
  private let descriptor: Int32
  /// The lines of earlier programs: several recorders can follow a name.
  private let earlierBytes: Int

  /// nil if the name is a path or has a line break, which no watchdog could remove, or if the file
  /// cannot be created and locked: programs do not wait then, and their beginning is not recorded.
  ///
  /// - Parameter servesOthers: Whether programs of other users register beside the mark, as with
  ///   root's session daemon. They open it, whatever the umask of this process is.
  init?(
    name: String, directory: String, servesOthers: Bool = geteuid() == 0,
    patience: Duration = .seconds(1)
  ) {
    guard ![".", ".."].contains(name), !name.contains("/"), !name.hasLineBreak else { return nil }
    let parent = directory + "/signpost-follow"
    path = parent + "/" + name
    // Programs that look at the lock hold it for a moment, and the watchdog of another recorder may
    // be about to remove the file. Not without a limit: every user may lock it.
    let deadline = Deadline(after: patience)
    repeat {
      guard mkdir(parent, 0o700) == 0 || errno == EEXIST else { return nil }
      let descriptor = Files.aboveStandardStreams(
        open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
      if descriptor < 0, errno != ENOENT { return nil }
      if servesOthers {
        chmod(parent, 0o711)
        fchmod(descriptor, 0o644)
      }
      if descriptor >= 0, flock(descriptor, LOCK_SH | LOCK_NB) == 0, leads(path, to: descriptor) {
        self.descriptor = descriptor
        earlierBytes = max(0, lseek(descriptor, 0, SEEK_END))
        return
      }
      close(descriptor)
      usleep(1000)
    } while !deadline.hasPassed
    return nil
  }

  deinit { close(descriptor) }

  /// The programs that have waited in vain, each once. None of another user's: only the user of the
  /// recorder can write to the file.
  var lateStarts: [RecordingManifest.Process] {
    LateStarts.processes(in: descriptor, after: earlierBytes)
  }
}

/// Whether a path leads to an open file.
func leads(_ path: String, to descriptor: Int32) -> Bool {
  var (named, opened) = (stat(), stat())
  return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
    && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
}
