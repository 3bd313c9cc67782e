/// Tracks the causes of spans as long as they can matter, in memory that does not grow.
///
/// An effect begins after its action has ended, and a queued action begins after its effect has
/// ended: recently ended spans are kept, each in a slot given by its id, until another takes that
/// slot.
struct CauseTracker {
  private struct EndedAction {
    var process: ProcessIndex = -1
    var id: UInt64 = 0
    var link = CauseChain.Link(id: 0, name: .empty, start: 0)
    var store: UInt64 = 0
    var feature = NameID.empty
    var causes: CauseChain?
    var cause: UInt64 = 0

    init() {}

    init(_ span: borrowing Span) {
      process = span.process
      id = span.id
      link = CauseChain.Link(id: span.id, name: span.name, start: span.start)
      store = span.store
      feature = span.feature
      causes = span.causes
      cause = span.cause
    }
  }

  private struct EndedEffect {
    var process: ProcessIndex = -1
    var id: UInt64 = 0
    var chain: CauseChain?
  }

  /// A send whose action has not begun.
  private struct Sent {
    var process: ProcessIndex = -1
    var action: UInt64 = 0
    var send = Span.Send(time: 0, store: 0, feature: .empty, depth: 0, isReentrant: false)
  }

  private struct EndedName {
    var process: ProcessIndex = -1
    var name = NameID.empty
    var id: UInt64 = 0
  }

  /// Powers of two, the first the larger.
  private static let capacity = 1 << 14
  private static let nameCapacity = 1 << 8

  private var endedNames = ContiguousArray(repeating: EndedName(), count: Self.nameCapacity)

  private var sends = ContiguousArray(repeating: Sent(), count: Self.capacity)

  private var actions = ContiguousArray(repeating: EndedAction(), count: Self.capacity)
  private var effects = ContiguousArray(repeating: EndedEffect(), count: Self.capacity)

  /// The name of an action that has just ended, empty if its slot was reused.
  func name(ofEnded action: UInt64, _ process: ProcessIndex) -> NameID {
    let ended = endedNames[Self.place(action, process) & (Self.nameCapacity - 1)]
    return ended.id == action && ended.process == process ? ended.name : .empty
  }

  /// Keeps the name of an action that has ended: its state difference is emitted after its end.
  @inline(__always)
  mutating func keepName(of action: borrowing Span) {
    endedNames[Self.place(action.id, action.process) & (Self.nameCapacity - 1)] = EndedName(
      process: action.process, name: action.name, id: action.id)
  }

  /// Keeps an action that has ended and whose effect may still begin.
  mutating func keep(action: Span) {
    actions[Self.place(action.id, action.process)] = EndedAction(action)
  }

  /// Keeps the send of an action until the action begins.
  mutating func keep(_ send: Span.Send, of action: UInt64, _ process: ProcessIndex) {
    sends[Self.place(action, process)] = Sent(process: process, action: action, send: send)
  }

  /// Keeps an effect that has ended and whose actions may still begin.
  mutating func keep(effect: Span) {
    effects[Self.place(effect.id, effect.process)] = EndedEffect(
      process: effect.process, id: effect.id, chain: effect.causes)
  }

  /// Fills in the cause of an action, and its send.
  @inline(__always)
  func complete(action span: inout Span, _ openEffects: OpenSpans) {
    let sent = sends[Self.place(span.id, span.process)]
    if sent.action == span.id, sent.process == span.process { span.send = sent.send }
    guard span.cause != 0 else { return }
    if let causes = openEffects.read(span.cause, span.process, { $0.causes }) {
      span.causes = causes
      span.isOfRunningEffect = true
      return
    }
    let ended = effects[Self.place(span.cause, span.process)]
    if ended.id == span.cause, ended.process == span.process { span.causes = ended.chain }
  }

  /// Fills in the cause of an effect, and its store.
  func complete(effect span: inout Span, _ openActions: OpenSpans) {
    let effect = CauseChain.Link(id: span.id, name: span.name, start: span.start)
    let open = openActions.read(span.cause, span.process) { EndedAction($0) }
    let ended = open ?? actions[Self.place(span.cause, span.process)]
    guard span.cause != 0, ended.id == span.cause, ended.process == span.process else {
      span.causes = CauseChain(effect: effect, action: nil, previous: nil, isCutOff: true)
      return
    }
    span.store = ended.store
    span.feature = ended.feature
    span.causes = CauseChain(
      effect: effect, action: ended.link, previous: ended.causes,
      isCutOff: ended.cause != 0 && ended.causes == nil)
  }

  // Each thread draws its ids from one block, so they share bits, which a multiplication spreads.
  // The process is in the upper bits of the key, which only the uppermost of the product depend on.
  static func place(_ id: UInt64, _ process: ProcessIndex) -> Int {
    let key = id ^ UInt64(truncatingIfNeeded: process) << 40
    return Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 50) & (capacity - 1)
  }
}
