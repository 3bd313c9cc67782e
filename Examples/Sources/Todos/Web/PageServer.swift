import Foundation
import LoopbackServer

/// Serves the page to browsers on this machine.
struct PageServer: Sendable {
  private let server: LoopbackServer
  private let channel: PageChannel

  /// Where the page is.
  var address: String { server.address.absoluteString }

  /// Starts to serve.
  ///
  /// - Parameter port: The port; 0 for one that the system chooses.
  static func start(port: UInt16, session: TodosSession) async throws -> Self {
    let channel = await PageChannel(session: session)
    do {
      return Self(
        server: try await LoopbackServer.start(port: port, PageHandler(channel: channel)),
        channel: channel)
    } catch let failure as LoopbackServerFailure {
      throw PageServerFailure(port: failure.port, reason: failure.reason)
    }
  }

  /// Ends the streams of all pages.
  func stop() async {
    await channel.close()
    await server.stop()
  }

  /// Returns once nothing is served any more.
  func waitUntilStopped() async {
    await server.waitUntilStopped()
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
