import Testing

@testable import TraceAnalysis

@Suite struct ProcessLabelsTests {
  private func labels(_ processes: TraceProcess...) -> [String] {
    let labels = ProcessLabels(processes)
    return processes.indices.map { labels[ProcessIndex($0)] }
  }

  @Test func aProcessHasItsNameAndNumber() {
    #expect(labels(TraceProcess(vpid: 7, name: "demo", host: "alpha")) == ["demo (7)"])
    #expect(labels(TraceProcess(vpid: nil, name: "")) == ["process"])
  }

  @Test func ofSeveralMachinesEachIsNamed() {
    #expect(
      labels(
        TraceProcess(vpid: 7, name: "demo", host: "alpha"),
        TraceProcess(vpid: 7, name: "demo", host: "beta"), TraceProcess(vpid: 8, name: "demo"))
        == ["demo (7) on alpha", "demo (7) on beta", "demo (8)"])
  }

  @Test func equalOnesAreNumbered() {
    #expect(
      labels(
        TraceProcess(vpid: 7, name: "demo", host: "alpha"),
        TraceProcess(vpid: 7, name: "demo", host: "alpha"))
        == ["demo (7)", "demo (7) #2"])
  }
}
