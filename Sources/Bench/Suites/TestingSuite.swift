import ComposableCore

extension Suite {
  /// Actions that a test store sends and receives, with the assertions of the test.
  ///
  /// A test store has all tasks take turns on the main thread, in the tasks of this suite as in a
  /// test.
  public static let testing = Suite(
    "testing",
    benchmarks: [
      sent("testing/send", .incrementButtonTapped, notes: 0) { $0.count += 1 },
      sent("testing/send, notes/10000", .incrementButtonTapped, notes: 10_000) { $0.count += 1 },
      sent("testing/edit a note of 10000", .edited(id: 9_999), notes: 10_000) {
        $0.notes[9_999].edits += 1
      },
      received("testing/send and receive", notes: 0),
      received("testing/send and receive, notes/10000", notes: 10_000),
    ])

  private static func sent(
    _ name: String, _ action: Notebook.Action, notes: Int,
    _ update: @escaping @Sendable (inout Notebook.State) -> Void
  ) -> Benchmark {
    Benchmark(name) {
      let store = TestStore(initialState: Notebook.State(notes: notes)) { Notebook() }
      return .asynchronous { count in
        for _ in 0..<count { await store.send(action, assert: update) }
      }
    }
  }

  /// An effect sends an action, which is received.
  private static func received(_ name: String, notes: Int) -> Benchmark {
    Benchmark(name) {
      let store = TestStore(initialState: Notebook.State(notes: notes)) { Notebook() }
      return .asynchronous { count in
        let before = store.state.count
        for _ in 0..<count {
          await store.send(.refreshButtonTapped)
          await store.receive(.refreshed) { $0.count += 1 }
        }
        check(store.state.count == before + count, "each effect sends one action")
      }
    }
  }
}
