import Dispatch

/// The destination of ``OTLPRequests``.
protocol OTLPDestination {
  /// The maximum contents of a request.
  var limits: (items: Int, bytes: Int) { get }

  /// The attributes of each process.
  var resource: OTLPResource { get }

  /// Accepts a request.
  func add(_ request: UnsafeRawBufferPointer, items: Int) throws
}

/// Requests appended to a file: together they are one request with all spans.
struct OTLPFile: OTLPDestination {
  let output: OutputFile

  let limits = (items: Int.max, bytes: 1 << 16)
  let resource = OTLPResource()

  func add(_ request: UnsafeRawBufferPointer, items: Int) { output.write(request) }
}

/// Requests to a server.
struct OTLPService: OTLPDestination {
  let sender: OTLPSender
  let resource: OTLPResource

  /// About half a megabyte: far below the limit of any server, and large enough for the round trip
  /// not to matter.
  let limits = (items: 2048, bytes: 1 << 20)

  init(
    _ endpoint: OTLPEndpoint, queue: DispatchQueue, onRetry: (@Sendable (OTLPRetry) -> Void)?
  ) throws {
    sender = OTLPSender(
      endpoint, connection: try CurlConnection(endpoint), queue: queue, onRetry: onRetry)
    resource = endpoint.resource
  }

  func add(_ request: UnsafeRawBufferPointer, items: Int) throws {
    try sender.send(ContiguousArray(request), items: items)
  }
}

/// Requests to a server that may have nothing at their URL: collectors of spans alone.
final class OTLPOptionalService: OTLPDestination {
  let service: OTLPService
  /// Why the server takes none of the items; `nil` as long as it takes them.
  private(set) var refusal: OTLPFailure?

  init(
    _ endpoint: OTLPEndpoint, queue: DispatchQueue, onRetry: (@Sendable (OTLPRetry) -> Void)?
  ) throws {
    service = try OTLPService(endpoint, queue: queue, onRetry: onRetry)
  }

  var limits: (items: Int, bytes: Int) { service.limits }
  var resource: OTLPResource { service.resource }

  func add(_ request: UnsafeRawBufferPointer, items: Int) throws {
    guard refusal == nil else { return }
    try unlessNotFound { try service.add(request, items: items) }
  }

  /// Waits until everything was sent.
  func finish() throws -> OTLPDelivery {
    var delivery = OTLPDelivery()
    if refusal == nil { try unlessNotFound { delivery = try service.sender.finish() } }
    return refusal?.delivery ?? delivery
  }

  private func unlessNotFound(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as OTLPFailure {
      guard case .notFound = failure.reason else { throw failure }
      refusal = failure
    }
  }
}
