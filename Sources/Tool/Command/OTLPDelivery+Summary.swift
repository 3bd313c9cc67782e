import TextTables
import TraceExport

extension OTLPDelivery {
  /// The result of sending spans or log records, one line for each fact.
  func summary(of signal: OTLPSignal, to url: String) -> String {
    var text = "sent \(Units.count(accepted + rejected, signal.item)) to \(url) in "
    text += Units.count(requests, "request")
    if retries > 0 { text += ", \(Units.count(retries, "retry", "retries"))" }
    if sentBytes < bytes {
      text += ", compressed to \(Units.percent(Double(sentBytes) / Double(bytes)))"
    }
    if isCompressionRefused { text += "; the collector takes nothing compressed" }
    if rejected > 0 { text += "\nthe collector rejected \(Units.count(rejected)) of them" }
    for message in messages { text += "\nthe collector says: “\(message)”" }
    return text
  }
}

extension Units {
  static func duration(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return Self.duration(Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
  }
}
