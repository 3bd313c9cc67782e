import ComposableCore
import Signpost
import Testing

@MainActor
@Suite struct StoreInstrumentationTests {
  private struct Plain: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action {
      case increment
      case load
      case loaded
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment, .loaded:
          state.count += 1
          return .none
        case .load:
          return .run { await $0(.loaded) }
        }
      }
    }
  }

  nonisolated private func actions(_ recorder: SignpostRecorder) -> [String] {
    recorder.events.compactMap { event in
      if case .actionBegin(_, let cause, _, _, let prefix, let name) = event {
        "\(prefix) \(name) \(cause)"
      } else {
        nil
      }
    }
  }

  @Test func aStoreIsTracedFromTheMomentItIsAskedTo() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: Plain.State()) { Plain() }
      store.send(.increment)
      #expect(actions(recorder).isEmpty)
      store.signpost("plain")
      await store.send(.load).finish()
      #expect(store.count == 2)
    }
    #expect(actions(recorder) == ["plain load 0", "plain loaded 1"])
    #expect(recorder.events.contains(.effectEnd(effect: 1, outcome: .finished, outputs: 1)))
    #expect(recorder.events.last == .storeReleased(store: 1))
  }

  @Test func askingTwiceTracesOnce() {
    let recorder = SignpostRecorder()
    recorder.record {
      let store = Store(initialState: Plain.State()) { Plain() }
      store.signpost()
      store.signpost("other")
      store.send(.increment)
      let wrapped = Store(initialState: Plain.State()) { Plain().signpost("wrapped") }
      wrapped.signpost("other")
      wrapped.send(.increment)
    }
    #expect(
      actions(recorder) == ["StoreInstrumentationTests.Plain increment 0", "wrapped increment 0"])
  }

  @Test nonisolated func aStoreActorIsTracedAsWell() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = StoreActor(initialState: Plain.State()) { Plain() }
      await store.signpost("actor")
      await store.send(.load).finish()
    }
    #expect(actions(recorder) == ["actor load 0", "actor loaded 1"])
  }

  @Test func aReentrantSendIsToldFromOthers() {
    let recorder = SignpostRecorder(including: .sends)
    recorder.record {
      var sendFromInside: (() -> Void)?
      let store = Store(initialState: 0) {
        Reduce<Int, Bool> { state, isOuter in
          state += 1
          if isOuter { sendFromInside?() }
          return .none
        }
        .signpost()
      }
      sendFromInside = { store.send(false) }
      withKnownIssue { _ = store.send(true) }
      sendFromInside = nil
    }
    #expect(
      recorder.events.filter { if case .send = $0 { true } else { false } } == [
        .send(action: 1, cause: 0, store: 1, depth: 0, isReentrant: false, name: "Bool"),
        .send(action: 2, cause: 0, store: 1, depth: 1, isReentrant: true, name: "Bool"),
      ])
    #expect(
      recorder.events.contains(
        .actionBegin(action: 2, cause: 0, parent: 0, store: 1, prefix: "", name: "Bool")))
  }
}
