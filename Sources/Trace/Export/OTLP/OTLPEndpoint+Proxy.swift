extension OTLPEndpoint {
  /// The proxy that libcurl takes for requests that are not encrypted; nil for none.
  ///
  /// A proxy that `no_proxy` excludes by a range of addresses is returned as well: rather one
  /// warning too many.
  package func proxy(environment: [String: String]) -> String? {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    // libcurl ignores HTTP_PROXY, which a request to a CGI program could set.
    guard !isEncrypted, let proxy = value("http_proxy", "all_proxy", "ALL_PROXY") else {
      return nil
    }
    let exceptions = value("no_proxy", "NO_PROXY") ?? ""
    let isExcepted = exceptions.split { $0 == "," || $0 == " " || $0 == "\t" }
      .contains(where: isNamed(by:))
    return isExcepted ? nil : proxy
  }

  /// Whether an exception from proxies is about the collector's host.
  private func isNamed(by exception: Substring) -> Bool {
    if exception == "*" { return true }
    var domain = exception.lowercased()[...]
    if domain.hasPrefix(".") { domain = domain.dropFirst() }
    if domain.hasPrefix("["), domain.hasSuffix("]") { domain = domain.dropFirst().dropLast() }
    let host = host.lowercased()
    let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    return host == domain || !isAddress && !domain.isEmpty && host.hasSuffix(".\(domain)")
  }
}
