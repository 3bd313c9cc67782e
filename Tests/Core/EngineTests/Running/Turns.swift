import CompanionSupport
import ComposableCore
import ReferenceEngine

/// Where effects wait until the program says that it is their turn, or until they are cancelled.
final class Turns: Sendable {
  struct Failure: Error {}

  private enum Wait {
    /// The task is on its way to the executor where it is suspended.
    case begun
    case suspended(CheckedContinuation<Void, Never>)

    func resume() {
      if case .suspended(let continuation) = self { continuation.resume() }
    }
  }

  private struct State {
    var waiting: [Int: Wait] = [:]
    /// The effects that are in a delay of any length.
    var delayed: Set<Int> = []
    var isOver = false
  }

  private let state = Locked(State())
  /// Whether it is an effect's turn at any time, as an exploration chooses.
  private let areFree: Bool

  init(areFree: Bool) {
    self.areFree = areFree
  }

  /// - Parameters:
  ///   - didInterrupt: Called if the wait is cancelled, before the task goes on.
  ///   - willGoOn: Called when the task goes on after a delay of any length.
  nonisolated(nonsending) func wait(
    _ serial: Int, _ reaction: ReferenceReaction, didInterrupt: @escaping @Sendable () -> Void,
    willGoOn: () -> Void
  ) async throws {
    guard areFree else { return try await waitForTurn(serial, reaction, didInterrupt) }
    if await delay(serial, didInterrupt) { willGoOn() }
    try Self.react(reaction)
  }

  /// Reacts to a cancellation at the end of a wait.
  private static func react(_ reaction: ReferenceReaction) throws {
    guard Task.isCancelled else { return }
    switch reaction {
    case .stop: throw CancellationError()
    case .fail: throw Failure()
    case .goOn: break
    }
  }

  /// Returns whether there was a delay.
  private nonisolated(nonsending) func delay(
    _ serial: Int, _ didInterrupt: @escaping @Sendable () -> Void
  ) async -> Bool {
    guard !Task.isCancelled else { return false }
    state.withLock { _ = $0.delayed.insert(serial) }
    await withTaskCancellationHandler {
      await Task.yield()
    } onCancel: {
      if state.withLock({ $0.delayed.remove(serial) }) != nil { didInterrupt() }
    }
    state.withLock { _ = $0.delayed.remove(serial) }
    return true
  }

  private nonisolated(nonsending) func waitForTurn(
    _ serial: Int, _ reaction: ReferenceReaction, _ didInterrupt: @escaping @Sendable () -> Void
  ) async throws {
    // Work that is ready may cancel the task before it is suspended, which interrupts its wait.
    state.withLock { state in
      if !Task.isCancelled, !state.isOver { state.waiting[serial] = .begun }
    }
    try await withTaskCancellationHandler {
      try await suspend(serial, reaction)
    } onCancel: {
      guard let wait = take(serial) else { return }
      didInterrupt()
      wait.resume()
    }
  }

  /// Concurrent: the task reacts to a cancellation as soon as its turn comes. In the isolation of
  /// its store, it would see a cancellation by work that the store does first.
  @concurrent
  private func suspend(_ serial: Int, _ reaction: ReferenceReaction) async throws {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.waiting[serial] != nil else { return true }
        state.waiting[serial] = .suspended(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
    try Self.react(reaction)
  }

  func resume(_ serial: Int) { take(serial)?.resume() }

  private func take(_ serial: Int) -> Wait? {
    state.withLock { $0.waiting.removeValue(forKey: serial) }
  }

  /// The program has ended. All waiting tasks continue, and no task waits any more: a task that is
  /// not cancelled with its effect would stay forever.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for wait in waiting { wait.resume() }
  }

  var isOver: Bool { state.withLock { $0.isOver } }
}
