import ComposableArchitecture
import Foundation
import Testing

@testable import SensorMemos

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RecordingTests {
  let clock = TestClock()
  let written = LockIsolated<[Sample]>([])

  private func makeStore(
    _ state: MemoList.State,
    append: @escaping @Sendable (Sample) throws -> Void = { _ in },
    read: @escaping @Sendable () throws -> Double = { 50 }
  ) -> TestStoreOf<MemoList> {
    TestStore(initialState: state) {
      MemoList()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.sampleFiles.append = { [written] sample, _ in
        try append(sample)
        written.withValue { $0.append(sample) }
      }
      $0.sensor.read = { _ in try read() }
      $0.uuid = .incrementing
    }
  }

  private var newMemo: Memo {
    Memo(id: UUID(0), title: "Memo 1", date: Date(timeIntervalSince1970: 0), sensor: .cpu)
  }

  @Test func recordsUntilItIsStopped() async {
    let store = makeStore(.with())
    var memo = newMemo
    await store.send(.recordButtonTapped) { [memo] in
      $0.activity = .recording(Recording.State(memo: memo))
    }
    await store.receive(\.activity.recording.started)
    for time in [1.0, 2] {
      await clock.advance(by: .seconds(1))
      memo.add(Sample(time: time, value: 50))
      await store.receive(\.activity.recording.sampleRecorded) { [memo] in
        $0.activity?.modify(\.recording) {
          $0.memo = memo
          $0.recent.append(Sample(time: time, value: 50))
        }
      }
    }
    // The button is the same one.
    await store.send(.recordButtonTapped)
    await store.receive(\.activity.recording.stopButtonTapped)
    await store.receive(\.activity.recording.delegate.ended) { [memo] in
      $0.activity = nil
      $0.$memos.withLock { $0 = [memo] }
    }
    #expect(written.value == [Sample(time: 1, value: 50), Sample(time: 2, value: 50)])
    #expect(memo.mean == 50)
  }

  @Test func nothingIsKeptBeforeTheFirstSample() async {
    let store = makeStore(.with())
    await store.send(.recordButtonTapped) {
      $0.activity = .recording(Recording.State(memo: newMemo))
    }
    await store.receive(\.activity.recording.started)
    await store.send(\.activity.recording.stopButtonTapped)
    await store.receive(\.activity.recording.delegate.ended) {
      $0.activity = nil
    }
  }

  @Test func aFullDiskEndsTheRecordingAndKeepsWhatIsThere() async {
    let store = makeStore(
      .with(),
      append: { sample in
        if sample.time > 1 { throw MemoFailure.disk("no space left") }
      })
    var memo = newMemo
    await store.send(.recordButtonTapped) { [memo] in
      $0.activity = .recording(Recording.State(memo: memo))
    }
    await store.receive(\.activity.recording.started)
    await clock.advance(by: .seconds(1))
    memo.add(Sample(time: 1, value: 50))
    await store.receive(\.activity.recording.sampleRecorded) { [memo] in
      $0.activity?.modify(\.recording) {
        $0.memo = memo
        $0.recent = [Sample(time: 1, value: 50)]
      }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.activity.recording.failed)
    await store.receive(\.activity.recording.delegate.ended) { [memo] in
      $0.activity = nil
      $0.alert = .failure(.disk("no space left"))
      $0.$memos.withLock { $0 = [memo] }
    }
  }

  @Test func aSensorThatIsNotThereIsAnAlert() async {
    let store = makeStore(.with(), read: { throw MemoFailure.sensor("no /proc") })
    await store.send(.recordButtonTapped) {
      $0.activity = .recording(Recording.State(memo: newMemo))
    }
    await store.receive(\.activity.recording.started)
    await store.receive(\.activity.recording.failed)
    await store.receive(\.activity.recording.delegate.ended) {
      $0.activity = nil
      $0.alert = .failure(.sensor("no /proc"))
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test func theUserIsAskedFirst() async {
    let store = makeStore(.with(permission: .undecided))
    await store.send(.recordButtonTapped) {
      $0.alert = .permission(for: .cpu)
    }
    await store.send(\.alert.permissionGiven) {
      $0.alert = nil
      $0.$permission.withLock { $0 = .allowed }
      $0.activity = .recording(Recording.State(memo: newMemo))
    }
    await store.receive(\.activity.recording.started)
    await store.send(\.activity.recording.stopButtonTapped)
    await store.receive(\.activity.recording.delegate.ended) {
      $0.activity = nil
    }
  }

  @Test func aRefusalIsKeptUntilTheUserDecidesAnew() async {
    let store = makeStore(.with(permission: .undecided))
    await store.send(.recordButtonTapped) {
      $0.alert = .permission(for: .cpu)
    }
    await store.send(\.alert.permissionRefused) {
      $0.alert = nil
      $0.$permission.withLock { $0 = .refused }
    }
    await store.send(.recordButtonTapped) {
      $0.alert = .refusal
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
    await store.send(.permissionButtonTapped) {
      $0.alert = .permission(for: .cpu)
    }
  }

  @Test func aRecordingIsNotInterruptedByAPlayback() async {
    let store = makeStore(.with(.numbered(7)))
    var memo = newMemo
    memo.title = "Memo 2"
    await store.send(.recordButtonTapped) { [memo] in
      $0.activity = .recording(Recording.State(memo: memo))
    }
    await store.receive(\.activity.recording.started)
    await store.send(.playButtonTapped(UUID(7)))
    await store.send(\.activity.recording.stopButtonTapped)
    await store.receive(\.activity.recording.delegate.ended) {
      $0.activity = nil
    }
  }
}
