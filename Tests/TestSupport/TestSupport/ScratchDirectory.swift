import Foundation

/// A directory, in which a test puts files and looks for them.
public protocol ScratchFiles {
  /// The path of the directory.
  var directory: String { get }
}

extension ScratchFiles {
  /// The path of a file.
  public func path(_ name: String) -> String { directory + "/" + name }

  /// Writes a file, and the directories above it.
  @discardableResult
  public func file(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    if mode & 0o111 == 0 {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } else {
      // The kernel does not execute a file that is open for writing, as in a process that another
      // thread starts meanwhile: this process never opens it.
      let copied = "\(path).written"
      try Data(text.utf8).write(to: URL(fileURLWithPath: copied))
      let copying = try Command.run(["cp", copied, path])
      guard copying.status == 0 else { throw Command.Failure(description: copying.errors) }
      try FileManager.default.removeItem(atPath: copied)
    }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Writes an executable shell script.
  @discardableResult
  public func script(_ name: String, _ text: String) throws -> String {
    try file(name, "#!/bin/sh\n\(text)\n", mode: 0o755)
  }

  /// Whether there is such a file.
  public func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }

  /// The content of a file; empty if there is none.
  public func text(_ name: String) -> String {
    // Foundation does not free the buffer that it reads an empty file into.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path(name))
    guard attributes?[.size] as? Int != 0 else { return "" }
    return (try? Data(contentsOf: URL(fileURLWithPath: path(name))))
      .map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The names in a directory.
  public func entries(_ name: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path(name)))?.sorted() ?? []
  }
}

/// A directory that is there for the time of a test, unless SIGNPOST_KEEP_TRACES is set.
public final class ScratchDirectory: ScratchFiles, Sendable {
  /// The path of the directory; a short one, because sockets may be put there.
  public let directory: String

  /// Creates the directory.
  public init() throws {
    var template = Array("/tmp/sp-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if ProcessInfo.processInfo.environment["SIGNPOST_KEEP_TRACES"] == nil {
      try? FileManager.default.removeItem(atPath: directory)
    }
  }
}
