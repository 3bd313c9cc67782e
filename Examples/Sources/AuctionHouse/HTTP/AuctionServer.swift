import FlyingFox
import FlyingSocks
import Foundation

/// A house's HTTP server on the loopback address.
struct AuctionServer: Sendable {
  /// Where it answers.
  let address: URL
  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// - Parameter port: 0 lets the system choose one.
  /// - Throws: ``AuctionServerFailure`` if the port cannot be used.
  static func start(_ house: AuctionHouse, port: UInt16) async throws -> Self {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled,
      handler: AuctionHandler(house: house))
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening()
    } catch {
      running.cancel()
      let reason: any Error
      if case .failure(let failure) = await running.result {
        reason = failure
      } else {
        reason = error
      }
      throw AuctionServerFailure(port: port, reason: String(describing: reason))
    }
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let address = URL(string: "http://\(host):\(port)/")
    else {
      await server.stop()
      throw AuctionServerFailure(port: port, reason: "it listens on no port")
    }
    return Self(address: address, server: server, running: running)
  }

  /// Answers the requests that are there, and stops.
  func stop() async {
    await server.stop(timeout: 2)
    running.cancel()
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
