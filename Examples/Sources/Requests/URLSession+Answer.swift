import Foundation
import FoundationNetworking

extension URLSession {
  /// Sends a request, and returns its answer like `data(for:)`, in a task that may be cancelled.
  ///
  /// Foundation on Linux does not allow that (seen with Swift 6.3): a cancellation that meets the
  /// end of a request leaves both waiting for each other, the thread that cancels included, or ends
  /// the program, as the request is no longer registered. Here the request is never cancelled. The
  /// caller no longer waits for it, and its answer is dropped when it arrives or times out.
  ///
  /// - Throws: `CancellationError` once the task is cancelled; otherwise the errors of
  ///   `data(for:)`.
  package func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
    let (answers, continuation) = AsyncThrowingStream<(Data, URLResponse), any Error>.makeStream()
    Task {
      do {
        continuation.yield(try await data(for: request))
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    for try await answer in answers { return answer }
    throw CancellationError()
  }
}
