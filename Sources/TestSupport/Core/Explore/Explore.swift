import ComposableCore
import Foundation
import IssueReporting

/// Runs a test under all orders of its events.
///
/// ```swift
/// @Test func searching_showsTheLastQuery() async throws {
///   try await explore {
///     let store = Store(initialState: Search.State()) {
///       Search()
///     } withDependencies: {
///       $0.search = { query in
///         await Task.yield()
///         return results(of: query)
///       }
///     }
///     $0.send(.queryChanged("a"), to: store)
///     $0.send(.queryChanged("ab"), to: store)
///     $0.eventually { #expect(store.results == results(of: "ab")) }
///   }
/// }
/// ```
///
/// The closure runs once for each order, so it creates its store itself. Its tasks run on the main
/// thread, one job at a time; the next is chosen among those that are ready. The search is
/// depth-first. An order whose rest is known is not counted twice: if two actions lead to the same
/// states, and start and cancel the same effects, whichever comes first, only one of the orders is
/// continued.
///
/// The first order that fails is shortened to few choices other than the usual ones, and reported
/// with each action, its cause and its change. ``Exploration/eventually(_:)`` has the expectations.
///
/// The usual mistake is a dependency that answers at once: without a suspension there is nothing to
/// reorder. `await Task.yield()` is a delay of any length, which may also outlast the sleeps of a
/// `TestClock`; use the clock for a delay of a known length. A real clock, work that another thread
/// finishes, and a store that was made outside of the closure make the test fail, as the same order
/// would not be the same again.
///
/// States are compared by `==`, or by their encoded form. States with objects, such as `@Shared`
/// values, and states that are not equal to themselves are compared by their dumps. Memory that
/// effects share outside of stores is not compared: two effects that write the same variable of a
/// dependency may seem to commute. `LockIsolated`, `@Shared` values and actors are observed. If
/// orders were skipped, random orders check that nothing was missed: the test fails if one of them
/// ends in a state that no other has reached. For memory that is not observed, pass `false` for
/// `reducesOrders`.
///
/// - Parameters:
///   - order: An order that was reported: the closure runs in this order only.
///   - runs: The maximum number of runs. If half of them do not suffice for all orders, the rest
///     are random.
///   - time: The maximum time of the runs, of which the same applies; `nil` for any. The search for
///     a shorter order that fails is not limited.
///   - deviations: The maximum number of choices other than the usual ones, up to which all orders
///     are explored. Random orders follow, if there are others.
///   - steps: The maximum number of jobs in a run.
///   - seed: The seed of random orders; another each time if omitted. It is printed.
///   - properties: The properties of every order.
///   - reducesOrders: Whether orders whose rest is known are skipped.
///   - program: The test.
/// - Returns: The orders that were run.
@MainActor
@discardableResult
public func explore(
  replaying order: String? = nil,
  runs: Int = 10_000,
  within time: Duration? = .seconds(20),
  deviations: Int? = nil,
  steps: Int = 10_000,
  seed: UInt64? = nil,
  checking properties: ExploredProperties = .usual,
  reducesOrders: Bool = true,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ program: @escaping @MainActor (Exploration) async throws -> Void
) async throws -> ExploredOrders {
  func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
  guard ExploredRun.current == nil else {
    report("'explore' cannot be called in the program of another 'explore'.")
    return ExploredOrders()
  }
  guard ExploredRun.begin() else {
    report("The runtime of Swift's tasks in this process has no hooks to choose an order of jobs.")
    return ExploredOrders()
  }
  defer { ExploredRun.end() }
  let issues = IssueCollector()
  let explorer = Explorer(
    runner: ProgramRunner(
      program: program, maximumSteps: steps, properties: properties, issues: issues),
    limits: SearchLimits(runs: max(2, runs), time: time, deviations: deviations.map { max(0, $0) }),
    seed: seed ?? UInt64.random(in: 0...UInt64.max),
    reducesOrders: reducesOrders)
  if let order {
    guard let order = ExploredOrder(order) else {
      report("'\(order)' is not an order: copy the text that a failed exploration has printed.")
      return explorer.orders
    }
    try await issues.collecting { explorer.replay(order) }
  } else {
    try await issues.collecting { await explorer.explore() }
  }
  if let failure = explorer.failure { report(failure) }
  print("explore: \(explorer.orders)")
  return explorer.orders
}

/// The orders that an exploration has run.
public struct ExploredOrders: Sendable, CustomStringConvertible {
  /// The number of orders that exist; `nil` if not all were explored.
  public internal(set) var count: Int?
  /// The number of runs, including those that repeat or shorten an order.
  public internal(set) var runs = 0
  /// An estimate of the number of schedules, if not all were explored: more than the number of
  /// orders, as schedules of jobs that commute count.
  public internal(set) var estimate: Double?
  /// The permitted number of choices other than the usual ones, if all orders with so many were
  /// explored, and there are others.
  public internal(set) var deviations: Int?
  /// The permitted time, if it has ended the search.
  public internal(set) var time: Duration?
  /// The seed, if there were random orders.
  public internal(set) var seed: UInt64?
  /// Whether an order has failed, or the program is not deterministic.
  public internal(set) var hasFailed = false
  var isCountLimited = false
  var note: String?

  /// The coverage, such as "all 42 orders, in 60 runs".
  public var description: String {
    var text: String
    if hasFailed {
      text = "stopped at a failure, after \(runs) runs"
    } else if let count {
      let orders = count == 1 ? "the only order" : "all \(count) orders"
      text = "\(isCountLimited ? "all orders, more than \(count)" : orders), in \(runs) runs"
    } else if let seed {
      let total = estimate.map { ": there are about \(Self.rounded($0)) schedules" } ?? ""
      let part = deviations.map {
        "all orders with up to \($0) choice\($0 == 1 ? "" : "s") other than the usual"
      }
      let limit = time.map { " within \($0)" } ?? ""
      text = "\(runs) runs\(limit), \(part ?? "not all")\(total) (seed \(seed))"
    } else {
      text = "one order"
    }
    if let note { text += "; \(note)" }
    return text
  }

  static func rounded(_ number: Double) -> String {
    for (unit, name) in [(1.0, ""), (1e6, " million"), (1e9, " billion"), (1e12, " trillion")] {
      let count = (number / unit).rounded()
      if count < (unit == 1 ? 1e6 : 1e3) { return "\(Int(count))\(name)" }
    }
    guard number.isFinite else { return "10^308" }
    var power = Int(log10(number))
    var digit = (number / pow(10, Double(power))).rounded()
    if digit == 10 { (digit, power) = (1, power + 1) }
    return digit == 1 ? "10^\(power)" : "\(Int(digit)) × 10^\(power)"
  }
}
