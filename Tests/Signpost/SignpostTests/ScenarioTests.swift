import Scenarios
import Signpost
import Testing

@Suite struct ScenarioTests {
  @Test(arguments: Scenario.all)
  func recorderHearsExactlyTheseEvents(_ scenario: Scenario) async {
    let recorder = SignpostRecorder(including: scenario.details)
    await recorder.record { await scenario.run() }
    #expect(recorder.events.withoutTimes == scenario.events)
  }
}
