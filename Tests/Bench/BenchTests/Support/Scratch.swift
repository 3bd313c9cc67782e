import FoundationEssentials

/// A directory for one test.
final class Scratch {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.path
      + "/bench-tests." + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
