import ComposableCore
import Signpost
import TestSupport

extension Scenario {
  /// A scenario of one store of ``Feature``, whose creation and release frame the events.
  private static func feature(
    _ name: String, events: [SignpostEvent],
    body: @escaping @MainActor @Sendable (StoreOf<Feature>, Gates) async -> Void
  ) -> Scenario {
    Scenario(
      name,
      events: [.storeCreated(store: 1, parent: 0, feature: "Feature")] + events
        + [.storeReleased(store: 1)]
    ) {
      let gates = Gates()
      await body(
        Store(initialState: Feature.State()) { Feature(gates: gates).signpost("p") }, gates)
    }
  }

  private static func begin(
    _ action: Int, _ name: String, cause: Int = 0, effect: SignpostEffectKind = .none,
    changed: StateChange = .no
  ) -> [SignpostEvent] {
    [
      .actionBegin(action: action, cause: cause, parent: 0, store: 1, prefix: "p", name: name),
      .actionEnd(action: action, stateChanged: changed, effect: effect),
    ]
  }

  static let effects: [Scenario] = [
    feature(
      "effect-finishes",
      events: begin(1, "run", effect: .run) + [
        .effectBegin(effect: 1, action: 1, prefix: "p", name: "run"),
        .effectOutput(effect: 1, name: "done"),
      ] + begin(2, "done", cause: 1) + [.effectEnd(effect: 1, outcome: .finished, outputs: 1)]
    ) { store, gates in
      gates.open("work")
      await store.send(.run("work")).finish()
    },
    feature(
      "effect-throws",
      events: begin(1, "fail", effect: .run) + [
        .effectBegin(effect: 1, action: 1, prefix: "p", name: "fail"),
        .effectOutput(effect: 1, name: "done"),
      ] + begin(2, "done", cause: 1) + [.effectEnd(effect: 1, outcome: .failed, outputs: 1)]
    ) { store, gates in
      gates.open("work")
      await store.send(.fail("work")).finish()
    },
    feature(
      "effect-cancelled-before-it-starts",
      events: begin(1, "run", effect: .run) + begin(2, "cancel", effect: .cancel) + [
        .effectBegin(effect: 1, action: 1, prefix: "p", name: "run"),
        .effectEnd(effect: 1, outcome: .cancelled, outputs: 0),
      ]
    ) { store, _ in
      let task = store.send(.run("work"))
      store.send(.cancel)
      await task.finish()
    },
    feature(
      "effect-cancelled-while-it-runs",
      events: begin(1, "run", effect: .run) + [
        .effectBegin(effect: 1, action: 1, prefix: "p", name: "run")
      ] + begin(2, "cancel", effect: .cancel) + [
        .effectEnd(effect: 1, outcome: .cancelled, outputs: 0)
      ]
    ) { store, gates in
      let task = store.send(.run("work"))
      await gates.arrival(at: "work")
      store.send(.cancel)
      await task.finish()
    },
    feature(
      "effect-cancelled-after-it-ended",
      events: begin(1, "run", effect: .run) + [
        .effectBegin(effect: 1, action: 1, prefix: "p", name: "run"),
        .effectOutput(effect: 1, name: "done"),
      ] + begin(2, "done", cause: 1) + [.effectEnd(effect: 1, outcome: .finished, outputs: 1)]
        + begin(3, "cancel", effect: .cancel)
    ) { store, gates in
      gates.open("work")
      await store.send(.run("work")).finish()
      store.send(.cancel)
    },
    feature(
      "effects-merged",
      events: begin(1, "merge", effect: .merge) + [
        .effectBegin(effect: 1, action: 1, prefix: "p", name: "merge"),
        .effectOutput(effect: 1, name: "increment"),
        .effectEnd(effect: 1, outcome: .finished, outputs: 1),
        .effectBegin(effect: 2, action: 1, prefix: "p", name: "merge"),
        .effectOutput(effect: 2, name: "nothing"),
        .effectEnd(effect: 2, outcome: .finished, outputs: 1),
      ] + begin(2, "increment", cause: 1, changed: .yes) + begin(3, "nothing", cause: 2)
    ) { store, _ in
      await store.send(.merge).finish()
    },
    feature(
      "effect-of-an-effect",
      events: begin(1, "nested", effect: .run) + [
        .effectBegin(effect: 1, action: 1, prefix: "p", name: "nested"),
        .effectOutput(effect: 1, name: "send"),
      ] + begin(2, "send", cause: 1, effect: .send) + [
        .effectBegin(effect: 2, action: 2, prefix: "p", name: "send"),
        .effectOutput(effect: 2, name: "done"),
        .effectEnd(effect: 2, outcome: .finished, outputs: 1),
      ] + begin(3, "done", cause: 2) + [.effectEnd(effect: 1, outcome: .finished, outputs: 1)]
    ) { store, _ in
      await store.send(.nested).finish()
    },
    Scenario(
      "effect-outlives-its-store",
      events: [.storeCreated(store: 1, parent: 0, feature: "Feature")]
        + begin(1, "run", effect: .run) + [
          .effectBegin(effect: 1, action: 1, prefix: "p", name: "run"),
          .storeReleased(store: 1),
          .effectEnd(effect: 1, outcome: .cancelled, outputs: 0),
        ]
    ) {
      let gates = Gates()
      var store: StoreOf<Feature>? = Store(initialState: Feature.State()) {
        Feature(gates: gates).signpost("p")
      }
      let task = store?.send(.run("work"))
      await gates.arrival(at: "work")
      store = nil
      await task?.finish()
    },
  ]
}
