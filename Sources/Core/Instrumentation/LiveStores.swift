import CCore

/// The stores that are alive, for sessions that start later.
///
/// Kept from the moment when somebody may listen. Sending an action has nothing to do with it; the
/// effects that run are known to the engines.
enum LiveStores {
  private struct Entry {
    let store: StoreIdentity
    let engine: Engine
    /// The latest session that has heard of the store.
    var heardBy: UInt64
  }

  /// The engine of a root store. Not held, as its end belongs into its isolation.
  private struct Engine: Sendable {
    let root: UInt64
    weak let runtime: StoreRuntime?
    let isolation: any Actor

    func announceEffects(to instrument: any StoreInstrument, on isolation: isolated any Actor) {
      runtime?.effects.announce(to: instrument)
    }
  }

  private static let entries = Locked<[UInt64: Entry]>([:])

  static func insert(_ store: StoreIdentity, in runtime: StoreRuntime, heardBy session: UInt64) {
    let engine = Engine(
      root: runtime.frame.pointee.store, runtime: runtime, isolation: runtime.isolation)
    entries.withLock { $0[store.id] = Entry(store: store, engine: engine, heardBy: session) }
  }

  static func contains(_ store: StoreIdentity) -> Bool {
    entries.withLock { $0[store.id] != nil }
  }

  static func remove(_ store: StoreIdentity) {
    entries.withLock { $0[store.id] = nil }
  }

  /// Tells `instrument` of all stores that its latest session has not heard of, and has the engines
  /// tell it of their effects, each in its isolation.
  static func announce(to instrument: any StoreInstrument) {
    let session = instrument.session
    var engines: [UInt64: Engine] = [:]
    // One by one, to let others create and release stores meanwhile.
    for id in entries.withLock({ $0.keys.sorted() }) {
      let engine: Engine? = entries.withLock { entries in
        guard let entry = entries[id] else { return nil }
        // Under the lock: once it is gone, nobody hears of it again.
        if entry.heardBy < session {
          entries[id]?.heardBy = session
          instrument.storeCreated(entry.store)
        }
        return entry.engine
      }
      if let engine { engines[engine.root] = engine }
    }
    for engine in engines.values {
      Task { await engine.announceEffects(to: instrument, on: engine.isolation) }
    }
  }
}
