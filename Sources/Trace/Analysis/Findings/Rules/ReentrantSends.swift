import TextTables

/// Actions that reducers and observers send to their own store.
final class ReentrantSends: FindingRule {
  static let description = RuleDescription(
    id: "reentrant-sends",
    title: "A reducer or an observer sends an action to its store",
    threshold: "10 such sends",
    reason: """
      An action that is sent within an action has no defined order among others; the library reports \
      an issue at each. An action that an observer sends makes the state depend on what is shown, \
      and observers run once more for it. Fewer can come from a test.
      """,
    correction: """
      \(adviceWithinActions) Compute a value that follows from others in the reducer: \
      Reducer.onChange(of:_:).
      """)

  private static let adviceWithinActions =
    "Return Effect.send, or call a method that both actions share."

  static let kinds: Set<Span.Kind> = [.action]
  static let receivesPoints = true

  static let least: UInt64 = 10

  private struct Key: Hashable {
    var sent: NameID
    /// The action, or the file of the observer, that sends it.
    var within: NameID
    /// The line of the observer, 0 for an action.
    var line: UInt64
    /// Whether the store processed an action at that time.
    var isReentrant: Bool
  }

  private var counts: [Key: UInt64] = [:]

  func begin(_ span: Span, _ time: ProgramTime) {
    guard span.isOutermost, span.cause == 0, let call = time.around, call.kind == .observer,
      call.store == span.store
    else { return }
    let key = Key(sent: span.name, within: call.source, line: call.line, isReentrant: false)
    counts[key, default: 0] += 1
  }

  func point(_ point: TracePoint, _ time: ProgramTime) {
    guard case .send(let send) = point.event.payload, send.isReentrant else { return }
    let call = time.stacks.current(point.event, sendingTo: send.store)
    let isObserver = call?.kind == .observer
    let key = Key(
      sent: send.name, within: (isObserver ? call?.source : call?.name) ?? .empty,
      line: isObserver ? call?.line ?? 0 : 0, isReentrant: true)
    counts[key, default: 0] += 1
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard facts.recorded.sends > 0 else { return .withoutDebugEvents }
    return RuleConclusion(
      counts.compactMap { key, count in
        guard count >= Self.least else { return nil }
        let sender =
          key.line > 0
          ? "The observer at \(facts.names[key.within].name):\(key.line)"
          : key.within == .empty ? "A reducer" : "The reducer of \(facts.name(key.within))"
        return Finding(
          rule: Self.description.id, subject: facts.name(key.sent),
          summary: """
            \(sender) sends \(facts.name(key.sent)) to its own store\
            \(key.isReentrant ? " while it processes an action" : ""), \(Units.count(count)) times.
            """,
          file: key.line > 0 ? facts.names[key.within].name : nil,
          line: key.line > 0 ? key.line : nil, payer: .reducers, certainty: .certain,
          advice: key.isReentrant
            ? Self.adviceWithinActions
            : """
            Change the state in the reducer, with the action that changes what the observer reads: \
            Reducer.onChange(of:_:).
            """,
          article: Self.description.command, command: facts.command(.events, key.sent))
      })
  }
}
