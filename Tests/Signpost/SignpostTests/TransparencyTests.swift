import CompanionSupport
import ComposableCore
import InMemoryLogging
import InMemoryTracing
import MetricsTestKit
import Signpost
import TestSupport
import Testing

/// A wrapper changes nothing: random actions sent to random features, bare and wrapped, lead to the
/// same states and the same actions in the same order.
@MainActor
@Suite struct TransparencyTests {
  /// The behaviour of a node of the feature for an action, chosen by the seed.
  struct Node: Reducer {
    struct State: Equatable {
      var log: [Int] = []
      var children: [State] = []
      var optional: [State] = []
    }

    indirect enum Action: Equatable, Sendable {
      case own(Int)
      case child(Int, Action)
    }

    let seed: UInt64
    let depth: Int
    let wrap: Wrap
    var stack: WrapperStack?

    var body: some ReducerOf<Self> {
      ChildNodes(seed: seed, depth: depth, wrap: wrap, stack: stack)
      if let stack {
        stacked(in: stack)
      } else if depth > 0, wrap == .everyLevel {
        logic.signpost("depth \(depth)")
      } else {
        logic
      }
    }

    private func stacked(in stack: WrapperStack) -> StackedReducer<State, Action> {
      var random = SplitMix(seed: seed)
      let isWrapped = Bool.random(using: &random)
      return isWrapped ? stack.wrap(logic, using: &random) : StackedReducer(base: logic)
    }

    private var logic: Reduce<State, Action> {
      Reduce { state, action in
        guard case .own(let number) = action else {
          state.log.append(-1)
          return .none
        }
        state.log.append(number)
        var random = SplitMix(seed: seed &+ UInt64(bitPattern: Int64(number)))
        let next = Action.own(number - 1)
        guard number > 0 else { return .none }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .send(next)
        case 1: return .merge(.send(next), .send(.own(0)))
        case 2: return .run { send in await send(next) }
        case 3: return .run { _ in throw CancellationError() }
        case 4: return .cancel(id: number)
        case 5: return .send(next).map { $0 }.cancellable(id: number, cancelInFlight: true)
        default: return .none
        }
      }
    }
  }

  /// Hands an action to the child it addresses.
  struct ChildNodes: Reducer {
    let seed: UInt64
    let depth: Int
    let wrap: Wrap
    let stack: WrapperStack?

    func reduce(into state: inout Node.State, action: Node.Action) -> Effect<Node.Action> {
      guard depth > 0, case .child(let index, let childAction) = action else { return .none }
      while state.children.count <= index { state.children.append(Node.State()) }
      let child = Node(seed: seed &+ UInt64(index + 1), depth: depth - 1, wrap: wrap, stack: stack)
      return child._reduce(into: &state.children[index], action: childAction)
        .map { .child(index, $0) }
    }
  }

  enum Wrap: CaseIterable { case none, root, twice, everyLevel }

  struct Logged: Reducer {
    let base: Node
    let wrap: Wrap
    let log: Log

    final class Log { var lines: [String] = [] }

    var body: some ReducerOf<Node> {
      Reduce { state, action in
        log.lines.append("received \(action)")
        return .none
      }
      switch wrap {
      case .none, .everyLevel: stacked
      case .root: base.signpost("root")
      case .twice: base.signpost("inner").signpost("outer")
      }
      Reduce { state, action in
        log.lines.append("reduced to \(state)")
        return .none
      }
    }

    private var stacked: StackedReducer<Node.State, Node.Action> {
      guard let stack = base.stack else { return StackedReducer(base: base) }
      var random = SplitMix(seed: base.seed)
      return stack.wrap(base, using: &random)
    }
  }

  private func run(
    seed: UInt64, wrap: Wrap, stack: WrapperStack? = nil
  ) async -> [String] {
    let log = Logged.Log()
    let store = Store(initialState: Node.State()) {
      Logged(base: Node(seed: seed, depth: 2, wrap: wrap, stack: stack), wrap: wrap, log: log)
    }
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      var action = Node.Action.own(Int.random(in: 0..<6, using: &random))
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        action = .child(Int.random(in: 0..<2, using: &random), action)
      }
      await store.send(action).finish()
    }
    return log.lines
  }

  @Test(arguments: 0..<30)
  func wrappedAndBareBehaveTheSame(seed: UInt64) async {
    let bare = await run(seed: seed, wrap: .none)
    for wrap in Wrap.allCases {
      #expect(await run(seed: seed, wrap: wrap) == bare, "not recorded, \(wrap)")
      let recorder = SignpostRecorder()
      let recorded = await recorder.record { await run(seed: seed, wrap: wrap) }
      #expect(recorded == bare, "recorded, \(wrap)")
      let actions = recorder.events.filter { if case .actionBegin = $0 { true } else { false } }
      #expect(actions.isEmpty == (wrap == .none))
      expectEveryBeginHasOneEnd(recorder.events)
    }
  }

  @Test(arguments: 0..<20)
  func randomStacksOfAllWrappersBehaveTheSame(seed: UInt64) async {
    let bare = await run(seed: seed, wrap: .none)

    let off = WrapperStack(isOn: false)
    #expect(await run(seed: seed, wrap: .none, stack: off) == bare)
    #expect(off.log.entries.isEmpty)
    #expect(off.timings.actions.isEmpty)
    #expect(off.metrics.counters.isEmpty)
    #expect(off.tracer.finishedSpans.isEmpty)
    #expect(off.printed.withLock { $0 } == 0)

    let on = WrapperStack(isOn: true)
    let recorder = SignpostRecorder()
    #expect(await recorder.record { await run(seed: seed, wrap: .none, stack: on) } == bare)
    expectEveryBeginHasOneEnd(recorder.events)
    #expect(!on.log.entries.isEmpty)
    #expect(!on.timings.actions.isEmpty)
    #expect(
      on.timings.effects.allSatisfy { $0.started == $0.finished + $0.cancelled + $0.failed })
    #expect(!on.metrics.counters.isEmpty)
    #expect(
      on.metrics.recorders(label: "node.effects.running").allSatisfy { ($0.lastValue ?? 0) == 0 })
    #expect(!on.tracer.finishedSpans.isEmpty)
    #expect(on.tracer.activeSpans.isEmpty)
    #expect(on.printed.withLock { $0 } > 0)
  }

  private func expectEveryBeginHasOneEnd(_ events: [SignpostEvent]) {
    var open: Set<String> = []
    for event in events {
      switch event {
      case .actionBegin(let id, _, let parent, _, _, _):
        #expect(open.insert("action \(id)").inserted)
        #expect(parent == 0 || open.contains("action \(parent)"))
      case .actionEnd(let id, _, _): #expect(open.remove("action \(id)") != nil)
      case .effectBegin(let id, _, _, _): #expect(open.insert("effect \(id)").inserted)
      case .effectEnd(let id, _, _): #expect(open.remove("effect \(id)") != nil)
      case .effectOutput(let id, _): #expect(open.contains("effect \(id)"))
      case .storeCreated(let id, _, _): #expect(open.insert("store \(id)").inserted)
      case .actionPayload(let id, _), .budgetExceeded(let id, _, _, _, _): #expect(id > 0)
      case .storeReleased(let id): #expect(open.remove("store \(id)") != nil)
      case .intervalBegin, .intervalEnd, .event, .log, .scope, .observeBegin, .observeEnd, .send,
        .stateDiff:
        Issue.record("no wrapper writes \(event)")
      }
    }
    #expect(open.isEmpty)
  }
}
