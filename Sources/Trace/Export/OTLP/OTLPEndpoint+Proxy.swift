extension OTLPEndpoint {
  /// The proxy that libcurl takes for requests that are not encrypted; nil for none.
  ///
  /// Versions of libcurl differ in the exceptions that they read in `no_proxy`. A proxy is left out
  /// only if all of them leave it out: rather one warning too many.
  package func proxy(environment: [String: String]) -> String? {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    // libcurl ignores HTTP_PROXY, which a request to a CGI program could set.
    guard !isEncrypted, let proxy = value("http_proxy", "all_proxy", "ALL_PROXY") else {
      return nil
    }
    let exceptions = value("no_proxy", "NO_PROXY") ?? ""
    // A blank between names separates them, or ends the list.
    let isExcepted =
      exceptions == "*"
      || exceptions.split(separator: ",").map { $0.split { $0 == " " || $0 == "\t" } }
        .prefix { $0.count < 2 }.joined().contains(where: isNamed(by:))
    return isExcepted ? nil : proxy
  }

  /// Whether an exception from proxies is about the collector's host.
  private func isNamed(by exception: Substring) -> Bool {
    let (host, exception) = (host.lowercased(), exception.lowercased())
    if host == exception { return true }
    let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    let domain = exception.hasPrefix(".") ? exception.dropFirst() : exception[...]
    return !isAddress && !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
  }
}
