import Testing

@testable import TraceRecording

struct MemoryLimitTests {
  private static let root = "/sys/fs/cgroup"

  private func room(_ files: [String: String]) -> Int? {
    MemoryLimit { files[$0] }.room
  }

  @Test func theTightestGroupOfVersion2Counts() {
    let files = [
      "/proc/self/cgroup": "0::/system.slice/a.service\n",
      "\(Self.root)/system.slice/memory.max": "1000000\n",
      "\(Self.root)/system.slice/memory.current": "900000\n",
      "\(Self.root)/system.slice/memory.stat": "anon 800000\ninactive_file 50000\n",
      "\(Self.root)/system.slice/a.service/memory.max": "500000\n",
      "\(Self.root)/system.slice/a.service/memory.current": "100000\n",
    ]
    #expect(room(files) == 150_000)
  }

  @Test func aContainerSeesItsOwnGroupAsTheRoot() {
    #expect(
      room([
        "/proc/self/cgroup": "0::/\n",
        "\(Self.root)/memory.max": "67108864\n", "\(Self.root)/memory.current": "7108864\n",
      ]) == 60_000_000)
  }

  @Test func theGroupOfVersion1() {
    let files = [
      "/proc/self/cgroup": "12:cpu,cpuacct:/x\n5:memory:/docker/abc\n",
      // Nothing below the root where a container sees only its own.
      "\(Self.root)/memory/memory.limit_in_bytes": "1000\n",
      "\(Self.root)/memory/memory.usage_in_bytes": "600\n",
      "\(Self.root)/memory/memory.stat": "cache 500\ntotal_inactive_file 100\n",
    ]
    #expect(room(files) == 500)
  }

  @Test func withoutALimitThereIsNone() {
    #expect(room([:]) == nil)
    #expect(room(["/proc/self/cgroup": "0::/\n", "\(Self.root)/memory.max": "max\n"]) == nil)
    #expect(
      room([
        "/proc/self/cgroup": "3:memory:/\n",
        "\(Self.root)/memory/memory.limit_in_bytes": "9223372036854771712\n",
      ]) == nil)
  }

  @Test func aGroupBeyondItsLimitHasNoRoom() {
    #expect(
      room([
        "/proc/self/cgroup": "0::/\n", "\(Self.root)/memory.max": "10\n",
        "\(Self.root)/memory.current": "20\n",
      ]) == 0)
  }
}
