public import Foundation

/// The standard directories of Apple's systems, which Foundation on Linux lacks so far.
/// Foundation's own are used once they exist.
extension URL {
  /// The user's documents: `~/Documents`, or the directory configured in the desktop.
  @_disfavoredOverload
  public static var documentsDirectory: URL { directory(.documentDirectory) }

  /// The data of applications: `$XDG_DATA_HOME`, or `~/.local/share`.
  @_disfavoredOverload
  public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory) }

  /// Data that can be recreated: `$XDG_CACHE_HOME`, or `~/.cache`.
  @_disfavoredOverload
  public static var cachesDirectory: URL { directory(.cachesDirectory) }

  private static func directory(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory
  }
}
