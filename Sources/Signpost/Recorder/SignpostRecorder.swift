import CCore
import ComposableCore

/// Keeps events in memory, to assert on what a feature emits without a session daemon.
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
/// `import SignpostTestSupport` adds expectations, which read better and wait for what is under way:
/// `await recorder.expect("incrementButtonTapped", starting: [.finished()])`.
///
/// A recorder hears what happens within its scope and in the tasks that are started there, so that
/// tests which run at the same time do not hear each other.
public final class SignpostRecorder: Sendable {
  /// What a recorder leaves out unless it is asked.
  public struct Details: OptionSet, Sendable {
    /// One bit for each detail.
    public let rawValue: Int

    /// The details of these bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Each action that a store is sent: ``SignpostEvent/send(action:cause:store:depth:isReentrant:name:)``.
    public static let sends = Self(rawValue: 1 << 0)
    /// What actions change in states, as far as the wrappers' `stateDiff` says so. States are copied
    /// and compared for that.
    public static let stateDiffs = Self(rawValue: 1 << 1)
  }

  private struct State {
    var events: [SignpostEvent] = []
    var ids = RecordedIDs()
  }

  private let state = Locked(State())
  /// Kept here, so that statements anywhere in a test are about what no other one was about.
  package let stated = Locked(StatedActions())
  /// What it hears besides.
  let details: Details

  @TaskLocal static var current: SignpostRecorder?

  /// Creates a recorder that has heard nothing yet.
  ///
  /// - Parameter details: What to record besides.
  public init(including details: Details = []) {
    self.details = details
    composable_count_listener(1)
  }

  deinit {
    composable_count_listener(-1)
  }

  /// What was recorded so far, in order.
  public var events: [SignpostEvent] {
    state.withLock { $0.events }
  }

  /// Forgets the events recorded so far; ids go on being numbered.
  public func removeAll() {
    state.withLock { $0.events = [] }
  }

  /// Records what happens in `operation` and in the tasks it starts.
  public func record<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: operation)
  }

  /// Records what happens in `operation` and in the tasks it starts.
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
