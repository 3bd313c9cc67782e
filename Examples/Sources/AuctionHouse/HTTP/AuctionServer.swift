import Foundation
import LoopbackServer

/// A house's HTTP server on the loopback address.
struct AuctionServer: Sendable {
  private let server: LoopbackServer

  /// The address of the server.
  var address: URL { server.address }

  /// - Parameter port: 0 lets the system choose one.
  /// - Throws: ``AuctionServerFailure`` if the port cannot be used.
  static func start(_ house: AuctionHouse, port: UInt16) async throws -> Self {
    do {
      return Self(
        server: try await LoopbackServer.start(port: port, AuctionHandler(house: house)))
    } catch let failure as LoopbackServerFailure {
      throw AuctionServerFailure(port: failure.port, reason: failure.reason)
    }
  }

  /// Answers the requests that are there, and stops.
  func stop() async {
    await server.stop(timeout: 2)
  }
}

/// Why a server does not run.
struct AuctionServerFailure: Error, CustomStringConvertible {
  let port: UInt16
  let reason: String

  var description: String {
    "The server could not be started at 127.0.0.1:\(port): \(reason). Choose another --port, or 0."
  }
}
