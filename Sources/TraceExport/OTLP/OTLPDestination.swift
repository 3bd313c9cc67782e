/// Where requests of an ``OTLPExporter`` go.
protocol OTLPDestination {
  /// How much there is in a request.
  var limits: (spans: Int, bytes: Int) { get }

  /// What is said of each process.
  var resource: OTLPResource { get }

  /// Takes a request.
  func add(_ request: UnsafeRawBufferPointer, spans: Int) throws
}

/// Requests in a file, one behind the other: that is one, with the spans of all.
struct OTLPFile: OTLPDestination {
  let output: OutputFile

  let limits = (spans: Int.max, bytes: 1 << 16)
  let resource = OTLPResource()

  func add(_ request: UnsafeRawBufferPointer, spans: Int) { output.write(request) }
}

/// Requests that are sent.
struct OTLPService: OTLPDestination {
  let sender: OTLPSender
  let resource: OTLPResource

  /// Half a megabyte or so: far below what any server takes, and large enough for the way there and
  /// back not to matter.
  let limits = (spans: 2048, bytes: 1 << 20)

  func add(_ request: UnsafeRawBufferPointer, spans: Int) throws {
    try sender.send(ContiguousArray(request), spans: spans)
  }
}
