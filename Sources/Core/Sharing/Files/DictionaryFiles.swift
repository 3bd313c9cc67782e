import Foundation

/// The files in a dictionary that a test owns.
final class DictionaryFiles: Files {
  private let contents: LockIsolated<[URL: Data]>

  init(_ contents: LockIsolated<[URL: Data]>) {
    self.contents = contents
  }

  func read(_ path: String) throws -> (data: Data, stamp: FileStamp)? {
    content(of: path).map { ($0, Self.stamp(of: $0)) }
  }

  func stamp(of path: String) -> FileStamp? {
    content(of: path).map(Self.stamp)
  }

  func write(
    _ data: Data, to path: String, willReplace: () throws -> Void
  ) throws -> FileStamp {
    try willReplace()
    contents.withValue { $0[Self.url(of: path, in: $0)] = data }
    return Self.stamp(of: data)
  }

  func create(_ path: String) throws -> FileStamp? {
    contents.withValue { contents in
      let url = Self.url(of: path, in: contents)
      guard contents[url] == nil else { return nil }
      contents[url] = Data()
      return Self.stamp(of: Data())
    }
  }

  func keep(_ path: String, suffix: String) throws {
    let data = content(of: path)
    contents.withValue { $0[Self.url(of: path + suffix, in: $0)] = data }
  }

  /// Does nothing: changes of the dictionary are not observable.
  func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    {}
  }

  private func content(of path: String) -> Data? {
    contents.withValue { $0[Self.url(of: path, in: $0)] }
  }

  /// The URL of a file in the dictionary, which may be written in another form.
  private static func url(of path: String, in contents: [URL: Data]) -> URL {
    contents.keys.first { $0.standardizedPath == path }
      ?? URL(filePath: path, directoryHint: .notDirectory)
  }

  /// The content identifies the state.
  private static func stamp(of data: Data) -> FileStamp {
    FileStamp(size: Int64(data.count), seconds: Int64(data.hashValue))
  }
}
