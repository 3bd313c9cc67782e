import CompanionSupport
import ComposableCore
public import Durations
import Synchronization
public import TextTables

/// The durations of actions and effects by name, for reading while the program runs.
///
/// ```swift
/// let timings = Timings()
/// let store = Store(initialState: Feature.State()) {
///   Feature().timing("feature", into: timings)
/// }
/// …
/// print(timings)
/// ```
/// ```
/// Actions by total time              count   total     min    mean     p50     p90     p99     max
/// [feature] incrementButtonTapped    1,000  412 µs  301 ns  412 ns  402 ns  498 ns  612 ns  3.1 µs
/// ```
///
/// Each name has a histogram with three significant digits. Any number of wrappers in any
/// number of stores can share an instance, and any thread can read, reset and print it at any time.
public final class Timings: TimingSink {
  /// The durations of the actions of one name and of their effects.
  private final class Cell {
    let prefix: String
    let name: String
    var actions = DurationRecorder()
    var effects = DurationRecorder()
    var started: UInt64 = 0
    var finished: UInt64 = 0
    var cancelled: UInt64 = 0
    var failed: UInt64 = 0

    init(prefix: String, name: String) {
      self.prefix = prefix
      self.name = name
    }
  }

  private struct State {
    private var cells: [TimedName: Cell] = [:]
    /// The same by text: several features may have names in common.
    private(set) var byText: [[String]: Cell] = [:]

    mutating func cell(_ name: TimedName) -> Cell {
      if let cell = cells[name] { return cell }
      let text = [String(cString: name.prefix), String(cString: name.name)]
      let cell = byText[text] ?? Cell(prefix: text[0], name: text[1])
      byText[text] = cell
      cells[name] = cell
      return cell
    }
  }

  private let state = Locked(State())
  private let enabled: Atomic<Bool>

  /// Creates an empty instance.
  ///
  /// - Parameter isEnabled: Whether to measure from the start.
  public init(isEnabled: Bool = true) {
    enabled = Atomic(isEnabled)
  }

  /// Whether durations are measured. While they are not, the wrapper costs a branch and reads no
  /// clock.
  public var isEnabled: Bool {
    get { enabled.load(ordering: .relaxed) }
    set { enabled.store(newValue, ordering: .relaxed) }
  }

  /// Removes all durations so far. Running effects count when they end.
  public func reset() {
    state.withLock { $0 = State() }
  }
}

// MARK: - Reading

extension Timings {
  /// The durations of all actions of one name.
  public struct Action: Sendable, Equatable {
    /// The prefix of the wrapper.
    public var prefix: String
    /// The name of the action.
    public var name: String
    /// The duration of the wrapped reducer.
    public var duration: DurationStatistics
  }

  /// The durations of all effects that actions of one name started.
  public struct Effect: Sendable, Equatable {
    /// The prefix of the wrapper.
    public var prefix: String
    /// The name of the action.
    public var name: String
    /// The number of effects that have begun.
    public var started: UInt64
    /// The number of effects that finished.
    public var finished: UInt64
    /// The number of effects that were cancelled.
    public var cancelled: UInt64
    /// The number of effects that threw an error.
    public var failed: UInt64
    /// The durations of the effects that have ended; `nil` while none has.
    public var duration: DurationStatistics?
  }

  /// All actions so far, by descending total duration.
  public var actions: [Action] {
    read { cell in
      cell.actions.statistics.map { Action(prefix: cell.prefix, name: cell.name, duration: $0) }
    }
    .sorted {
      ($1.duration.totalNs, $0.prefix, $0.name) < ($0.duration.totalNs, $1.prefix, $1.name)
    }
  }

  /// All effects so far, by descending total duration.
  public var effects: [Effect] {
    read { cell in
      let duration = cell.effects.statistics
      guard cell.started > 0 || duration != nil else { return nil }
      return Effect(
        prefix: cell.prefix, name: cell.name, started: cell.started, finished: cell.finished,
        cancelled: cell.cancelled, failed: cell.failed, duration: duration)
    }
    .sorted {
      ($1.duration?.totalNs ?? 0, $0.prefix, $0.name)
        < ($0.duration?.totalNs ?? 0, $1.prefix, $1.name)
    }
  }

  private func read<Row: Sendable>(_ row: @Sendable (Cell) -> Row?) -> [Row] {
    state.withLock { $0.byText.values.compactMap(row) }
  }

  /// Returns the durations of the actions of a name, `nil` if there was none.
  public func action(_ name: String, prefix: String = "") -> DurationStatistics? {
    actions.first { $0.name == name && $0.prefix == prefix }?.duration
  }
}

// MARK: - Printing

extension Timings: CustomStringConvertible {
  /// The tables of actions and effects, for a file.
  public var description: String { text() }

  /// Returns the tables of actions and effects.
  ///
  /// - Parameter layout: The width of the tables; `TextLayout(fileDescriptor: 1)` suits the
  ///   terminal.
  public func text(_ layout: TextLayout = TextLayout()) -> String {
    let actions = actions
    let effects = effects
    var tables: [TextTable] = []
    if !actions.isEmpty {
      tables.append(
        TextTable(
          heading: "Actions by total time", rows: actions,
          name: { displayName(prefix: $0.prefix, name: $0.name) },
          columns: [("count", 20, { Units.count($0.duration.count) })]
            + TextTable.durationColumns(DurationStatistics.columns, \.duration)))
    }
    if !effects.isEmpty {
      tables.append(
        TextTable(
          heading: "Effects by total time", rows: effects,
          name: { displayName(prefix: $0.prefix, name: $0.name) },
          columns: [
            ("started", 20, { Units.count($0.started) }),
            ("finished", 18, { Units.count($0.finished) }),
            ("cancelled", 18, { Units.count($0.cancelled) }),
            ("failed", 18, { Units.count($0.failed) }),
          ] + TextTable.durationColumns(DurationStatistics.columns, \.duration)))
    }
    guard !tables.isEmpty else { return "No actions seen.\n" }
    return tables.map { $0.lines(layout).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

// MARK: - Recording

extension Timings {
  func recordAction(_ name: TimedName, nanoseconds: UInt64) {
    state.withLock { $0.cell(name).actions.record(Int64(clamping: nanoseconds)) }
  }

  func recordEffectBegin(_ name: TimedName) {
    state.withLock { $0.cell(name).started += 1 }
  }

  func recordEffectEnd(_ name: TimedName, outcome: EffectOutcome, nanoseconds: UInt64) {
    state.withLock { state in
      let cell = state.cell(name)
      cell.effects.record(Int64(clamping: nanoseconds))
      switch outcome {
      case .finished: cell.finished += 1
      case .cancelled: cell.cancelled += 1
      case .failed: cell.failed += 1
      }
    }
  }
}
