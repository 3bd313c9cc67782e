import Testing

@testable import SignpostTool
@testable import TraceRecording

@Suite struct StatusCommandTests {
  @Test func text_processesOfAnyName_isALowerBound() {
    var processes = RecorderState.Processes()
    processes.started = 2
    #expect(processes.text == "0 running, 2 since the start, 2 restarts")
    processes.isLowerBound = true
    #expect(processes.text == "0 running, at least 2 since the start, 2 restarts")
  }
}
