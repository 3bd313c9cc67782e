import ComposableCore

/// The amount of work: the same plan always has the same result.
struct WorkPlan: Sendable {
  /// Stores on the main actor.
  var stores = 2
  /// Stores with a thread of their own each, from which they are sent their actions.
  var threads = 2
  /// The number of actions from outside for each of these stores.
  var actions = 200

  /// Every so many actions, one goes to the child.
  private static let childInterval = 4
  /// After so many actions on the main actor, others have their turn.
  private static let pauseInterval = 64

  /// Does all of the work, and waits until its effects have ended.
  @MainActor
  func run() async -> WorkResult {
    let count = threads
    let actions = actions
    async let onThreads = withTaskGroup(of: (Int, Job.State).self) { group in
      for number in 0..<count {
        group.addTask { (number, await Self.runOnThread(number, actions: actions)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var result = WorkResult()
    for number in 0..<stores { result.add(await runOnMainActor(number)) }
    let states = await onThreads
    for number in 0..<threads { if let state = states[number] { result.add(state) } }
    return result
  }

  /// Does the work without tasks: all that is possible in a fork, which has a single thread.
  @MainActor
  func runSynchronously() -> WorkResult {
    var result = WorkResult()
    for number in 0..<stores {
      let store = Store(initialState: Job.State()) { Job(hasEffects: false) }
      let child = store.scope(\.part, action: \.part)
      for index in 0..<actions { send(index, number, store, child) }
      result.add(store.state)
    }
    return result
  }

  @MainActor
  private func runOnMainActor(_ number: Int) async -> Job.State {
    let store = Store(initialState: Job.State()) { Job() }
    let child = store.scope(\.part, action: \.part)
    var reactions = 0
    let observer = observe {
      _ = store.steps
      reactions += 1
    }
    var tasks: [StoreTask] = []
    for index in 0..<actions {
      tasks.append(send(index, number, store, child))
      if index.isMultiple(of: Self.pauseInterval) { await Task.yield() }
    }
    for task in tasks { await task.finish() }
    observer.cancel()
    return store.state
  }

  @MainActor
  @discardableResult
  private func send(
    _ index: Int, _ number: Int, _ store: StoreOf<Job>, _ child: StoreOf<Part>
  ) -> StoreTask {
    let value = Self.value(index, number)
    return index.isMultiple(of: Self.childInterval)
      ? child.send(.add(value)) : store.send(.step(value))
  }

  private static func runOnThread(_ number: Int, actions: Int) async -> Job.State {
    let thread = ThreadExecutor()
    defer { thread.end() }
    return await withTaskExecutorPreference(thread) {
      let store = StoreActor(initialState: Job.State()) { Job() }
      let child = store.scope(\.part, action: \.part)
      var tasks: [StoreTask] = []
      for index in 0..<actions {
        let value = value(index, number)
        tasks.append(
          index.isMultiple(of: childInterval)
            ? await child.send(.add(value)) : await store.send(.step(value)))
      }
      for task in tasks { await task.finish() }
      return await store.state
    }
  }

  private static func value(_ index: Int, _ number: Int) -> UInt64 {
    UInt64(index) &+ UInt64(number) &* 1_000_003 &* 16
  }
}

/// The result of the work.
struct WorkResult: Equatable, Sendable, CustomStringConvertible {
  private var checksum: UInt64 = 0
  private(set) var actions: UInt64 = 0
  private(set) var effects: UInt64 = 0

  mutating func add(_ state: Job.State) {
    for value in [state.steps, state.received, state.part.sum] {
      checksum = checksum &* 0x9e37_79b9_7f4a_7c15 &+ value
    }
    actions += state.actions
    effects += state.effects
  }

  var description: String {
    "checksum=\(String(checksum, radix: 16)) actions=\(actions) effects=\(effects)"
  }
}
