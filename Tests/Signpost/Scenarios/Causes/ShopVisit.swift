import ComposableCore
import TestSupport

/// The actions of a user in a shop, the same each time: two shops differ only by the number of
/// rows.
///
/// The clock advances only once all expected waits have begun, so that the speed of the machine
/// does not matter.
struct ShopVisit: Sendable {
  let rows: Int
  let notes = CauseNotes()
  private let clock = TestClock()
  private let uploads = Gates()

  init(rows: Int) {
    self.rows = rows
  }

  /// Goes through a store on the main actor.
  @MainActor
  func onMainActor() async -> CauseTree {
    let store = Store(initialState: Shop.State(rows: rows)) {
      Shop(notes: notes, uploads: uploads)
    } withDependencies: {
      $0.continuousClock = clock
    }
    let search = store.scope(\.search, action: \.search)
    await run({ await store.send($0) }, { await search.send($0) })
    return CauseTree("store Shop", notes.forest())
  }

  /// Goes through a store on an actor of its own, on a thread of its own.
  func onThread() async -> CauseTree {
    let thread = ThreadExecutor()
    defer { thread.end() }
    return await withTaskExecutorPreference(thread) {
      let store = StoreActor(initialState: Shop.State(rows: rows)) {
        Shop(notes: notes, uploads: uploads)
      } withDependencies: {
        $0.continuousClock = clock
      }
      let search = store.scope(\.search, action: \.search)
      await run({ await store.send($0) }, { await search.send($0) })
      return CauseTree("store Shop", notes.forest())
    }
  }

  private nonisolated(nonsending) func run(
    _ send: @Sendable (Shop.Action) async -> StoreTask,
    _ sendToSearch: @Sendable (Search.Action) async -> StoreTask
  ) async {
    var tasks = [await send(.opened(.outside))]
    var watches: [StoreTask] = []
    for row in 1...rows { watches.append(await sendToRow(row, Row.Action.watched)) }
    for _ in 0..<3 { tasks.append(await sendToSearch(.typed(.outside))) }
    // The first is seen at once, the next one later.
    await sendToSearch(.scrolled(.outside)).finish()
    tasks.append(await sendToSearch(.scrolled(.outside)))
    tasks.append(await sendToSearch(.refreshed(.outside)))
    tasks.append(await send(.checkoutTapped(.outside)))
    // The timers, the pause in typing, the next look at the scrolled row, the refresh, and the
    // checkout's two effects.
    await waitForWaiters(rows + 5)
    tasks.append(await send(.search(.refreshed(.outside))))
    await waitForWaiters(rows + 5)
    await clock.advance(by: .seconds(1))
    await waitForWaiters(rows + 3)
    // The checkout dismisses itself.
    await clock.advance(by: .seconds(1))
    await waitForWaiters(rows + 1)

    for row in 1...min(2, rows) { tasks.append(await sendToRow(row, Row.Action.shared)) }
    tasks.append(await send(.checkoutTapped(.outside)))
    await waitForWaiters(rows + 3)
    tasks.append(await send(.checkout(.dismiss)))
    let sale = await sendToRow(1, Row.Action.sold)
    await sale.finish()
    await waitForWaiters(rows)
    // The first row is gone by now, and its upload comes too late.
    uploads.open("upload")
    await clock.advance(by: .seconds(1))
    await waitForWaiters(rows - 1)
    if rows > 1 { tasks.append(await sendToRow(2, Row.Action.unwatched)) }
    for watch in watches { watch.cancel() }
    for task in tasks + watches { await task.finish() }

    func sendToRow(_ row: Int, _ action: (Sender) -> Row.Action) async -> StoreTask {
      await send(.rows(.element(id: row, action: action(.outside))))
    }
  }

  private nonisolated(nonsending) func waitForWaiters(_ count: Int) async {
    while clock.waiterCount != count { await Task.yield() }
  }
}
