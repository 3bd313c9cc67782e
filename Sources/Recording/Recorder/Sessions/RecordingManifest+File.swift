import FoundationEssentials
import Glibc
import RecordingManifests
import SystemSupport

extension RecordingManifest {
  /// Writes it to the directory of a recording, replacing an earlier one.
  ///
  /// A reader always finds either the earlier one or this one, even if the recorder is killed.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  func write(to directory: String) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return false }
    let path = directory + "/" + Self.fileName
    let new = "\(path).\(getpid())"
    unlink(new)
    guard Files.create(new, text: String(decoding: data, as: UTF8.self) + "\n"),
      rename(new, path) == 0
    else {
      unlink(new)
      return false
    }
    return true
  }

  /// Reads the manifest of a directory; nil if there is none, or none that can be decoded.
  package static func read(from directory: String) -> RecordingManifest? {
    guard let text = Files.contents(of: directory + "/" + fileName) else { return nil }
    return try? JSONDecoder().decode(RecordingManifest.self, from: Data(text.utf8))
  }

  /// A time in the form of manifests.
  static func timestamp(_ seconds: Int = time(nil)) -> String {
    CalendarTime.text(seconds, format: "%Y-%m-%dT%H:%M:%SZ")
  }
}

extension RecordingManifest.Host {
  /// The current machine.
  static var current: Self {
    var names = utsname()
    guard uname(&names) == 0 else { return Self(name: "localhost") }
    func text<Tuple>(_ tuple: Tuple) -> String {
      withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return Self(
      name: text(names.nodename), system: "\(text(names.sysname)) \(text(names.release))")
  }
}
