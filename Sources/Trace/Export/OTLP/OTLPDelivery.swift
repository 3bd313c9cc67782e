/// The result of sending spans or log records: the items.
public struct OTLPDelivery: Sendable, Equatable {
  /// The number of items that the server accepted.
  public var accepted: UInt64 = 0

  /// The number of items that the server rejected in partly accepted requests.
  public var rejected: UInt64 = 0

  /// The number of requests, including repeated ones.
  public var requests: UInt64 = 0

  /// The number of repeated requests.
  public var retries: UInt64 = 0

  /// The bytes of items in answered requests, uncompressed.
  public var bytes: UInt64 = 0

  /// The bytes of the same requests as sent.
  public var sentBytes: UInt64 = 0

  /// Whether the server refused compressed requests.
  public var isCompressionRefused = false

  /// The server's messages about rejected items and other problems: the first few distinct ones.
  public var messages: [String] = []

  static let mostMessages = 5
}

/// The reason why not all items were sent.
public struct OTLPFailure: Error, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Reason: Sendable, Equatable {
    /// The server did not respond, or only requested to wait, until the time limit.
    case unavailable(String)
    /// The server rejects the items permanently.
    case refused(String)
    /// The server has nothing at the URL.
    case notFound(String)
    /// libcurl does not work on this machine.
    case libraryUnusable(String)
  }

  /// The kind of failure.
  public var reason: Reason

  /// The kind of the items.
  public var signal = OTLPSignal.traces

  /// The URL without possible secrets.
  public var url: String

  /// The items sent before the failure.
  public var delivery = OTLPDelivery()

  /// The failure, and the next steps.
  public var description: String {
    switch reason {
    case .unavailable(let reason):
      """
      \(signal == .traces ? "Spans" : "Log records") could not be sent to \(url): \(reason). Check the URL, and that the collector runs; sending \
      the same recording again repeats no ids.
      """
    case .refused(let reason), .notFound(let reason):
      "\(url) refused the \(signal.item)s: \(reason). Check the URL and the headers."
    case .libraryUnusable(let reason):
      """
      Nothing can be sent without libcurl: \(reason). Install it with `sudo apt-get install libcurl4`.
      """
    }
  }
}

/// A pause before a request is repeated.
public struct OTLPRetry: Sendable, Equatable {
  /// The reason.
  public var reason: String

  /// The length of the pause.
  public var delay: Duration

  /// The number of the pause in the export, from 1.
  public var number: UInt64
}
