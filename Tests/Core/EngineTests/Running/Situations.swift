import ReferenceEngine

/// The situations that random programs are for, and those that they have reached.
struct Situations {
  private var reached: Set<String> = []
  /// The number of programs that have reached each.
  private(set) var counts: [String: Int] = Dictionary(
    uniqueKeysWithValues: expected.map { ($0, 0) })

  /// The expected one that the fewest programs have reached.
  var rarest: (situation: String, count: Int) {
    counts.filter { Self.expected.contains($0.key) }.min { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { ($0.key, $0.value) }!
  }

  /// A run of many programs has to reach each of these. A generator that ceases to make one of them
  /// would let tests pass that test nothing.
  static let expected: Set<String> = Set(
    [
      "send", "sendThroughScope", "hold", "sendThroughHeld", "release", "recreate", "dismiss",
      "resume", "advance", "cancelTask",
    ].map { "step \($0)" }
      + ["before", "core", "after", "inner", "changed"].map { "reducer \($0)" }
      + [
        "add", "share", "rename", "setLabel", "setObject", "setFunction", "setScoped",
        "setOptional", "touchOptional", "setFirst", "setSecond", "clearChoice",
        "insertRow", "removeRow", "replaceRow", "touchRow", "reverseRows", "clearRows",
        "presentFirst", "presentSecond", "dismissPresented", "push", "popLast",
        "removeFirstScreen", "clearStack", "showAlert", "hideAlert",
      ].map { "change \($0)" }
      + Form.allCases.map { "action \($0)" }
      + [
        "send", "run", "merge", "concatenate", "cancellable", "cancel", "debounce", "throttle",
      ].map { "effect \($0)" }
      + [
        "began", "returned", "threwCancellation", "threwError", "handled", "handlerReturned",
      ].map { "event \($0)" }
      + [
        "missingOptional", "missingCase", "missingRow", "missingPresented", "missingScreen",
        "changedID", "unhandledError", "dismissedWithoutPresentation", "sentWhileProcessing",
      ].map { "issue \($0)" }
      + [
        "an actor", "called reducers", "reads in reducers", "several stores",
        "a store beside an actor",
        "a send to another store", "a read between actions", "a kept child of an actor",
        "an observed store", "an observed child", "parts that come last",
      ]
      + ["an overridden dependency", "an effect with an overridden dependency"]
      + ["a chosen button", "a dismissed alert"]
      + ["an effect that is cancelled before it begins", "a send from a reducer"])

  /// Adds the situations of a program.
  ///
  /// - Parameters:
  ///   - stepCount: How many of its steps were compared.
  ///   - worlds: The worlds of the reference engine, one of each store.
  mutating func add(_ program: Program, stepCount: Int, worlds: [World]) {
    reached = []
    defer { for situation in reached { counts[situation, default: 0] += 1 } }
    for step in program.steps.prefix(stepCount) { reached.insert("step \(name(step))") }
    let shape = program.shape
    if shape.usesActor { reached.insert("an actor") }
    if shape.callsFeatures { reached.insert("called reducers") }
    if shape.readsInReducers { reached.insert("reads in reducers") }
    if shape.storeCount > 1 { reached.insert("several stores") }
    if shape.storeCount > 1, shape.mixesKinds { reached.insert("a store beside an actor") }
    if shape.scopesLast { reached.insert("parts that come last") }
    for world in worlds {
      reached.formUnion(world.reachedSituations)
      let trace = world.trace
      for reduction in trace.reductions { add(reduction, of: program) }
      if trace.marks.values.contains(where: { $0 != Mark.root }) {
        reached.insert("an effect with an overridden dependency")
      }
      for event in trace.effects.values.joined() {
        reached.insert("event \(name(event))")
        if event == .began(isCancelled: true) {
          reached.insert("an effect that is cancelled before it begins")
        }
      }
      for issue in trace.issues.keys { reached.insert("issue \(name(issue))") }
    }
  }

  private mutating func add(_ reduction: Trace.Reduction, of program: Program) {
    reached.insert("reducer \(name(reduction.phase))")
    reached.insert("action \(name(reduction.order.form))")
    if reduction.mark != Mark.root { reached.insert("an overridden dependency") }
    guard program.scripts.indices.contains(reduction.order.script) else { return }
    for move in program.scripts[reduction.order.script].moves
    where move.phase == reduction.phase && move.distance == reduction.distance {
      for change in move.changes { reached.insert("change \(name(change))") }
      if move.sent != nil { reached.insert("a send from a reducer") }
      add(move.effect)
    }
  }

  private mutating func add(_ effect: ReferenceEffect<Target>) {
    reached.insert("effect \(name(effect))")
    switch effect {
    case .merge(let effects), .concatenate(let effects): for effect in effects { add(effect) }
    case .cancellable(let effect, _, _), .debounce(let effect, _, _),
      .throttle(let effect, _, _, _):
      add(effect)
    default: break
    }
  }

  /// The name of the case of an enum's value.
  private func name(_ value: some Any) -> String {
    let mirror = Mirror(reflecting: value)
    return mirror.children.first?.label ?? "\(value)"
  }
}
