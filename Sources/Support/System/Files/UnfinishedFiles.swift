import Glibc
import Synchronization

/// Files that are being written, and temporary directories, which are removed if a signal ends the
/// program.
package enum UnfinishedFiles {
  /// A path, in a list that a handler of signals can read at any time: nodes stay in it.
  private final class Node: Sendable {
    /// The address of the path in memory; 0 once the file is finished.
    let path: Atomic<UInt>
    /// The address of the next node; 0 for none.
    let next: UInt

    init(path: UInt, next: UInt) {
      self.path = Atomic(path)
      self.next = next
    }
  }

  /// The address of the latest node.
  private static let latest = Atomic<UInt>(0)
  private static let nodes = Mutex<[String: Unmanaged<Node>]>([:])

  /// Installs handlers of the signals that end a program (`SIGHUP`, `SIGINT`, `SIGTERM`) that first
  /// remove these files. For programs: a library must not install signal handlers.
  package static func removeOnSignals() {
    _ = latest.load(ordering: .relaxed)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil
      else { continue }
      // Only async-signal-safe calls, followed by the default effect of the signal.
      action.__sigaction_handler.sa_handler = { number in
        UnfinishedFiles.remove()
        raise(number)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
  }

  /// Adds a file, or a directory, before it is created. The contents of a directory are added after
  /// it.
  package static func note(_ path: String) {
    nodes.withLock { nodes in
      if let node = nodes[path] {
        node.takeUnretainedValue().path.store(copy(path), ordering: .releasing)
        return
      }
      let node = Unmanaged.passRetained(
        Node(path: copy(path), next: latest.load(ordering: .relaxed)))
      nodes[path] = node
      latest.store(UInt(bitPattern: node.toOpaque()), ordering: .releasing)
    }
  }

  /// Removes a path from the list: the file was renamed or removed.
  package static func forget(_ path: String) {
    nodes.withLock { $0[path]?.takeUnretainedValue().path.store(0, ordering: .releasing) }
  }

  /// Not freed: a handler may be about to read it. One for each file that a program writes.
  private static func copy(_ path: String) -> UInt { UInt(bitPattern: strdup(path)) }

  /// In the reverse order, so that a directory is empty when it is removed.
  private static func remove() {
    var address = latest.load(ordering: .acquiring)
    while let pointer = UnsafeRawPointer(bitPattern: address) {
      let node = Unmanaged<Node>.fromOpaque(pointer)
      address = node._withUnsafeGuaranteedRef { node in
        if let path = UnsafePointer<CChar>(bitPattern: node.path.load(ordering: .acquiring)),
          unlink(path) != 0
        {
          rmdir(path)
        }
        return node.next
      }
    }
  }
}
