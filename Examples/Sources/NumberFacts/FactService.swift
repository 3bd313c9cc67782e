import FlyingFox
import FlyingSocks
import Foundation

/// A small HTTP service on the loopback address: `GET /<number>` answers with a fact about it.
package struct FactService: Sendable {
  /// Where it answers.
  package let address: URL
  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Starts a service on a port that the system chooses.
  package static func start(_ handler: FactHandler) async throws -> Self {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled, handler: handler)
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening()
    } catch {
      running.cancel()
      throw FactServiceFailure(reason: String(describing: error))
    }
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let address = URL(string: "http://\(host):\(port)/")
    else {
      await server.stop()
      throw FactServiceFailure(reason: "it listens on no port")
    }
    return Self(address: address, server: server, running: running)
  }

  package func stop() async {
    await server.stop()
    running.cancel()
  }
}

/// Why the program's own service does not run.
package struct FactServiceFailure: Error, CustomStringConvertible {
  let reason: String

  package var description: String {
    """
    No service of facts could be started on 127.0.0.1: \(reason). Give the address of another \
    one with --facts.
    """
  }
}
