import CCurl

/// Sends the requests of an ``OTLPSender``.
protocol OTLPConnection: AnyObject {
  /// Sends a request, and waits for the response.
  func post(_ body: UnsafeRawBufferPointer, isCompressed: Bool) -> OTLPReply
}

/// The result of a request.
enum OTLPReply: Equatable {
  /// The server's response.
  case response(OTLPResponse)
  /// No response; and whether another attempt may succeed.
  case failure(String, mayBeRepeated: Bool)
}

/// A connection of libcurl, which stays open between requests.
final class CurlConnection: OTLPConnection {
  private let connection: OpaquePointer

  init(_ endpoint: OTLPEndpoint) throws {
    let headers = ["Content-Type: application/x-protobuf"] + endpoint.headers.map(\.line)
    var settings = composable_curl_settings()
    settings.timeout_milliseconds = endpoint.timeout.milliseconds
    var failure: UnsafePointer<CChar>?
    var copies: [UnsafeMutablePointer<CChar>] = []
    defer { copies.forEach { $0.deallocate() } }
    func copy(_ text: String) -> UnsafePointer<CChar> {
      let characters = text.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
      for (index, character) in characters.enumerated() { copy[index] = character }
      copies.append(copy)
      return UnsafePointer(copy)
    }
    settings.url = copy(endpoint.url)
    settings.user_agent = copy("signpost")
    settings.authorities = endpoint.authorities.map(copy)
    settings.certificate = endpoint.clientCertificate.map(copy)
    settings.key = endpoint.clientKey.map(copy)
    let lines: [UnsafePointer<CChar>?] = headers.map(copy)
    let connection = lines.withUnsafeBufferPointer { lines in
      settings.headers = lines.baseAddress
      settings.header_count = lines.count
      return composable_curl_create(&settings, &failure)
    }
    guard let connection else {
      let reason = failure.map { String(cString: $0) } ?? "it cannot be used"
      throw OTLPFailure(reason: .libraryUnusable(reason), url: endpoint.displayedURL)
    }
    self.connection = connection
  }

  deinit { composable_curl_destroy(connection) }

  func post(_ body: UnsafeRawBufferPointer, isCompressed: Bool) -> OTLPReply {
    let result = composable_curl_post(connection, body.baseAddress, body.count, isCompressed)
    if result.status == 0 {
      let failure = result.failure.map { String(cString: $0) } ?? "no response"
      return .failure(failure, mayBeRepeated: result.may_be_repeated)
    }
    var response = OTLPResponse(status: result.status)
    if result.retry_after > 0 { response.retryAfter = .seconds(result.retry_after) }
    response.contentType = result.content_type.map { String(cString: $0) } ?? ""
    response.body = Array(
      UnsafeRawBufferPointer(start: result.body, count: result.body_count))
    return .response(response)
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
