import ComposableCore
import Signpost
import TestSupport

/// A feature whose actions lead to further ones in random ways, which a seed determines: each chain
/// of actions is the same in every run, whatever its actions are interleaved with.
struct ChainedWork: Reducer {
  struct State: Equatable, Sendable {
    var sum: UInt64 = 0
    var part = Part.State()
  }

  enum Action: CasePathable, Sendable {
    case started(Step)
    case returned(Step)
    case sent(Step)
    case forwarded(Step)
    case part(Part.Action)

    struct AllCasePaths: Sendable {
      var part: AnyCasePath<Action, Part.Action> {
        AnyCasePath(embed: Action.part) { if case .part(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    var step: Step {
      switch self {
      case .started(let step), .returned(let step), .sent(let step), .forwarded(let step): step
      case .part(.worked(let step)): step
      }
    }
  }

  /// An action of a chain.
  struct Step: Sendable {
    let chain: Int
    var seed: UInt64
    var depth = 0

    /// Identifies the effect of the step.
    var id: [UInt64] { [UInt64(chain), seed, UInt64(depth)] }

    /// The next step, one of several.
    func next(_ number: UInt64) -> Step {
      Step(chain: chain, seed: seed &* 31 &+ number &+ 1, depth: depth + 1)
    }
  }

  /// A child with a wrapper of its own.
  struct Part: Reducer {
    struct State: Equatable, Sendable { var sum: UInt64 = 0 }
    enum Action: Sendable { case worked(Step) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .worked(let step) = action else { return .none }
        state.sum &+= step.seed
        guard step.depth < ChainedWork.mostDepth else { return .none }
        return .run { send in await send(.worked(step.next(0))) }
      }
    }
  }

  static let mostDepth = 4

  /// Sends an action to another store; called by the reducer.
  var forward: @Sendable (Step) -> Void = { _ in }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(\.part, action: \.part) {
        Part().signpost(
          "part",
          payload: .text { action in
            guard case .worked(let step) = action else { return nil }
            return "\(step.chain)"
          })
      }
      Reduce { state, action in
        if case .part = action { return .none }
        let step = action.step
        state.sum &+= step.seed
        return step.depth < Self.mostDepth ? consequence(of: step) : .none
      }
    }
  }

  private func consequence(of step: Step) -> Effect<Action> {
    var random = SplitMix(seed: step.seed)
    func run(_ number: UInt64) -> Effect<Action> {
      .run { send in
        await Task.yield()
        await send(.returned(step.next(number)))
      }
    }
    switch UInt64.random(in: 0..<12, using: &random) {
    case 0, 1: return run(0)
    case 2: return .send(.sent(step.next(0)))
    case 3: return .merge(run(0), .send(.sent(step.next(1))))
    case 4: return .concatenate(run(0), run(1))
    case 5: return .send(.part(.worked(step.next(0))))
    case 6:
      forward(step.next(0))
      return .none
    case 7: return .concatenate(run(0), .send(.sent(step.next(1))))
    case 8:
      return .send(.sent(step.next(0)))
        .debounce(id: step.id, for: .milliseconds(1), clock: ContinuousClock())
    case 9:
      // The second waits for the end of the interval that the first has started.
      func throttled(_ number: UInt64) -> Effect<Action> {
        .send(.sent(step.next(number)))
          .throttle(
            id: step.id, for: .milliseconds(20), clock: ContinuousClock(), latest: true)
      }
      return .merge(throttled(0), throttled(1))
    default: return .none
    }
  }
}

/// Chains of actions from the main actor and from other threads, through nested wrappers, through
/// wrappers that cover a child only, and from store to store.
@MainActor
package func runChains(_ count: Int, seed: UInt64) async {
  let wrapped = Wrapped()
  let forwarded = ForwardedTasks()
  let other = Store(initialState: ChainedWork.State()) { wrapped }
  let store = Store(initialState: ChainedWork.State()) {
    Wrapped(
      work: ChainedWork(forward: { step in
        MainActor.assumeIsolated { forwarded.tasks.append(other.send(.forwarded(step))) }
      }))
  }
  let partlyWrapped = Store(initialState: ChainedWork.State()) { ChainedWork() }
  let onThreads = storeOnThreads()
  let inEnvironment = storeInEnvironment()
  var reactions = 0
  let observer = observe {
    _ = store.sum
    reactions += 1
  }
  func step(_ chain: Int) -> ChainedWork.Step {
    var random = SplitMix(seed: seed &+ UInt64(chain))
    return ChainedWork.Step(chain: chain, seed: random.next())
  }
  var tasks: [StoreTask] = []
  for chain in 0..<count {
    switch chain % 6 {
    case 0, 1: tasks.append(store.send(.started(step(chain))))
    case 2: tasks.append(partlyWrapped.send(.part(.worked(step(chain)))))
    case 3: tasks.append(partlyWrapped.send(.started(step(chain))))
    case 4: tasks.append(inEnvironment.send(.started(step(chain))))
    default: tasks.append(await onThreads.send(.started(step(chain))))
    }
  }
  for task in tasks { await task.finish() }
  for task in forwarded.tasks { await task.finish() }
  observer.cancel()
  let sums = [
    store.state, other.state, partlyWrapped.state, inEnvironment.state, await onThreads.state,
  ]
  print(sums.map { "\($0.sum) \($0.part.sum)" }.joined(separator: ", "))
}

/// A store with an actor of its own.
private func storeOnThreads() -> StoreActor<ChainedWork.State, ChainedWork.Action> {
  StoreActor(initialState: ChainedWork.State()) { Wrapped() }
}

/// A store that does not know of the wrapper of its reducer.
@MainActor
private func storeInEnvironment() -> Store<ChainedWork.State, ChainedWork.Action> {
  Store(
    initialState: ChainedWork.State(),
    reducer: AnyReducer<ChainedWork.State, ChainedWork.Action, Void> { ChainedWork() }
      .signpost("environment", payload: .text { "\($0.step.chain)" }),
    environment: ())
}

@MainActor
private final class ForwardedTasks {
  var tasks: [StoreTask] = []
}

/// The work within two wrappers.
private struct Wrapped: Reducer {
  typealias State = ChainedWork.State
  typealias Action = ChainedWork.Action

  var work = ChainedWork()

  var body: some ReducerOf<Self> {
    work
      .signpost("inner", payload: .text { "\($0.step.chain)" })
      .signpost("outer", payload: .text { "\($0.step.chain)" })
  }
}
