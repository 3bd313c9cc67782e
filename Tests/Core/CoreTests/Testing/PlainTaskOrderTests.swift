import ComposableCore
import Dispatch
import Testing

/// The order of actions under `withMainSerialExecutor`, compared with plain tasks.
///
/// In the original, an effect is a task that begins on the main actor and sends by calling a method
/// there. Tests of features state the order in which such tasks take turns.
@MainActor
@Suite struct PlainTaskOrderTests {
  enum Action: Equatable, Sendable {
    case start
    case element(Int)
    case response(Int)
  }

  /// Calls a method on the main actor.
  @MainActor
  struct PlainSend: Sendable {
    let send: @MainActor @Sendable (Action) -> Void

    func callAsFunction(_ action: Action) { send(action) }
  }

  typealias Operation = @Sendable (_ send: PlainSend) async -> Void

  /// The same code as an effect and as a task: the type of a closure decides on its turns.
  struct Work: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let effect: Effect<Action>
    let operation: Operation
  }

  nonisolated static let works = [
    Work(
      testDescription: "actions in a row",
      effect: .run { send in
        for number in 1...4 { await send(.element(number)) }
      },
      operation: { send in
        for number in 1...4 { await send(.element(number)) }
      }),
    Work(
      testDescription: "a stream",
      effect: .run { send in
        for await number in AsyncStream(numbers: 1...4) { await send(.element(number)) }
      },
      operation: { send in
        for await number in AsyncStream(numbers: 1...4) { await send(.element(number)) }
      }),
    Work(
      testDescription: "a stream from another task",
      effect: .run { send in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        async let producer: Void = produce(continuation)
        for await number in stream { await send(.element(number)) }
        await producer
      },
      operation: { send in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        async let producer: Void = produce(continuation)
        for await number in stream { await send(.element(number)) }
        await producer
      }),
    Work(
      testDescription: "async let",
      effect: .run { send in
        async let first: Void = send(.element(1))
        async let second: Void = send(.element(2))
        async let third: Void = send(.element(3))
        _ = await (first, second, third)
      },
      operation: { send in
        async let first: Void = send(.element(1))
        async let second: Void = send(.element(2))
        async let third: Void = send(.element(3))
        _ = await (first, second, third)
      }),
    Work(
      testDescription: "a task group",
      effect: .run { send in
        await withTaskGroup(of: Void.self) { group in
          for number in 1...3 {
            group.addTask {
              await send(.element(number))
              await send(.element(number + 10))
            }
          }
        }
      },
      operation: { send in
        await withTaskGroup(of: Void.self) { group in
          for number in 1...3 {
            group.addTask {
              await send(.element(number))
              await send(.element(number + 10))
            }
          }
        }
      }),
    Work(
      testDescription: "tasks within tasks",
      effect: .run { send in
        await Task {
          await send(.element(1))
          await Task { await send(.element(2)) }.value
          await send(.element(3))
        }.value
        await send(.element(4))
      },
      operation: { send in
        await Task {
          await send(.element(1))
          await Task { await send(.element(2)) }.value
          await send(.element(3))
        }.value
        await send(.element(4))
      }),
    Work(
      testDescription: "requests",
      effect: .run { send in
        for number in 1...4 { await send(.element(answer(number))) }
      },
      operation: { send in
        for number in 1...4 { await send(.element(answer(number))) }
      }),
    Work(
      testDescription: "an immediate clock",
      effect: .run { send in
        for number in 1...3 {
          try await ImmediateClock().sleep(for: .seconds(1))
          await send(.element(number))
        }
      },
      operation: { send in
        for number in 1...3 {
          try? await ImmediateClock().sleep(for: .seconds(1))
          await send(.element(number))
        }
      }),
    Work(
      testDescription: "a group with an immediate scheduler",
      effect: .run { send in
        await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await send(.element(answer(1))) }
          group.addTask {
            try await AnySchedulerOf<DispatchQueue>.immediate.sleep(for: .seconds(1))
            await send(.element(2))
            await send(.element(3))
          }
        }
      },
      operation: { send in
        await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await send(.element(answer(1))) }
          group.addTask {
            try await AnySchedulerOf<DispatchQueue>.immediate.sleep(for: .seconds(1))
            await send(.element(2))
            await send(.element(3))
          }
        }
      }),
  ]

  /// A store of plain tasks.
  @MainActor
  private final class PlainStore {
    var log: [Action] = []
    var running = 0
    let operation: Operation

    init(_ operation: @escaping Operation) {
      self.operation = operation
    }

    func send(_ action: Action) {
      log.append(action)
      switch action {
      case .start: start(operation)
      case .element(let number): start { send in await send(.response(number)) }
      case .response: break
      }
    }

    private func start(_ operation: @escaping Operation) {
      running += 1
      Task { @MainActor in
        await operation(PlainSend { self.send($0) })
        running -= 1
      }
    }
  }

  @Test(arguments: works)
  func testStore_orderOfActions_isThatOfPlainTasks(_ work: Work) async {
    let plain = await withMainSerialExecutor {
      let store = PlainStore(work.operation)
      store.send(.start)
      while store.running > 0 { await Task.yield() }
      return store.log
    }
    let log = LockIsolated<[Action]>([])
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        log.withValue { $0.append(action) }
        switch action {
        case .start: return work.effect
        case .element(let number): return .run { send in await send(.response(number)) }
        case .response: return .none
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.start).finish()
    await store.finish()
    #expect(log.value == plain)
    #expect(plain.count > 6)
  }
}

/// Answers requests at once, in no isolation.
@concurrent
private func answer(_ number: Int) async -> Int { number }

@concurrent
private func produce(_ continuation: AsyncStream<Int>.Continuation) async {
  for number in 1...4 {
    continuation.yield(number)
    await Task.yield()
  }
  continuation.finish()
}

extension AsyncStream<Int> {
  fileprivate init(numbers: ClosedRange<Int>) {
    self.init { continuation in
      for number in numbers { continuation.yield(number) }
      continuation.finish()
    }
  }
}
