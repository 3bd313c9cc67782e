/// What became of spans that were sent.
public struct OTLPDelivery: Sendable, Equatable {
  /// Spans that the server took.
  public var accepted: UInt64 = 0

  /// Spans in requests that the server took in part: those that it rejected.
  public var rejected: UInt64 = 0

  /// How many requests were sent, the repeated ones included.
  public var requests: UInt64 = 0

  /// How often a request was sent again.
  public var retries: UInt64 = 0

  /// Bytes of spans in requests that were answered, as they are without compression.
  public var bytes: UInt64 = 0

  /// Bytes of the same requests as they were sent.
  public var sentBytes: UInt64 = 0

  /// Whether the server refused compressed requests.
  public var isCompressionRefused = false

  /// What the server had to say about spans it rejected or would have had otherwise: the first few
  /// messages that differ.
  public var messages: [String] = []

  static let mostMessages = 5
}

/// Why not all spans were sent.
public struct OTLPFailure: Error, Equatable, CustomStringConvertible {
  /// What kind of a failure it is.
  public enum Reason: Sendable, Equatable {
    /// There was no response, or none but to wait, until it took too long.
    case unavailable(String)
    /// The server will not take the spans, however often they are sent.
    case refused(String)
    /// libcurl does not work on this machine.
    case libraryUnusable(String)
  }

  /// What happened.
  public var reason: Reason

  /// The URL, without what may be secret.
  public var url: String

  /// What was sent before.
  public var delivery = OTLPDelivery()

  /// What happened and what to do next.
  public var description: String {
    switch reason {
    case .unavailable(let reason):
      """
      Spans could not be sent to \(url): \(reason). Check the URL, and that the collector runs; sending \
      the same recording again repeats no ids.
      """
    case .refused(let reason):
      "\(url) refused the spans: \(reason). Check the URL and the headers."
    case .libraryUnusable(let reason):
      """
      Nothing can be sent without libcurl: \(reason). Install it with `sudo apt-get install libcurl4`.
      """
    }
  }
}

/// A pause before a request is sent again.
public struct OTLPRetry: Sendable, Equatable {
  /// What went wrong.
  public var reason: String

  /// How long the pause is.
  public var delay: Duration

  /// Which pause of the export it is, from 1.
  public var number: UInt64
}
