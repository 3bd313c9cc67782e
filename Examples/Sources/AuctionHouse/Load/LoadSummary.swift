/// The results of a load.
struct LoadSummary: Sendable {
  private(set) var accepted = 0
  private(set) var refused = 0
  var duration: Duration = .zero
  private var latencies: [Duration] = []

  var requests: Int { accepted + refused }

  mutating func add(isAccepted: Bool, took latency: Duration) {
    if isAccepted { accepted += 1 } else { refused += 1 }
    latencies.append(latency)
  }

  mutating func add(_ other: LoadSummary) {
    accepted += other.accepted
    refused += other.refused
    latencies += other.latencies
  }

  /// The latency that a share of the requests does not exceed (nearest rank); nil without requests.
  func latency(_ share: Double) -> Duration? {
    guard !latencies.isEmpty else { return nil }
    let rank = Int((share * Double(latencies.count)).rounded(.up))
    return latencies.sorted()[max(rank, 1) - 1]
  }

  var text: String {
    let rate = duration > .zero ? Int(Double(requests) / (duration / .seconds(1))) : 0
    let latencies = [("p50", 0.5), ("p99", 0.99), ("max", 1)].map { name, share in
      "\(name) \(latency(share).map(Self.milliseconds) ?? "–")"
    }
    return """
      \(requests) bids: \(accepted) accepted, \(refused) refused; \(rate) per second
      latency: \(latencies.joined(separator: ", "))
      """
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let hundredths = Int((duration / .milliseconds(1) * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
  }
}
