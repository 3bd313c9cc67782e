import Foundation
import TerminalKit

/// Where the settings are kept from one run to the next.
actor SettingsFile {
  private let url: URL

  init(url: URL) {
    self.url = url
  }

  /// The saved settings, or the initial ones.
  nonisolated func load() throws -> SettingsState {
    guard FileManager.default.fileExists(atPath: url.path) else { return SettingsState() }
    do {
      return try JSONDecoder().decode(SettingsState.self, from: Data(contentsOf: url))
    } catch {
      throw SettingsFileFailure(url: url, reason: error.localizedDescription)
    }
  }

  /// Writes the settings, unless others were to be saved meanwhile.
  func save(_ settings: SettingsState) {
    guard !Task.isCancelled else { return }
    do {
      try JSONEncoder().encode(settings).write(to: url, options: .atomic)
    } catch {
      Output.complain(
        "The settings could not be written to \(url.path): \(error.localizedDescription)")
    }
  }
}

/// Why the settings that were kept can't be used.
struct SettingsFileFailure: Error, CustomStringConvertible {
  let url: URL
  let reason: String

  var description: String {
    "\(url.path) has no settings: \(reason) Remove it, or name another file with --settings."
  }
}
