import Testing

@testable import TraceRecording

struct BufferPlanTests {
  private static let megabyte = 1 << 20

  private func machine(
    _ processors: Int, free: Int? = 8 << 30, page: Int = 4096
  ) -> BufferPlan.Machine {
    BufferPlan.Machine(processors: processors, freeSharedMemory: free, pageSize: page)
  }

  @Test(arguments: 1...8)
  func anOrdinaryMachineHoldsABurstOf100000Actions(processors: Int) throws {
    let plan = try BufferPlan(request: .init(), machine: machine(processors))
    #expect(plan.limit == nil)
    // The consumer may hold one sub-buffer while the burst fills the others.
    #expect(plan.subbufferSize * (plan.subbufferCount - 1) >= 100_000 * 2 * 100)
  }

  /// Every machine from 1 to 1024 processors, with shared memory from nearly none to plenty.
  @Test func theUsualPlanFitsEveryMachine() throws {
    for processors in Array(1...130) + [255, 256, 512, 1024] {
      for shift in 16...40 {
        for page in [4096, 16384, 65536] {
          let free = 1 << shift
          let machine = machine(processors, free: free, page: page)
          let plan: BufferPlan
          do {
            plan = try BufferPlan(request: .init(), machine: machine)
          } catch {
            // Only where not even two sub-buffers of a page have room.
            #expect(page * 3 * processors > free)
            #expect(error == .doesNotFit(needed: page * 3 * processors, free: free))
            continue
          }
          #expect(plan.total <= free)
          #expect(plan.total <= BufferPlan.usualTotal || plan.subbufferSize == page)
          #expect(plan.subbufferSize.nonzeroBitCount == 1 && plan.subbufferSize >= page)
          #expect(plan.subbufferCount.nonzeroBitCount == 1 && plan.subbufferCount >= 2)
          #expect(
            (plan.limit == nil) == (plan.subbufferSize == 4 << 20 && plan.subbufferCount == 8))
        }
      }
    }
  }

  /// LTTng allocates the rings of a process that records nothing as well.
  @Test func plan_forManyProcesses_takesLessThan2MegabytesOfEach() throws {
    for processors in [1, 2, 4, 8, 16, 64] {
      for free in [64 << 20, 1 << 30, 64 << 30] {
        var request = BufferPlan.Request()
        request.isForMany = true
        let plan = try BufferPlan(request: request, machine: machine(processors, free: free))
        #expect(plan.total <= 3 << 19)
        #expect(plan.total * 32 <= max(free, 32 * 3 * 4096 * processors))
        #expect(plan.total >= min(256 << 10, 3 * 4096 * processors))
        request.subbufferSize = 1 << 20
        request.subbufferCount = 4
        let requested = try BufferPlan(
          request: request, machine: machine(processors, free: 64 << 30))
        #expect(requested.total == 5 * processors << 20)
      }
    }
  }

  /// The contents of the buffers at the end of a recording are written to its last chunk.
  @Test func buffersHoldNoMoreThanAChunkOfALimitedRecording() throws {
    for processors in [1, 2, 8, 64] {
      for shift in 22...36 {
        var request = BufferPlan.Request()
        request.mostBytes = 1 << shift
        guard let plan = try? BufferPlan(request: request, machine: machine(processors)) else {
          #expect(4096 * 3 * processors > 1 << (shift - 1))
          continue
        }
        #expect(plan.total <= RotationOptions.chunk(of: 1 << shift))
        let usual = try BufferPlan(request: .init(), machine: machine(processors))
        #expect(plan.limit == .recording || plan == usual)
      }
    }
  }

  @Test func buffersThatWouldFillALimitedRecordingAreRefused() {
    var request = BufferPlan.Request(subbufferSize: 64 << 10, subbufferCount: 64)
    request.mostBytes = 4 << 20
    #expect(throws: BufferPlan.Failure.exceedsRecording(needed: 65 * 2 * 64 << 10, most: 4 << 20)) {
      try BufferPlan(request: request, machine: machine(2))
    }
    request.mostBytes = 32 << 20
    #expect(throws: Never.self) { try BufferPlan(request: request, machine: machine(2)) }
  }

  @Test func theDefaultSharedMemoryOfDockerLeadsToSmallerBuffers() throws {
    let plan = try BufferPlan(request: .init(), machine: machine(4, free: 64 * Self.megabyte))
    #expect(plan.subbufferSize == 256 << 10)
    #expect(plan.subbufferCount == 8)
    #expect(plan.total == 9 * Self.megabyte)
    #expect(plan.limit == .sharedMemory)
  }

  @Test(arguments: [1, 2, 3, 4, 8, 16, 64]) func thereIsRoomForSeveralProcesses(processors: Int)
    throws
  {
    for free in [64, 100, 256, 1024, 4096] {
      let plan = try BufferPlan(
        request: .init(), machine: machine(processors, free: free * Self.megabyte))
      #expect(plan.total * BufferPlan.usualProcesses < free * Self.megabyte)
    }
  }

  @Test func aLimitOfMemoryCountsLikeSharedMemory() throws {
    var machine = machine(4)
    machine.freeMemory = 64 * Self.megabyte
    let plan = try BufferPlan(request: .init(), machine: machine)
    #expect(plan.total == 9 * Self.megabyte)
    #expect(plan.limit == .memory)
    #expect(throws: BufferPlan.Failure.exceedsMemory(needed: 144 << 20, free: 64 << 20)) {
      try BufferPlan(request: .init(subbufferSize: 4 << 20, subbufferCount: 8), machine: machine)
    }
  }

  @Test func manyProcessorsShareTheUsualTotal() throws {
    let plan = try BufferPlan(request: .init(), machine: machine(128, free: 64 << 30))
    #expect(plan.total == BufferPlan.usualTotal)
    #expect(plan.limit == .processors)
  }

  @Test func withoutKnowledgeOfSharedMemoryOnlyTheProcessorsCount() throws {
    let plan = try BufferPlan(request: .init(), machine: machine(2, free: nil))
    #expect(plan.total == 72 * Self.megabyte)
    #expect(plan.limit == nil)
  }

  @Test func aMachineThatReportsNoProcessorsHasOne() throws {
    #expect(try BufferPlan(request: .init(), machine: machine(0)).processors == 1)
  }

  @Test func aWishForTheSizeAdaptsTheCount() throws {
    let plan = try BufferPlan(
      request: .init(subbufferSize: 16 * Self.megabyte),
      machine: machine(2, free: 256 * Self.megabyte))
    #expect(plan.subbufferSize == 16 * Self.megabyte)
    #expect(plan.subbufferCount == 2)
    #expect(plan.limit == .sharedMemory)
  }

  @Test func aWishForTheCountAdaptsTheSize() throws {
    let plan = try BufferPlan(
      request: .init(subbufferCount: 64), machine: machine(2, free: 256 * Self.megabyte))
    #expect(plan.subbufferCount == 64)
    #expect(plan.subbufferSize == 256 << 10)
  }

  @Test func whatIsWishedForInFullIsTaken() throws {
    let plan = try BufferPlan(
      request: .init(subbufferSize: 32 * Self.megabyte, subbufferCount: 16), machine: machine(2))
    #expect(plan.total == 1088 * Self.megabyte)
    #expect(plan.limit == nil)
  }

  @Test func whatIsWishedForMustFit() {
    #expect(throws: BufferPlan.Failure.doesNotFit(needed: 288 << 20, free: 64 << 20)) {
      try BufferPlan(
        request: .init(subbufferSize: 16 << 20, subbufferCount: 8),
        machine: machine(2, free: 64 << 20))
    }
  }

  @Test func aWishThatOverflowsDoesNotFit() {
    #expect(throws: BufferPlan.Failure.doesNotFit(needed: .max, free: 8 << 30)) {
      try BufferPlan(
        request: .init(subbufferSize: 1 << 62, subbufferCount: 1 << 61), machine: machine(2))
    }
  }

  @Test(arguments: [
    (BufferPlan.Request(subbufferSize: 3 << 20), BufferPlan.Failure.sizeNotPowerOfTwo(3 << 20)),
    (.init(subbufferSize: 0), .sizeNotPowerOfTwo(0)),
    (.init(subbufferSize: -4096), .sizeNotPowerOfTwo(-4096)),
    (.init(subbufferSize: .min), .sizeNotPowerOfTwo(.min)),
    (.init(subbufferSize: 2048), .sizeBelowPage(2048, pageSize: 4096)),
    (.init(subbufferCount: 0), .countBelowTwo(0)),
    (.init(subbufferCount: 1), .countBelowTwo(1)),
    (.init(subbufferCount: -2), .countBelowTwo(-2)),
    (.init(subbufferCount: 6), .countNotPowerOfTwo(6)),
  ])
  func refusesWhatLTTngWouldRoundOrRefuse(request: BufferPlan.Request, failure: BufferPlan.Failure)
  {
    #expect(failure.isUsageError)
    #expect(throws: failure) { try BufferPlan(request: request, machine: machine(2)) }
  }

  @Test(arguments: [("0\n", 1), ("0-1\n", 2), ("0-3,8-11\n", 12), ("0,2\n", 3), ("0-127", 128)])
  func countsProcessorsAsLTTngDoes(list: String, count: Int) {
    #expect(BufferPlan.Machine.processorCount(possible: list) == count)
  }

  @Test func aListThatCannotBeReadHasNoCount() {
    #expect(BufferPlan.Machine.processorCount(possible: "\n") == nil)
  }
}
