import ComposableArchitecture
import Foundation
import SignpostTestSupport
import Testing

@testable import SensorMemos

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SignpostTests {
  @Test func aRecordingIsOneEffectWithAnOutputForEachSample() async {
    let clock = TestClock()
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: MemoList.State.with(.numbered(7, "a secret"))) {
        MemoList().signpost("memos")
      } withDependencies: {
        $0.continuousClock = clock
        $0.date.now = Date(timeIntervalSince1970: 0)
        $0.sampleFiles.append = { _, _ in }
        $0.sensor.read = { _ in 50 }
        $0.uuid = .incrementing
      }
      let recording = store.send(.recordButtonTapped)
      await clock.advance(by: .seconds(2))
      while store.activity?.recording?.memo.count ?? 0 < 2 { await Task.yield() }
      await store.send(.activity(.presented(.recording(.stopButtonTapped)))).finish()
      await recording.finish()
      #expect(store.memos.count == 2)
    }
    let samples = recorder.causes.actions.filter { $0.name.hasSuffix("sampleRecorded") }
    #expect(samples.count == 2)
    #expect(!"\(recorder.events)".contains("secret"))
  }
}
