import CCore

/// The stores that are alive, to be replayed to instruments that are attached later.
///
/// Kept from the moment when an instrument is installed. Sending an action does not touch it; the
/// effects that run are known to the engines.
enum LiveStores {
  private struct Entry {
    let store: StoreIdentity
    let engine: Engine
    /// The last tick of the clock before it was created, 0 where that is not known.
    let tickBefore: UInt64
    /// The generation that the store was last reported under.
    var generation: UInt64

    /// In nanoseconds.
    var age: Int64? {
      tickBefore == 0 ? nil : Int64(clamping: composable_now() - tickBefore)
    }
  }

  /// The engine of a root store. Not held, as its end belongs into its isolation.
  private struct Engine: Sendable {
    let root: UInt64
    weak let runtime: StoreRuntime?
    let isolation: any Actor

    func replayEffects(to instrument: any StoreInstrument, on isolation: isolated any Actor) {
      runtime?.effects.replay(to: instrument)
    }
  }

  private static let entries = ForkSafeLocked<[UInt64: Entry]>([:])

  /// - Parameter isNew: Whether it is being created now, rather than some time ago.
  static func insert(
    _ store: StoreIdentity, in runtime: StoreRuntime, generation: UInt64, isNew: Bool
  ) {
    let engine = Engine(
      root: runtime.frame.pointee.store, runtime: runtime, isolation: runtime.isolation)
    let entry = Entry(
      store: store, engine: engine, tickBefore: isNew ? composable_last_tick() : 0,
      generation: generation)
    entries.withLock { $0[store.id] = entry }
  }

  static func contains(_ store: StoreIdentity) -> Bool {
    entries.withLock { $0[store.id] != nil }
  }

  static func remove(_ store: StoreIdentity) {
    entries.withLock { $0[store.id] = nil }
  }

  /// Reports all stores to `instrument` that its latest generation has missed, and the effects of the
  /// engines, each in its isolation.
  static func replay(to instrument: any StoreInstrument) {
    let generation = instrument.generation
    var engines: [UInt64: Engine] = [:]
    // One by one, to let others create and release stores meanwhile.
    for id in entries.withLock({ $0.keys.sorted() }) {
      let engine: Engine? = entries.withLock { entries in
        guard let entry = entries[id] else { return nil }
        // Under the lock: once it is released, it is not reported again.
        if entry.generation < generation {
          entries[id]?.generation = generation
          instrument.storeIsAlive(entry.store, age: entry.age)
        }
        return entry.engine
      }
      if let engine { engines[engine.root] = engine }
    }
    for engine in engines.values {
      Task { await engine.replayEffects(to: instrument, on: engine.isolation) }
    }
  }
}
