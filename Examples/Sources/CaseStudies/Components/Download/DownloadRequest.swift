import Foundation
import FoundationNetworking
import Requests

/// Fetches a file over HTTP in parts, and reports its progress after each.
///
/// Foundation reports the progress of a request, too, but a request that is under way can't be
/// stopped safely on Linux: see ``Foundation/URLSession/answer(to:)``. Between parts there is none.
struct DownloadRequest {
  private static let partSize = 50_000

  private let url: URL

  /// The progress of a download, which ends with the stream.
  static func events(of url: URL) -> AsyncThrowingStream<DownloadClient.Event, any Error> {
    AsyncThrowingStream { continuation in
      let download = Task {
        do {
          try await Self(url: url).run { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in download.cancel() }
    }
  }

  /// - Throws: ``DownloadFailure``
  private func run(_ report: (DownloadClient.Event) -> Void) async throws(DownloadFailure) {
    var received = 0
    var total: Int
    repeat {
      let part = try await part(from: received)
      total = part.total
      received += part.count
      report(.progressed(Double(received) / Double(total)))
    } while received < total
    report(.finished(byteCount: received))
  }

  private func part(from start: Int) async throws(DownloadFailure) -> (count: Int, total: Int) {
    var request = URLRequest(url: url, timeoutInterval: 10)
    request.setValue("bytes=\(start)-\(start + Self.partSize - 1)", forHTTPHeaderField: "Range")
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await URLSession.shared.answer(to: request)
    } catch {
      throw DownloadFailure(description: error.localizedDescription)
    }
    guard let response = response as? HTTPURLResponse, response.statusCode == 206 else {
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      throw DownloadFailure(description: "The server answered with status \(status).")
    }
    guard
      let range = response.value(forHTTPHeaderField: "Content-Range")?
        .wholeMatch(of: /bytes (?<start>\d+)-\d+\/(?<total>\d+)/),
      Int(range.start) == start, let total = Int(range.total), !data.isEmpty
    else {
      throw DownloadFailure(description: "The server sent another part of the file.")
    }
    return (data.count, total)
  }
}
