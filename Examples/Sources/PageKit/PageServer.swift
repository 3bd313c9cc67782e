import Foundation
import LoopbackServer

/// Serves the page to browsers on this machine.
package struct PageServer: Sendable {
  private let server: LoopbackServer
  private let close: @MainActor @Sendable () -> Void

  /// The address of the page.
  package var address: String { server.address.absoluteString }

  /// Starts to serve.
  ///
  /// - Parameter port: The port; 0 for one that the system chooses.
  package static func start(port: UInt16, _ page: some Page) async throws -> Self {
    let channel = await PageChannel(page)
    do {
      return Self(
        server: try await LoopbackServer.start(port: port, PageHandler(channel: channel)),
        close: { channel.close() })
    } catch let failure as LoopbackServerFailure {
      throw PageServerFailure(port: failure.port, reason: failure.reason)
    }
  }

  /// Ends the streams of all pages.
  package func stop() async {
    await close()
    await server.stop()
  }

  /// Returns once nothing is served any more.
  package func waitUntilStopped() async {
    await server.waitUntilStopped()
  }
}

/// Why the page is not served.
package struct PageServerFailure: Error, CustomStringConvertible {
  let port: UInt16
  let reason: String

  package var description: String {
    """
    The page can't be served on port \(port): \(reason). Choose another port, or --serve 0 for any \
    that is free.
    """
  }
}
