import Glibc
import Synchronization

/// The file being written, which is removed if a signal ends the program.
public enum UnfinishedFile {
  /// The address of the path in memory; 0 if no file is being written.
  private static let path = Atomic<UInt>(0)

  /// Installs handlers of the signals that end a program (`SIGHUP`, `SIGINT`, `SIGTERM`) that first
  /// remove the file being written. For programs: a library must not install signal handlers.
  public static func removeOnSignals() {
    _ = path.load(ordering: .relaxed)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil
      else { continue }
      // Only async-signal-safe calls, followed by the default effect of the signal.
      action.__sigaction_handler.sa_handler = { number in
        UnfinishedFile.remove()
        raise(number)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }

  /// Sets the file, replacing the previous one.
  static func note(_ name: String) {
    // Not freed: a handler may be about to read it. One for each file that a program writes.
    path.store(UInt(bitPattern: strdup(name)), ordering: .releasing)
  }

  /// Clears the file: it was renamed or removed.
  static func forget() {
    path.store(0, ordering: .releasing)
  }

  private static func remove() {
    let name = UnsafePointer<CChar>(bitPattern: path.load(ordering: .acquiring))
    if let name { unlink(name) }
  }
}
