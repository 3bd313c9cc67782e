/// The destination of an ``OTLPExporter``'s requests.
protocol OTLPDestination {
  /// The maximum contents of a request.
  var limits: (spans: Int, bytes: Int) { get }

  /// The attributes of each process.
  var resource: OTLPResource { get }

  /// Accepts a request.
  func add(_ request: UnsafeRawBufferPointer, spans: Int) throws
}

/// Requests appended to a file: together they are one request with all spans.
struct OTLPFile: OTLPDestination {
  let output: OutputFile

  let limits = (spans: Int.max, bytes: 1 << 16)
  let resource = OTLPResource()

  func add(_ request: UnsafeRawBufferPointer, spans: Int) { output.write(request) }
}

/// Requests to a server.
struct OTLPService: OTLPDestination {
  let sender: OTLPSender
  let resource: OTLPResource

  /// About half a megabyte: far below the limit of any server, and large enough for the round trip
  /// not to matter.
  let limits = (spans: 2048, bytes: 1 << 20)

  func add(_ request: UnsafeRawBufferPointer, spans: Int) throws {
    try sender.send(ContiguousArray(request), spans: spans)
  }
}
