import Foundation
import LoopbackServer

/// A small HTTP service on the loopback address: `GET /<number>` answers with a fact about it.
package struct FactService: Sendable {
  private let server: LoopbackServer

  /// The address of the server.
  package var address: URL { server.address }

  /// Starts a service on a port that the system chooses.
  package static func start(_ handler: FactHandler) async throws -> Self {
    do {
      return Self(server: try await LoopbackServer.start(handler))
    } catch let failure as LoopbackServerFailure {
      throw FactServiceFailure(reason: failure.reason)
    }
  }

  package func stop() async {
    await server.stop()
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
