import ComposableArchitecture
import Foundation

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Memo>>.Default {
  /// The memos, kept in a file. Their samples are in files of their own.
  static var memos: Self {
    @Dependency(\.memoDirectory) var directory
    return Self[.fileStorage(directory.appendingPathComponent("memos.json")), default: []]
  }
}

extension SharedKey where Self == FileStorageKey<Permission>.Default {
  /// Whether the user has allowed to record.
  static var permission: Self {
    @Dependency(\.memoDirectory) var directory
    return Self[
      .fileStorage(directory.appendingPathComponent("permission.json")), default: .undecided]
  }
}

/// The user's answer to the request for permission to record.
enum Permission: String, Codable, Equatable, Sendable {
  case undecided
  case allowed
  case refused
}

extension DependencyValues {
  /// The directory that keeps memos.
  @DependencyEntry(
    liveValue: URL.applicationSupportDirectory.appendingPathComponent("sensor-memos"))
  var memoDirectory: URL = URL(fileURLWithPath: "/sensor-memos")
}
