import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server on the loopback address.
package struct LoopbackServer: Sendable {
  /// The address of the server.
  package let address: URL
  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Starts a server, and returns once it listens.
  ///
  /// - Parameter port: 0 lets the system choose one.
  /// - Throws: ``LoopbackServerFailure`` if the port cannot be used.
  package static func start(port: UInt16 = 0, _ handler: any HTTPHandler) async throws -> Self {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled, handler: handler)
    let end = AsyncStream<Void>.makeStream()
    let running = Task {
      defer { end.continuation.finish() }
      try await server.run()
    }
    do {
      try await withThrowingTaskGroup { group in
        group.addTask { try await server.waitUntilListening(timeout: 10) }
        // A port that is taken is reported at once.
        group.addTask {
          for await _ in end.stream {}
          throw CancellationError()
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch {
      running.cancel()
      throw LoopbackServerFailure(port: port, reason: await reason(of: running.result))
    }
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let address = URL(string: "http://\(host):\(port)/")
    else {
      await server.stop()
      throw LoopbackServerFailure(port: port, reason: "it listens on no port")
    }
    return Self(address: address, server: server, running: running)
  }

  /// Runs `body` while a server answers at the address it is given.
  @MainActor
  package static func run<Result>(
    _ handler: any HTTPHandler, _ body: @MainActor (_ address: URL) async throws -> Result
  ) async throws -> Result {
    let server = try await start(handler)
    do {
      let result = try await body(server.address)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }

  private static func reason(of result: Result<Void, any Error>) -> String {
    switch result {
    case .success: "the server ended at once"
    case .failure(SocketError.failed(_, _, let message)): message
    case .failure(let error): "\(error)"
    }
  }

  /// - Parameter timeout: How many seconds the requests under way have to be answered.
  package func stop(timeout: TimeInterval = 0) async {
    await server.stop(timeout: timeout)
    running.cancel()
  }

  /// Returns once nothing is served any more.
  package func waitUntilStopped() async {
    _ = await running.result
  }
}

/// Why a server does not run.
package struct LoopbackServerFailure: Error {
  package let port: UInt16
  package let reason: String
}
