import Glibc
import Synchronization

/// The file that is being written, so that a signal that ends the program does not leave it behind.
public enum UnfinishedFile {
  /// Where the path is in memory; 0 if no file is being written.
  private static let path = Atomic<UInt>(0)

  /// Has signals that end a program (`SIGHUP`, `SIGINT`, `SIGTERM`) remove the file that is being
  /// written first. For programs: a library has no say in what signals do.
  public static func removeOnSignals() {
    _ = path.load(ordering: .relaxed)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil
      else { continue }
      // Only what is safe in a handler, and then what the signal does without one.
      action.__sigaction_handler.sa_handler = { number in
        UnfinishedFile.remove()
        raise(number)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }

  /// Notes the file; a name that was noted before is forgotten.
  static func note(_ name: String) {
    // Not freed: a handler may be about to read it. One for each file that a program writes.
    path.store(UInt(bitPattern: strdup(name)), ordering: .releasing)
  }

  /// Forgets the file: it has its own name now, or is gone.
  static func forget() {
    path.store(0, ordering: .releasing)
  }

  private static func remove() {
    let name = UnsafePointer<CChar>(bitPattern: path.load(ordering: .acquiring))
    if let name { unlink(name) }
  }
}
