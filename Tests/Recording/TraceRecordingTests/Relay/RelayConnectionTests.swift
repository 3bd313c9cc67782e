import Testing

@testable import TraceRecording

@Suite struct RelayConnectionTests {
  private let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:14E0 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 900 1 0
       1: 0100007F:B1EE 0100007F:14DE 01 00000000:00000000 00:00000000 00000000     0        0 901 1 0
       2: 0100007F:A374 0100007F:14DF 01 00000000:00000000 00:00000000 00000000     0        0 902 1 0
       3: 0100007F:A375 0100007F:14DF 08 00000000:00000000 00:00000000 00000000     0        0 903 1 0
       4: 0100007F:A376 0100007F:14DF 01 00000000:00000000 00:00000000 00000000     0        0 904 1 0
    """

  @Test func `established connections to these ports are counted`() {
    func count(_ sockets: Set<UInt64>) -> Int {
      RelayConnection.established(in: table, ports: [5342, 5343], sockets: sockets).count
    }
    #expect(count([901, 902]) == 2)
    // 903 was closed by the other end; 904 is another process's.
    #expect(count([901, 903]) == 1)
    #expect(count([900]) == 0)
    #expect(count([]) == 0)
  }

  @Test func `a connection is lost once`() {
    let target = RelayTarget(
      relay: RelayAddress(host: "relay"), address: NetworkAddress(bytes: [127, 0, 0, 1]),
      directory: "program")
    var watch = RelayWatch(target: target)
    #expect(watch.observe(isWhole: true, openBuffers: 2, time: "1") == false)
    #expect(watch.observe(isWhole: false, openBuffers: 0, time: "2") == true)
    #expect(watch.observe(isWhole: false, openBuffers: 0, time: "3") == false)
    #expect(watch.lost == "2")
    #expect(watch.sawBuffers)
  }

  @Test func `no connection is no loss where there is nothing to send`() {
    let target = RelayTarget(
      relay: RelayAddress(host: "relay"), address: NetworkAddress(bytes: [127, 0, 0, 1]),
      directory: "program")
    var idle = RelayWatch(target: target)
    #expect(idle.observe(isWhole: false, openBuffers: 0, time: "1") == false)
    #expect(idle.conclude(isReachable: true, time: "2") == false)
    var gone = idle
    #expect(gone.conclude(isReachable: false, time: "2") == true)
    var unsent = idle
    #expect(unsent.observe(isWhole: false, openBuffers: 2, time: "2") == false)
    #expect(unsent.conclude(isReachable: true, time: "3") == true)
    #expect(unsent.lost == "3")
  }

  @Test func `URIs are LTTng's`() {
    var target = RelayTarget(
      relay: RelayAddress(host: "relay", controlPort: 1, dataPort: 2),
      address: NetworkAddress(bytes: [10, 0, 0, 1]), directory: "app-1")
    #expect(target.uris == ("tcp4://10.0.0.1:1/app-1", "tcp4://10.0.0.1:2/app-1"))
    target.address = NetworkAddress(bytes: [UInt8](repeating: 0, count: 15) + [1])
    #expect(target.uris == ("tcp6://[::1]:1/app-1", "tcp6://[::1]:2/app-1"))
  }

  @Test func `a directory is a safe name, and unique`() {
    let one = RelayTarget.uniqueDirectory(program: "/opt/my server/../ünï x")
    #expect(one.hasPrefix("_n__x-"))
    #expect(one != RelayTarget.uniqueDirectory(program: "/opt/my server/../ünï x"))
    #expect(RelayTarget.uniqueDirectory(program: "./.hidden").hasPrefix("_.hidden-"))
  }
}
