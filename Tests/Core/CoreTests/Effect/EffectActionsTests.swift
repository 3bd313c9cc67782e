@_spi(Internals) import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct EffectActionsTests {
  @Test func anEffectMayRunOnItsOwn() async {
    var actions: [Int] = []
    let effect: Effect<Int> = .concatenate(.send(1), .run { send in await send(2) }, .send(3))
    for await action in effect.actions { actions.append(action) }
    #expect(actions == [1, 2, 3])
    for await _ in Effect<Int>.none.actions { Issue.record("There is no effect.") }
  }

  @Test(arguments: [false, true])
  func actions_cancelledByID_end(isByEffect: Bool) async {
    // Each argument has another id: they run side by side, and `Task.cancel(id:)` reaches all
    // stores.
    struct ID: Hashable { let isByEffect: Bool }
    let id = ID(isByEffect: isByEffect)
    let gates = Gates()
    let actions = Effect<Int>.run { send in
      await gates.pass("work")
      await send(1)
    }
    .cancellable(id: id).actions
    let all = Task {
      var all: [Int] = []
      for await action in actions { all.append(action) }
      return all
    }
    await gates.arrival(at: "work")
    if isByEffect {
      for await _ in Effect<Int>.cancel(id: id).actions {}
    } else {
      Task.cancel(id: id)
    }
    #expect(await all.value == [])
    #expect(gates.cancelled == ["work"])
  }
}
