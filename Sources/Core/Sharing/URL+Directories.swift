public import Foundation

/// Where features keep their files on Apple's systems, which Foundation on Linux does not name yet.
/// Once it does, its own are used.
extension URL {
  /// The user's documents: `~/Documents`, or what the desktop says.
  @_disfavoredOverload
  public static var documentsDirectory: URL { directory(.documentDirectory) }

  /// What programs keep for the user: `$XDG_DATA_HOME`, or `~/.local/share`.
  @_disfavoredOverload
  public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory) }

  /// What programs can do without: `$XDG_CACHE_HOME`, or `~/.cache`.
  @_disfavoredOverload
  public static var cachesDirectory: URL { directory(.cachesDirectory) }

  private static func directory(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory
  }
}
