import CCore
import CompanionSupport
import ComposableCore

/// Records events in memory, so that a test can assert on them without a session daemon.
///
/// ```swift
/// let recorder = SignpostRecorder()
/// await recorder.record {
///   let store = Store(initialState: Counter.State()) { Counter().signpost("counter") }
///   await store.send(.incrementButtonTapped).finish()
/// }
/// #expect(recorder.events.contains(.effectEnd(effect: 1, outcome: .finished, outputs: 1)))
/// ```
///
/// `import SignpostTestSupport` adds expectations, which wait for running effects:
/// `await recorder.expect("incrementButtonTapped", starting: [.finished()])`.
///
/// A recorder receives the events of its scope and of the tasks that are started there. Tests that
/// run at the same time therefore do not receive each other's events.
public final class SignpostRecorder: Sendable {
  /// Events that a recorder records only on request.
  public struct Details: OptionSet, Sendable {
    /// A bit for each detail.
    public let rawValue: Int

    /// The details of these bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Each send of an action to a store:
    /// ``SignpostEvent/send(action:cause:store:depth:isReentrant:name:)``.
    public static let sends = Self(rawValue: 1 << 0)
    /// The differences that actions make to states, according to the wrappers' `stateDiff`. States
    /// are copied and compared for them.
    public static let stateDiffs = Self(rawValue: 1 << 1)
  }

  private struct State {
    var events: [SignpostEvent] = []
    var ids = RecordedIDs()
  }

  private let state = Locked(State())
  /// Stored here, so that expectations anywhere in a test apply to actions that no other one was
  /// about.
  package let covered = Locked(CoveredActions())
  /// The additional events.
  let details: Details

  @TaskLocal static var current: SignpostRecorder?

  /// Creates a recorder without events.
  ///
  /// - Parameter details: The additional events to record.
  public init(including details: Details = []) {
    self.details = details
    composable_count_listener(1)
  }

  deinit {
    composable_count_listener(-1)
  }

  /// The events recorded so far, in order.
  public var events: [SignpostEvent] {
    state.withLock { $0.events }
  }

  /// Removes the events recorded so far. The numbering of ids continues.
  public func removeAll() {
    state.withLock { $0.events = [] }
  }

  /// Records the events of `operation` and of the tasks that it starts.
  public func record<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: operation)
  }

  /// Records the events of `operation` and of the tasks that it starts.
  public nonisolated(nonsending) func record<Result>(
    _ operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: operation)
  }

  func append(_ event: (inout RecordedIDs) -> SignpostEvent) {
    state.withLock { state in
      state.events.append(event(&state.ids))
    }
  }
}

/// Numbers ids in the order in which they appear.
struct RecordedIDs {
  private var actions: [UInt64: Int] = [:]
  private var effects: [UInt64: Int] = [:]
  private var stores: [UInt64: Int] = [:]
  private var intervals: [UInt64: Int] = [:]
  private var signposts: [UInt64: Int] = [:]

  mutating func action(_ id: UInt64) -> Int { Self.number(id, &actions) }
  mutating func effect(_ id: UInt64) -> Int { Self.number(id, &effects) }
  mutating func store(_ id: UInt64) -> Int { Self.number(id, &stores) }
  mutating func interval(_ id: UInt64) -> Int { Self.number(id, &intervals) }
  mutating func signpost(_ id: UInt64) -> Int { Self.number(id, &signposts) }

  private static func number(_ id: UInt64, _ known: inout [UInt64: Int]) -> Int {
    guard id != 0 else { return 0 }
    if let number = known[id] { return number }
    known[id] = known.count + 1
    return known.count
  }
}
