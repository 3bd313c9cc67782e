import FlyingFox
import FlyingSocks
import TraceExport

/// Serves the page of a recording to browsers on this machine.
///
/// ```swift
/// let server = try await PageServer.start(try IndexCache().index(of: "my-recording"))
/// print(server.address)
/// ```
public struct PageServer: Sendable {
  /// The address of the page, with a secret that other users of this machine do not have.
  public let address: String
  private let origin: String
  private let server: HTTPServer
  private let handler: PageHandler
  private let running: Task<Void, any Error>

  /// Starts serving the page of a recording.
  ///
  /// - Parameters:
  ///   - index: The recording.
  ///   - port: The port of the loopback interface; 0 for one that the system chooses.
  /// - Throws: ``PageServerFailure`` if the port is not available.
  public static func start(_ index: PageIndex, port: UInt16 = 0) async throws -> Self {
    try await start(.recording(ServedRecording(index)), port)
  }

  /// Starts serving a page with two recordings side by side.
  ///
  /// - Parameters:
  ///   - before: The recording on the left.
  ///   - after: The one on the right.
  ///   - port: The port of the loopback interface; 0 for one that the system chooses.
  /// - Throws: ``PageServerFailure`` if the port is not available.
  public static func start(
    comparing before: PageIndex, with after: PageIndex, port: UInt16 = 0
  ) async throws -> Self {
    try await start(.comparison(ServedComparison(before: before, after: after)), port)
  }

  /// Starts serving the page of a running program.
  ///
  /// - Parameters:
  ///   - page: The page whose published figures browsers show.
  ///   - port: The port of the loopback interface; 0 for one that the system chooses.
  /// - Throws: ``PageServerFailure`` if the port is not available.
  public static func start(_ page: LivePage, port: UInt16 = 0) async throws -> Self {
    try await start(.live(page), port)
  }

  private static func start(_ content: PageContent, _ port: UInt16) async throws -> Self {
    let handler = PageHandler(content)
    // The server listens or fails, and answers or fails, however long a busy machine takes: the
    // time limits that the library asks for are never reached.
    let never = 24.0 * 60 * 60
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: never, logger: .disabled,
      handler: handler)
    let listening = Task { try await server.waitUntilListening(timeout: never) }
    let running = Task {
      defer { listening.cancel() }
      try await server.run()
    }
    do {
      try await listening.value
    } catch {
      running.cancel()
      throw PageServerFailure(port: port, reason: await reason(of: running.result))
    }
    guard case .ip4(_, let port) = await server.listeningAddress else {
      await server.stop()
      throw PageServerFailure(port: port, reason: "the server listens on no port")
    }
    return Self("http://127.0.0.1:\(port)", server, handler, running)
  }

  private init(
    _ origin: String, _ server: HTTPServer, _ handler: PageHandler,
    _ running: Task<Void, any Error>
  ) {
    self.origin = origin
    self.server = server
    self.handler = handler
    self.running = running
    address = "\(origin)/\(handler.token.text)/"
  }

  private static func reason(of result: Result<Void, any Error>) -> String {
    switch result {
    case .success: "the server ended at once"
    case .failure(SocketError.failed(_, _, let message)): message
    case .failure(let error): "\(error)"
    }
  }

  /// Returns an address that leads to the page once, for the command line of a browser, which other
  /// users can read. The previous one becomes invalid.
  public func makeTicketAddress() -> String { origin + handler.makeTicket() }

  /// Ends all connections.
  public func stop() async {
    await server.stop()
    running.cancel()
    _ = await running.result
  }
}

/// The reason why the page is not served.
public struct PageServerFailure: Error, CustomStringConvertible {
  let port: UInt16
  let reason: String

  /// The failure, and the remedy.
  public var description: String {
    """
    The page cannot be served on port \(port): \(reason). Choose another port, or leave out --port \
    for one that is free.
    """
  }
}
