public import Dispatch
public import Foundation

/// The storage of the files that ``SharedReaderKey/fileStorage(_:decoder:encoder:)`` reads and
/// writes.
public struct FileStorage: Hashable, Sendable {
  let files: SharedFiles

  /// The files on disk.
  ///
  /// A file is replaced as a whole: a reader finds the complete old or new content at any time. It
  /// keeps its permissions; directories are created as needed; a symbolic link stays one.
  public static let fileSystem = FileStorage(files: SharedFiles(DiskFiles(), interval: .seconds(1)))

  /// Files in memory, initially none. The default in tests and previews.
  public static var inMemory: FileStorage { inMemory([:]) }

  /// Files in memory.
  ///
  /// - Parameter contents: The initial contents.
  public static func inMemory(_ contents: [URL: Data]) -> FileStorage {
    let files = MemoryFiles()
    for (url, data) in contents { files.put(data, at: url.standardizedPath) }
    return FileStorage(files: SharedFiles(files, interval: nil))
  }

  /// Files in memory that a test reads, and changes, itself.
  ///
  /// As on disk, the first write after a pause takes place at once, and further ones within a
  /// second at the end of that second. The keys of the dictionary are file URLs.
  ///
  /// - Parameters:
  ///   - fileSystem: The contents of the files.
  ///   - scheduler: The scheduler that measures the second. The default does not wait.
  public static func inMemory(
    fileSystem: LockIsolated<[URL: Data]>,
    scheduler: AnySchedulerOf<DispatchQueue> = .immediate
  ) -> FileStorage {
    FileStorage(
      files: SharedFiles(
        DictionaryFiles(fileSystem), interval: .seconds(1), timing: .scheduled(by: scheduler)))
  }

  /// Whether both are the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.files === rhs.files }

  /// Hashes the identity of the storage.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(files))
  }
}

extension FileStorage {
  /// Files on disk, for tests.
  ///
  /// - Parameter interval: The minimum interval between writes of a file; `nil` to write each time,
  ///   synchronously.
  package static func fileSystem(interval: Duration?) -> FileStorage {
    FileStorage(files: SharedFiles(DiskFiles(), interval: interval))
  }

  /// Files in memory that a test changes in the role of another process.
  package static func inMemory(_ files: MemoryFiles) -> FileStorage {
    FileStorage(files: SharedFiles(files, interval: nil))
  }
}

extension DependencyValues {
  /// The storage that ``SharedReaderKey/fileStorage(_:decoder:encoder:)`` uses. In tests and
  /// previews it is in memory; each test has its own.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageKeyOfDependencies.self] }
    set { self[FileStorageKeyOfDependencies.self] = newValue }
  }
}

private enum FileStorageKeyOfDependencies: DependencyKey {
  static var liveValue: FileStorage { .fileSystem }
  static var previewValue: FileStorage { .inMemory }
  static var testValue: FileStorage { .inMemory }
}

extension URL {
  /// The normalized path.
  var standardizedPath: String { standardizedFileURL.path }
}
