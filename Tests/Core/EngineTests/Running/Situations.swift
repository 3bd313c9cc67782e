import ReferenceEngine

/// The situations that random programs are for, and those that they have reached.
struct Situations {
  private(set) var reached: Set<String> = []

  /// A run of many programs has to reach each of these. A generator that ceases to make one of them
  /// would let tests pass that test nothing.
  static let expected: Set<String> = Set(
    [
      "send", "sendThroughScope", "hold", "sendThroughHeld", "release", "recreate", "dismiss",
      "resume", "advance", "cancelTask",
    ].map { "step \($0)" }
      + ["before", "core", "after", "inner"].map { "reducer \($0)" }
      + [
        "add", "setScoped", "setOptional", "touchOptional", "setFirst", "setSecond", "clearChoice",
        "insertRow", "removeRow", "replaceRow", "touchRow", "reverseRows", "clearRows",
        "presentFirst", "presentSecond", "dismissPresented", "push", "popLast",
        "removeFirstScreen", "clearStack",
      ].map { "change \($0)" }
      + [
        "send", "run", "merge", "concatenate", "cancellable", "cancel", "debounce", "throttle",
      ].map { "effect \($0)" }
      + [
        "began", "returned", "threwCancellation", "threwError", "handled", "handlerReturned",
      ].map { "event \($0)" }
      + [
        "missingOptional", "missingCase", "missingRow", "missingPresented", "missingScreen",
        "unhandledError", "dismissedWithoutPresentation", "sentWhileProcessing",
      ].map { "issue \($0)" }
      + [
        "an actor", "called reducers", "reads in reducers", "several stores",
        "parts that come last",
      ]
      + ["an effect that is cancelled before it begins", "a send from a reducer"])

  /// Adds the situations of a program.
  ///
  /// - Parameters:
  ///   - stepCount: How many of its steps were compared.
  ///   - traces: The traces of its stores.
  mutating func add(_ program: Program, stepCount: Int, traces: [Trace]) {
    for step in program.steps.prefix(stepCount) { reached.insert("step \(name(step))") }
    let shape = program.shape
    if shape.usesActor { reached.insert("an actor") }
    if shape.callsFeatures { reached.insert("called reducers") }
    if shape.readsInReducers { reached.insert("reads in reducers") }
    if shape.storeCount > 1 { reached.insert("several stores") }
    if shape.scopesLast { reached.insert("parts that come last") }
    for trace in traces {
      for reduction in trace.reductions { add(reduction, of: program) }
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
    guard program.scripts.indices.contains(reduction.script) else { return }
    for move in program.scripts[reduction.script].moves
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
