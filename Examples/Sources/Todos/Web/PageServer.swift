import FlyingFox
import FlyingSocks
import Foundation

/// Serves the page to browsers on this machine.
struct PageServer: Sendable {
  /// Where the page is.
  let address: String
  private let server: HTTPServer
  private let channel: PageChannel
  private let running: Task<Void, any Error>

  /// Starts to serve.
  ///
  /// - Parameter port: The port; 0 for one that the system chooses.
  static func start(port: UInt16, session: TodosSession) async throws -> Self {
    let channel = await PageChannel(session: session)
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled,
      handler: PageHandler(channel: channel))
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening(timeout: 10)
    } catch {
      running.cancel()
      throw PageServerFailure(port: port, reason: await reason(of: running.result))
    }
    guard case .ip4(_, let port) = await server.listeningAddress else {
      await server.stop()
      throw PageServerFailure(port: port, reason: "it listens on no port")
    }
    return Self(
      address: "http://127.0.0.1:\(port)/", server: server, channel: channel, running: running)
  }

  private static func reason(of result: Result<Void, any Error>) -> String {
    switch result {
    case .success: "the server ended at once"
    case .failure(SocketError.failed(_, _, let message)): message
    case .failure(let error): "\(error)"
    }
  }

  /// Ends the streams of all pages.
  func stop() async {
    await channel.close()
    await server.stop()
    running.cancel()
  }

  /// Returns once nothing is served any more.
  func waitUntilStopped() async {
    _ = await running.result
  }
}

/// Why the page is not served.
struct PageServerFailure: Error, CustomStringConvertible {
  let port: UInt16
  let reason: String

  var description: String {
    """
    The page can't be served on port \(port): \(reason). Choose another port, or --serve 0 for any \
    that is free.
    """
  }
}
