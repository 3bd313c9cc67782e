import Testing

@testable import TraceRecording

@Suite struct SystemLimitsTests {
  private let buffers = try! BufferPlan(
    request: .init(subbufferSize: 1 << 20, subbufferCount: 8),
    machine: .init(processors: 2, freeSharedMemory: nil, pageSize: 4096, freeMemory: nil))

  @Test func problem_enoughOfAll_isNone() {
    #expect(
      SystemLimits.problem(descriptors: 128, fileSize: 10 << 20, buffers: buffers) == nil)
    #expect(SystemLimits.problem(descriptors: .max, fileSize: .max, buffers: buffers) == nil)
  }

  @Test func problem_fewDescriptors_namesTheLimit() {
    let problem = SystemLimits.problem(descriptors: 60, fileSize: .max, buffers: buffers)
    #expect(problem?.message.hasPrefix("a process may open 60 files here") == true)
    #expect(problem?.message.hasSuffix("ulimit -n 4096") == true)
  }

  @Test func problem_smallFiles_namesTheLimit() {
    let problem = SystemLimits.problem(
      descriptors: .max, fileSize: 10 << 20 - 1, buffers: buffers)
    #expect(problem?.message.contains("takes up to 10 MiB. Raise the limit: ulimit -f") == true)
  }

  @Test(arguments: [(0, true), (7, true), (8, false), (99, false), (100, true), (101, false)])
  func isMapped_severalRanges_findsId(id: UInt32, expected: Bool) {
    let map = "         0       1000          8\n       100      65536          1\n"
    #expect(SystemLimits.isMapped(id, in: map) == expected)
    #expect(SystemLimits.isMapped(id, in: "0 0 4294967295\n"))
    #expect(!SystemLimits.isMapped(id, in: ""))
  }
}
