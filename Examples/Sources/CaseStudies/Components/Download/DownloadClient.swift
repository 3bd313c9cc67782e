import ComposableArchitecture
import Foundation

/// Fetches files from the program's own server.
@DependencyClient
struct DownloadClient: Sendable {
  @CasePathable
  enum Event: Equatable, Sendable {
    case finished(byteCount: Int)
    case progressed(Double)
  }

  /// Fetches a file. It is not fetched any further once the stream is not read any more.
  var download: @Sendable (_ id: String) -> AsyncThrowingStream<Event, any Error> = { _ in
    .finished()
  }
}

/// Why a file was not fetched.
struct DownloadFailure: Error, Equatable, CustomStringConvertible {
  var description: String
}

extension DownloadClient: DependencyKey {
  static let liveValue = Self(
    download: { id in
      @Dependency(\.studyServer) var server
      return DownloadRequest.events(
        of: server.appendingPathComponent("files").appendingPathComponent(id))
    })
}

extension DependencyValues {
  var downloads: DownloadClient {
    get { self[DownloadClient.self] }
    set { self[DownloadClient.self] = newValue }
  }
}
