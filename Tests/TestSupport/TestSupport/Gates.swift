import CompanionSupport

/// Lets a test decide when asynchronous work goes on: work waits at a named gate until the test
/// opens it, or until the work is cancelled.
public final class Gates: Sendable {
  private struct State {
    var open: Set<String> = []
    var cancelled: Set<String> = []
    var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    var arrivals: [(name: String, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// Creates gates that are all closed.
  public init() {}

  /// Waits at the gate. Several may wait at one.
  public func pass(_ name: String) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let resumed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
          let arrived = state.arrivals.filter { $0.name == name }.map(\.continuation)
          state.arrivals.removeAll { $0.name == name }
          if state.open.contains(name) || Task.isCancelled { return arrived + [continuation] }
          state.waiting[name, default: []].append(continuation)
          return arrived
        }
        for continuation in resumed { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.cancelled.insert(name)
        return state.waiting.removeValue(forKey: name) ?? []
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  /// Opens the gate for those who wait and those who come.
  public func open(_ name: String) {
    let waiting = state.withLock { state in
      state.open.insert(name)
      return state.waiting.removeValue(forKey: name) ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until work waits at the gate.
  public func arrival(at name: String) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.waiting[name] != nil { return true }
        state.arrivals.append((name, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// The gates at which work was cancelled.
  public var cancelled: Set<String> { state.withLock { $0.cancelled } }

  /// The gates at which work waits.
  public var waiting: Set<String> { state.withLock { Set($0.waiting.keys) } }
}
