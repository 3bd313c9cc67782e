import CompanionSupport
import Dispatch
import Foundation
import IssueReporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Watches files for changes by other processes.
///
/// It watches directories with inotify, as a replaced file is a new inode.
final class FileWatcher: Sendable {
  static let shared = FileWatcher()

  /// The time to wait for further events before a notification, in seconds.
  private static let delay = 0.002

  /// The same if the file does not exist: a file that is replaced may be missing for a moment.
  private static let delayWhileMissing = 0.05

  /// The events of the file's directory. A file that is being written counts once it is closed, and
  /// thus complete.
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD)

  /// The events of directories further up, where many other events are irrelevant.
  private static let eventsOnTheWay = UInt32(
    IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      | IN_MASK_ADD)

  /// A name in a watched directory.
  private struct Name: Hashable {
    let directory: Int32
    let name: String
  }

  private struct Watch: Sendable {
    let path: String
    let onChange: @Sendable () -> Void
    var names: Set<Name> = []
    var isDue = false
  }

  private struct State {
    var watches: [Int: Watch] = [:]
    var count = 0
    /// Kept alive, but not accessed.
    var source: UncheckedSendable<any DispatchSourceRead>?
  }

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "composable.file-watcher", qos: .utility)
  private let state = Locked(State())

  private init() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      Self.reportUnavailable(errno)
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.readEvents() }
    source.resume()
    let kept = UncheckedSendable(source)
    state.withLock { $0.source = kept }
  }

  /// Watches the file at a path for changes.
  ///
  /// - Returns: A function that ends the watch.
  func watch(
    _ path: String, onChange: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    guard descriptor >= 0 else { return {} }
    let id = state.withLock { state in
      state.count += 1
      state.watches[state.count] = Watch(path: path, onChange: onChange)
      watchDirectories(of: state.count, &state)
      return state.count
    }
    return { [self] in
      state.withLock { state in
        guard let watch = state.watches.removeValue(forKey: id) else { return }
        forget(watch.names, &state)
      }
    }
  }

  private static func reportUnavailable(_ code: Int32) {
    reportIssue(
      """
      Changes of files by other programs are not noticed.

        Error: \(String(cString: strerror(code))) (\(code))

      The system may have no more watches to give: raise 'fs.inotify.max_user_instances' and \
      'fs.inotify.max_user_watches' with 'sysctl'. Until then, 'try await $<property>.load()' looks \
      for changes.
      """)
  }

  // MARK: Directories

  /// Watches the directories of a file, and of those that its symbolic links lead through.
  private func watchDirectories(of id: Int, _ state: inout State) {
    guard let watch = state.watches[id] else { return }
    state.watches[id]?.names = Set(DiskFiles.links(from: watch.path).flatMap(watchDirectories(to:)))
    forget(watch.names, &state)
  }

  /// Watches the directories of a path, as far as they exist: any of them may be renamed.
  private func watchDirectories(to path: String) -> [Name] {
    let components = (path as NSString).pathComponents
    guard components.count > 1 else { return [] }
    // From the root: a directory that is created in a watched one is either found by the next step,
    // or causes an event.
    var names: [Name] = []
    for count in 1..<components.count {
      let directory = NSString.path(withComponents: Array(components[..<count]))
      let isLast = count == components.count - 1
      let watched = inotify_add_watch(
        descriptor, directory, isLast ? Self.events : Self.eventsOnTheWay)
      guard watched >= 0 else {
        switch errno {
        case ENOENT, ENOTDIR: return names
        // A directory with permission to pass through it, but not to read it.
        case EACCES: continue
        case let code:
          Self.reportUnavailable(code)
          return names
        }
      }
      names.append(Name(directory: watched, name: components[count]))
    }
    return names
  }

  private func forget(_ names: Set<Name>, _ state: inout State) {
    let used = Set(state.watches.values.flatMap { $0.names.map(\.directory) })
    for directory in Set(names.map(\.directory)).subtracting(used) {
      inotify_rm_watch(descriptor, directory)
    }
  }

  // MARK: Events

  private func readEvents() {
    var changed: Set<Name> = []
    var created: Set<Name> = []
    var directories: Set<Int32> = []
    var hasMissedSome = false
    let capacity = 64 * 1024
    let buffer = UnsafeMutableRawPointer.allocate(
      byteCount: capacity, alignment: MemoryLayout<inotify_event>.alignment)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer, capacity)
      guard count > 0 else { break }
      var offset = 0
      while offset < count {
        let event = (buffer + offset).load(as: inotify_event.self)
        let header = MemoryLayout<inotify_event>.size
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          hasMissedSome = true
        } else if event.len > 0 {
          let name = (buffer + offset + header).assumingMemoryBound(to: CChar.self)
          let isCreated = event.mask & UInt32(IN_CREATE) != 0 && event.mask & UInt32(IN_ISDIR) == 0
          let change = Name(directory: event.wd, name: String(cString: name))
          if isCreated { created.insert(change) } else { changed.insert(change) }
        } else {
          directories.insert(event.wd)
        }
        offset += header + Int(event.len)
      }
    }
    note { watch in
      hasMissedSome || !watch.names.isDisjoint(with: changed)
        || watch.names.contains { directories.contains($0.directory) }
        || !watch.names.isDisjoint(with: created) && !Self.isBeingWritten(watch.path)
    }
  }

  /// Whether a created file is new, so that another event follows once it is written, rather than
  /// another link to an existing one.
  private static func isBeingWritten(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
  }

  private func note(_ isChanged: (Watch) -> Bool) {
    let due = state.withLock { state in
      var due: [(id: Int, path: String)] = []
      for (id, watch) in state.watches where isChanged(watch) {
        watchDirectories(of: id, &state)
        guard !watch.isDue else { continue }
        state.watches[id]?.isDue = true
        due.append((id, watch.path))
      }
      return due
    }
    for (id, path) in due {
      let delay = access(path, F_OK) == 0 ? Self.delay : Self.delayWhileMissing
      queue.asyncAfter(deadline: .now() + delay) { [self] in
        let onChange = state.withLock { state in
          state.watches[id]?.isDue = false
          return state.watches[id]?.onChange
        }
        onChange?()
      }
    }
  }
}
