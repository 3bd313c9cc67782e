import CompanionSupport
package import Foundation

/// Files in memory.
package final class MemoryFiles: Files {
  private struct State {
    var files: [String: (data: Data, stamp: FileStamp)] = [:]
    var writes: Int64 = 0
    var watches: [Int64: (path: String, onChange: @Sendable () -> Void)] = [:]
  }

  private let state = Locked(State())

  /// Creates a storage without files.
  package init() {}

  /// Writes a file, or removes it, in the role of another process.
  package func put(_ data: Data?, at path: String) {
    let observers = state.withLock { state in
      if let data {
        Self.put(data, at: path, &state)
      } else {
        state.files[path] = nil
      }
      return state.watches.values.filter { $0.path == path }.map(\.onChange)
    }
    for observer in observers { observer() }
  }

  @discardableResult
  private static func put(_ data: Data, at path: String, _ state: inout State) -> FileStamp {
    state.writes += 1
    let stamp = FileStamp(size: Int64(data.count), seconds: state.writes)
    state.files[path] = (data, stamp)
    return stamp
  }

  /// The contents of the files.
  package var contents: [String: Data] { state.withLock { $0.files.mapValues(\.data) } }

  func read(_ path: String) throws -> (data: Data, stamp: FileStamp)? {
    state.withLock { $0.files[path] }
  }

  func stamp(of path: String) -> FileStamp? {
    state.withLock { $0.files[path]?.stamp }
  }

  func write(
    _ data: Data, to path: String, willReplace: () throws -> Void
  ) throws -> FileStamp {
    try willReplace()
    return state.withLock { Self.put(data, at: path, &$0) }
  }

  func create(_ path: String) throws -> FileStamp? {
    state.withLock { $0.files[path] == nil ? Self.put(Data(), at: path, &$0) : nil }
  }

  func keep(_ path: String, suffix: String) throws {
    state.withLock { $0.files[path + suffix] = $0.files[path] }
  }

  func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let id = state.withLock { state in
      state.writes += 1
      state.watches[state.writes] = (path, onChange)
      return state.writes
    }
    return { [weak self] in
      self?.state.withLock { $0.watches[id] = nil }
    }
  }
}
