import TraceAnalysis

/// Assigns the arrows from actions to effects.
///
/// An arrow needs an id that both its ends have, and the action is written before its effects are
/// known. So it provides a few ids; if there are more effects, the last id connects each to the
/// next.
struct StartedEffects {
  private struct Entry {
    var process: ProcessIndex = -1
    var action: UInt64 = 0
    var offered = 0
    var started = 0
  }

  /// A power of two. Effects begin soon after their action has ended.
  private static let capacity = 1 << 14
  private var entries = ContiguousArray(repeating: Entry(), count: Self.capacity)

  /// The number of ids that an ended action provides.
  static func offered(_ kind: TraceEvent.EffectKind) -> Int {
    switch kind {
    case .none, .cancel: 0
    case .run, .send: 1
    case .merge, .concatenate, .unknown: 8
    }
  }

  mutating func end(_ action: Span) {
    let offered = Self.offered(action.effectKind)
    guard offered > 0 else { return }
    entries[Self.place(action.id, action.process)] = Entry(
      process: action.process, action: action.id, offered: offered)
  }

  /// The index of a beginning effect's id, and whether that is its last use; `nil` if its action is
  /// no longer known.
  mutating func start(_ effect: Span) -> (index: Int, isLast: Bool)? {
    let place = Self.place(effect.cause, effect.process)
    let entry = entries[place]
    guard entry.action == effect.cause, entry.process == effect.process, effect.cause != 0 else {
      return nil
    }
    entries[place].started += 1
    return (min(entry.started, entry.offered - 1), entry.started < entry.offered - 1)
  }

  /// The slot of an action among the latest.
  static func place(_ id: UInt64, _ process: ProcessIndex) -> Int {
    // Threads draw ids in blocks of 4096: the hash spreads blocks, but not ids within a block.
    let block = id >> 12 &+ UInt64(truncatingIfNeeded: process) << 40
    let key = id &+ (block &* 0x9e37_79b9_7f4a_7c15) >> 32
    return Int(truncatingIfNeeded: key) & (capacity - 1)
  }
}
