import Testing

@testable import TraceRecording

@Suite struct RelayAddressTests {
  @Test(arguments: [
    ("relay.example", "relay.example", 5342, 5343),
    ("relay:6342", "relay", 6342, 5343),
    ("127.0.0.1:6342:6343", "127.0.0.1", 6342, 6343),
    ("[::1]", "::1", 5342, 5343),
    ("[::1]:6342", "::1", 6342, 5343),
    ("[fe80::1%eth0]:6342:6343", "fe80::1%eth0", 6342, 6343),
    ("fd00::1:2:3", "fd00::1:2:3", 5342, 5343),
    ("net://relay:6342", "relay", 6342, 5343),
  ])
  func `reads what is typed`(_ text: String, _ host: String, _ control: Int, _ data: Int) {
    let address = RelayAddress(text)
    #expect(address?.host == host)
    #expect(address?.controlPort == UInt16(control))
    #expect(address?.dataPort == UInt16(data))
  }

  @Test(arguments: [
    "", ":5342", "host:", "host:x", "host:0", "host:70000", "host:5342:", "[::1", "[::1]x",
    "[]:5342", "host name", "host/path", "host:5343", "host:7:7", "net://", "http://host",
  ])
  func `refuses what is none`(_ text: String) {
    #expect(RelayAddress(text) == nil)
  }

  @Test(arguments: ["relay", "relay:6342", "127.0.0.1:5342:6343", "[::1]", "[::1]:6342:6343"])
  func `is shown as it is typed`(_ text: String) {
    #expect(RelayAddress(text)?.description == text)
  }
}
