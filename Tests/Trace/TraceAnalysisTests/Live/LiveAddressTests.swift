import Testing
import TraceAnalysis

/// Addresses of live sessions.
@Suite struct LiveAddressTests {
  @Test(arguments: [
    ("net://localhost", "net://localhost:5344"),
    ("net://relay:1234", "net://relay:1234"),
    ("relay", "net://relay:5344"),
    ("net://[::1]:1234/", "net://[::1]:1234"),
    ("net://relay/host/alpha/my-session", "net://relay:5344/host/alpha/my-session"),
  ])
  func readsAddresses(text: String, written: String) {
    #expect(LiveAddress(text)?.description == written)
  }

  @Test(arguments: [
    "", "http://relay", "net://", "net://relay:0", "net://relay:many", "net://relay/host/alpha",
    "net://relay/alpha/beta/gamma", "net://[::1", "net://a relay",
  ])
  func refusesOthers(text: String) {
    #expect(LiveAddress(text) == nil)
  }
}
