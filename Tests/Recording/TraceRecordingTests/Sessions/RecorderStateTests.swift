import Foundation
import Testing

@testable import TraceRecording

@Suite struct RecorderStateTests {
  @Test(arguments: [true, false])
  func decode_stateOfAnEarlierVersion_tellsWhetherItIsStoppable(hasProgram: Bool) throws {
    let text = """
      {"pid":7,"startTime":8,"session":"s","output":"/o","subject":"shop (9)",\
      "hasProgram":\(hasProgram),"isFlightRecorder":false,"started":1,"resumptions":0,\
      "isPaused":false,"daemon":{"kind":"serving"},"directory":"/d"}
      """
    let state = try JSONDecoder().decode(RecorderState.self, from: Data(text.utf8))
    #expect(state.isStoppable == !hasProgram)
    #expect(
      try JSONDecoder().decode(RecorderState.self, from: JSONEncoder().encode(state)) == state)
  }
}
