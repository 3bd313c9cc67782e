import ComposableCore

/// Searches the orders of a program, and describes the first that fails.
@MainActor
final class Explorer {
  private(set) var orders = ExploredOrders()
  /// The report of the failure, if there is one.
  private(set) var failure: String?
  private var runner: ProgramRunner
  private let limits: SearchLimits
  private let seed: UInt64
  private let reducesOrders: Bool
  /// The time of the runs so far: other tests run in between, which must not end the search.
  private var time = Duration.zero
  /// The states at the end of the orders so far.
  private var finalStates: Set<[Int: Int]> = []

  /// The number of random orders that check the reduction.
  private static let checkCount = 100
  /// The number of runs of the search in depth after which orders near the usual one come first.
  private static let patience = 300
  /// The maximum number of orders near the usual one.
  private static let nearCount = 500

  init(runner: ProgramRunner, limits: SearchLimits, seed: UInt64, reducesOrders: Bool) {
    self.runner = runner
    self.limits = limits
    self.seed = seed
    self.reducesOrders = reducesOrders
  }

  /// Runs one order.
  func replay(_ order: ExploredOrder) {
    if runner.properties.contains(.confluence) {
      orders.runs += 1
      guard setUsualStates(runner.run(ExploredOrder())) else { return }
    }
    let run = runner.run(order, isDescribed: true)
    orders.runs += 1
    if isUncontrolled(run) { return }
    if !run.problems.isEmpty {
      return fail("\(OrderStory(failing: run, usual: nil, states: runner.states))")
    }
    let counts = run.decisions.map(\.count)
    if order.choices.count > counts.count
      || zip(order.choices, counts).contains(where: { $0 >= $1 })
    {
      fail(
        "The order '\(order)' does not fit this program, which has changed since. Run 'explore' "
          + "without 'replaying'.")
    }
  }

  /// Runs all orders, or as many as permitted.
  func explore() async {
    await search()
    // Work of the last run would have been noticed by the next.
    if failure == nil, ExploredRun.isLate(runner.states) { failAsUncontrolled(.earlierRun) }
  }

  /// Whether a part of the permitted runs, or of the permitted time, is over.
  private func isOver(_ part: Int, of whole: Int) -> Bool {
    if orders.runs >= limits.runs * part / whole { return true }
    return limits.time.map { time >= $0 * part / whole } ?? false
  }

  private func search() async {
    let search = OrderSearch(
      reducesOrders: reducesOrders, maximumDeviations: limits.deviations)
    let first = next(in: search, isFirst: true)
    if isUncontrolled(first) { return }
    let second = next(in: search, isFirst: true)
    if isUncontrolled(second) { return }
    guard isSame(first, second, search) else { return }
    guard setUsualStates(first) else { return }
    guard first.problems.isEmpty else { return shrink(first) }
    var hasMore = search.endRun(events: first.events.map(\.identity))
    var hasTriedNear = false
    while hasMore, !isOver(1, of: 2) {
      if !hasTriedNear, orders.runs >= Self.patience || isOver(1, of: 4) {
        hasTriedNear = true
        guard await passesNearUsual(first) else { return }
        continue
      }
      let run = next(in: search)
      if isUncontrolled(run) { return }
      if let position = search.difference { return failAsDifferent(at: position, run) }
      if search.isIncomplete { return failAsDifferent(inStep: run.events.last?.step ?? 0, run) }
      guard run.problems.isEmpty else { return shrink(run) }
      hasMore = search.endRun(events: run.events.map(\.identity))
      // Other tests may need the main actor.
      if orders.runs.isMultiple(of: 100) { await Task.yield() }
    }
    if !runner.states.incomparable.isEmpty, reducesOrders {
      orders.note =
        "orders were not reduced, as these states are neither Encodable nor Equatable: "
        + runner.states.incomparable.sorted().joined(separator: ", ")
    }
    if !hasMore, search.isLimited { orders.deviations = limits.deviations }
    if hasMore || search.isLimited { return await sample() }
    if search.hasSkippedOrders, await !isReductionSound() { return }
    orders.count = search.orderCount
    orders.isCountLimited = search.isCountLimited
  }

  /// Expects the states at the end of an order at the end of all others, if they are to agree.
  ///
  /// - Returns: `false` if they cannot be compared.
  private func setUsualStates(_ run: ProgramRun) -> Bool {
    guard runner.properties.contains(.confluence) else { return true }
    guard runner.states.incomparable.isEmpty else {
      fail(
        "Confluence compares the states at the end of orders: let "
          + runner.states.incomparable.sorted().map { "'\($0)'" }.joined(separator: ", ")
          + " be 'Equatable' or 'Encodable'.")
      return false
    }
    runner.usualStates = run.finalStates
    return true
  }

  private func next(in search: OrderSearch, isFirst: Bool = false) -> ProgramRun {
    orders.runs += 1
    search.beginRun()
    let run = timed {
      runner.run(isFirst: isFirst) { count, key, events in
        search.decide(count: count, key: key, eventCount: events)
      }
    }
    finalStates.insert(run.finalStates)
    return run
  }

  private func timed(_ run: () -> ProgramRun) -> ProgramRun {
    let begin = ContinuousClock.now
    defer { time += ContinuousClock.now - begin }
    return run()
  }

  /// Checks with random orders that the orders which were skipped lead nowhere else: a feature may
  /// depend on something that is not compared, such as memory that its effects share.
  private func isReductionSound() async -> Bool {
    // The same orders in each run of a test: its result does not depend on luck.
    var generator = RandomOrders(seed: 0)
    for _ in 0..<Self.checkCount {
      guard let run = await passingRun(by: &generator) else { return false }
      guard finalStates.contains(run.finalStates) else {
        fail(
          """
          The orders can't be reduced: the program depends on something that is not compared, such \
          as memory that effects share, or a store that an effect reads. Use 'LockIsolated' or an \
          actor for what effects share, or pass 'reducesOrders: false'.

          To see it: explore(replaying: "\(run.order)")
          """)
        return false
      }
    }
    return true
  }

  /// Runs orders with few choices other than the usual ones: first all with one, then some with
  /// more. Most races need one or two, to which a search in depth of many orders comes late.
  private func passesNearUsual(_ usual: ProgramRun) async -> Bool {
    var count = min(Self.nearCount, limits.runs / 4)
    let single = usual.decisions.enumerated().lazy.flatMap { position, decision in
      (1..<decision.count).lazy.map { ExploredOrder().replacing(position, by: $0) }
    }
    for order in single.prefix(count / 2) where !isOver(1, of: 2) {
      count -= 1
      guard await passingRun({ position, _ in order[position] }) != nil else { return false }
    }
    // The same orders in each run of a test: its result does not depend on luck.
    var numbers = RandomOrders(seed: 0)
    for number in 0..<count where !usual.decisions.isEmpty && !isOver(1, of: 2) {
      let positions = (0..<2 + number % 3).map { _ in
        Int.random(in: usual.decisions.indices, using: &numbers)
      }
      let run = await passingRun { position, count in
        count > 1 && positions.contains(position) ? Int.random(in: 1..<count, using: &numbers) : 0
      }
      guard run != nil else { return false }
    }
    return true
  }

  /// Runs a random order, and reports it if it fails.
  private func passingRun(by generator: inout RandomOrders) async -> ProgramRun? {
    var numbers = generator
    defer { generator = numbers }
    return await passingRun { _, count in Int.random(in: 0..<count, using: &numbers) }
  }

  /// Runs an order, and reports it if it fails.
  ///
  /// - Parameter decide: Makes a choice, from its position and the number of alternatives.
  private func passingRun(
    _ decide: @escaping (_ position: Int, _ count: Int) -> Int
  ) async -> ProgramRun? {
    orders.runs += 1
    var position = 0
    let run = timed {
      runner.run { count, _, _ in
        defer { position += 1 }
        return min(decide(position, count), count - 1)
      }
    }
    if isUncontrolled(run) { return nil }
    guard run.problems.isEmpty else {
      shrink(run)
      return nil
    }
    // Other tests may need the main actor.
    if orders.runs.isMultiple(of: 100) { await Task.yield() }
    return run
  }

  /// Runs random orders: of all jobs that are ready, each is as likely to be the next. Compared
  /// with a sampler that prefers few preemptions, it also gives an estimate of the number of
  /// schedules: the mean of the products of the numbers of alternatives.
  private func sample() async {
    orders.seed = seed
    var generator = RandomOrders(seed: seed)
    var sum = 0.0
    var samples = 0.0
    repeat {
      guard let run = await passingRun(by: &generator) else { return }
      sum += run.decisions.reduce(1.0) { $0 * Double($1.count) }
      samples += 1
    } while !isOver(1, of: 1)
    if orders.runs < limits.runs { orders.time = limits.time }
    orders.estimate = sum / samples
  }

  // MARK: Failures

  private func fail(_ message: String) {
    failure = message
    orders.hasFailed = true
  }

  private func isUncontrolled(_ run: ProgramRun) -> Bool {
    guard let (step, work) = run.uncontrolled else { return false }
    failAsUncontrolled(work, "in step \(step), ", Self.context(of: run, step))
    return true
  }

  private func failAsUncontrolled(
    _ work: UncontrolledWork, _ place: String = "", _ context: String = ""
  ) {
    let (problem, advice) =
      switch work {
      case .systemClock:
        (
          "the program waits for a clock or a queue of the system",
          "Let the feature use a clock or scheduler of its dependencies, and override it with a "
            + "'TestClock' or a test scheduler instead of a real one."
        )
      case .otherThread:
        (
          "another thread has resumed a task of the program, or run a part of it",
          "Use a 'TestClock' instead of a real one, and replace the dependency that uses threads, "
            + "queues or the network."
        )
      case .earlierRun:
        (
          "another thread has resumed a task of an earlier run",
          "Replace the dependency that uses threads, queues or the network."
        )
      case .storeFromOutside(let feature):
        (
          "the program uses a store of '\(feature)' that was made outside of the closure",
          "It keeps its state from run to run, so that no order begins like another. Make the store "
            + "in the closure of 'explore', and also its dependencies."
        )
      }
    fail(
      """
      The program is not deterministic: \(place)\(problem). \(advice)\(context)
      """)
  }

  private func isSame(_ first: ProgramRun, _ second: ProgramRun, _ search: OrderSearch) -> Bool {
    if let position = search.difference {
      failAsDifferent(at: position, second)
      return false
    }
    let position = zip(first.events, second.events).enumerated()
      .first { $0.element.0.identity != $0.element.1.identity }?.offset
    if let position = position
      ?? (first.events.count == second.events.count
        ? nil : min(first.events.count, second.events.count))
    {
      let step = position < second.events.count ? second.events[position].step : 0
      failAsDifferent(inStep: step, second)
      return false
    }
    guard first.finalStates == second.finalStates,
      first.problems.map(Self.kind) == second.problems.map(Self.kind),
      !search.isIncomplete
    else {
      failAsDifferent(inStep: second.events.last?.step ?? 0, second)
      return false
    }
    return true
  }

  private func failAsDifferent(at position: Int, _ run: ProgramRun) {
    failAsDifferent(
      inStep: position < run.decisions.count ? run.decisions[position].step : 0, run)
  }

  private func failAsDifferent(inStep step: Int, _ run: ProgramRun) {
    fail(
      """
      The program is not deterministic: two runs in the same order differ in step \(step). Usual \
      causes are random numbers, ids and dates without their dependencies, a set or a dictionary \
      whose order matters, and variables that survive a run.\(Self.context(of: run, step))
      """)
  }

  private static func context(of run: ProgramRun, _ step: Int) -> String {
    guard let event = run.events.last(where: { $0.step <= step }) else { return "" }
    return "\n\nThe last event before: \(event.text)"
  }

  // MARK: Shrinking

  /// The place of an issue, whose values may differ from order to order; all of another problem.
  private static func kind(_ problem: String) -> Substring {
    let place = problem.prefix { $0 != " " }
    return place.hasSuffix(":") ? place : problem[...]
  }

  /// Reports an order that fails, with as few deviations from the usual order as are found.
  private func shrink(_ run: ProgramRun) {
    var order = run.order
    var budget = 2_000
    let kind = run.problems.first.map(Self.kind)
    /// Whether an order fails as the one that was found: another failure would hide it.
    func fails(_ run: ProgramRun) -> Bool {
      run.uncontrolled == nil && run.problems.first.map(Self.kind) == kind
    }
    func runs(_ order: ExploredOrder) -> ProgramRun {
      budget -= 1
      orders.runs += 1
      return runner.run(order)
    }
    // Fewer deviations of the same order: halves of them, quarters, and so on.
    var size = max(1, order.deviations.count / 2)
    var hasChanged = true
    while hasChanged || size > 1, budget > 0 {
      if !hasChanged { size /= 2 }
      hasChanged = false
      let deviations = order.deviations
      for start in stride(from: 0, to: deviations.count, by: size).reversed() where budget > 0 {
        var candidate = order
        for position in deviations[start..<min(start + size, deviations.count)] {
          candidate = candidate.replacing(position, by: 0)
        }
        guard candidate != order, fails(runs(candidate)) else { continue }
        order = candidate
        hasChanged = true
      }
    }
    // Any order with fewer deviations.
    var layer = [ExploredOrder()]
    size = 0
    search: while size < order.deviations.count, budget > 0 {
      var nextLayer: [ExploredOrder] = []
      for candidate in layer {
        guard budget > 0 else { break search }
        let run = runs(candidate)
        if fails(run) {
          order = candidate
          break search
        }
        let start = (candidate.deviations.last ?? -1) + 1
        for position in start..<max(start, run.decisions.count) {
          for index in 1..<max(1, run.decisions[position].count) {
            nextLayer.append(candidate.replacing(position, by: index))
          }
        }
      }
      layer = nextLayer
      size += 1
    }
    let described = runner.run(order, isDescribed: true)
    guard !described.problems.isEmpty else {
      return failAsDifferent(inStep: described.events.last?.step ?? 0, described)
    }
    let usual = order.deviations.isEmpty ? nil : runner.run(ExploredOrder(), isDescribed: true)
    fail("\(OrderStory(failing: described, usual: usual, states: runner.states))")
  }
}

/// A generator of random numbers from a seed, by the method of SplitMix64.
private struct RandomOrders: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
