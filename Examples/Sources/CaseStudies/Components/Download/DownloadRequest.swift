import Foundation
import FoundationNetworking

/// Fetches a file over HTTP, and reports its progress.
///
/// Unchecked: its session calls it on a queue that runs one operation at a time.
final class DownloadRequest: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let continuation: AsyncThrowingStream<DownloadClient.Event, any Error>.Continuation
  private var expected: Int64 = 0
  private var received: Int64 = 0

  private init(
    _ continuation: AsyncThrowingStream<DownloadClient.Event, any Error>.Continuation
  ) {
    self.continuation = continuation
  }

  /// The progress of a request, which is cancelled with the stream.
  static func events(of url: URL) -> AsyncThrowingStream<DownloadClient.Event, any Error> {
    AsyncThrowingStream(bufferingPolicy: .unbounded) { continuation in
      let session = URLSession(
        configuration: .ephemeral, delegate: DownloadRequest(continuation), delegateQueue: nil)
      continuation.onTermination = { _ in session.invalidateAndCancel() }
      session.dataTask(with: url).resume()
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    expected = response.expectedContentLength
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else {
      continuation.finish(
        throwing: DownloadFailure(description: "The server answered with status \(status)."))
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    received += Int64(data.count)
    guard expected > 0 else { return }
    continuation.yield(.progressed(Double(received) / Double(expected)))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error {
      continuation.finish(throwing: DownloadFailure(description: error.localizedDescription))
    } else {
      continuation.yield(.finished(byteCount: Int(received)))
      continuation.finish()
    }
    session.finishTasksAndInvalidate()
  }
}
