import Foundation
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct RecorderStateTests {
  private func state(output: String = "/o", hasProgram: Bool = false) throws -> RecorderState {
    let text = """
      {"pid":7,"startTime":8,"session":"s","output":"\(output)","subject":"shop (9)",\
      "hasProgram":\(hasProgram),"isFlightRecorder":false,"started":1,"resumptions":0,\
      "isPaused":false,"daemon":{"kind":"serving"},"directory":"/d"}
      """
    return try JSONDecoder().decode(RecorderState.self, from: Data(text.utf8))
  }

  @Test(arguments: [true, false])
  func decode_stateOfAnEarlierVersion_tellsWhetherItIsStoppable(hasProgram: Bool) throws {
    let state = try state(hasProgram: hasProgram)
    #expect(state.isStoppable == !hasProgram)
    #expect(
      try JSONDecoder().decode(RecorderState.self, from: JSONEncoder().encode(state)) == state)
  }

  @Test(arguments: [
    ("manifest.json", false), ("ust/pid/shop-9/metadata", true),
    ("archives/c-0/manifest.json", true),
    ("snapshot-1-0/manifest.json", true),
  ])
  func hasRecorded_output_dependsOnItsTraces(file: String, expected: Bool) throws {
    let files = try ScratchDirectory()
    try files.file("trace/" + file, "")
    #expect(try state(output: files.path("trace")).hasRecorded == expected)
  }
}
