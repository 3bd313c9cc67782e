import Testing

@testable import TraceRecording

@Suite struct LiveOutputTests {
  private func buffers(processors: Int) throws -> BufferPlan {
    try BufferPlan(
      request: .init(subbufferSize: 1 << 20, subbufferCount: 4),
      machine: .init(processors: processors, freeSharedMemory: nil, pageSize: 4096))
  }

  @Test(arguments: [1, 2, 64])
  func room_usualFiles_countsEachProcessor(processors: Int) throws {
    let buffers = try buffers(processors: processors)
    let size = LiveOutput.fileSize(for: buffers, free: 1 << 40)
    #expect(size == LiveOutput.usualFileSize)
    #expect(LiveOutput.room(for: buffers, fileSize: size) == processors * (64 << 20))
    #expect(LiveOutput.fileSize(for: buffers, free: nil) == size)
  }

  @Test func fileSize_littleSpace_takesHalfOfIt() throws {
    let buffers = try buffers(processors: 64)
    let free = 1 << 30
    let size = LiveOutput.fileSize(for: buffers, free: free)
    #expect(size >= buffers.subbufferSize && size < LiveOutput.usualFileSize)
    #expect(LiveOutput.room(for: buffers, fileSize: size) == free / 2)
  }

  @Test func fileSize_almostNoSpace_holdsASubbuffer() throws {
    let buffers = try buffers(processors: 2)
    #expect(LiveOutput.fileSize(for: buffers, free: 1 << 20) == buffers.subbufferSize)
  }

  @Test func xml_fileSize_isTheOneOfTheOutput() throws {
    let output = LiveOutput(controlPort: 1, dataPort: 2, fileSize: 12345678)
    #expect(output.channelXML.contains("<tracefile_size>12345678</tracefile_size>"))
  }
}
