import CCore
import CompanionSupport

/// The stores of the program, for the state dump of instruments that are attached later.
///
/// Maintained from the installation of an instrument on. Sending an action does not access it;
/// running effects are registered with the engines.
enum KnownStores {
  private struct Entry {
    let store: StoreIdentity
    let engine: Engine
    /// The last tick of the clock before it was created, 0 if unknown.
    let tickBefore: UInt64
    /// The generation in which the store was last reported.
    var generation: UInt64

    /// In nanoseconds.
    var age: Int64? {
      tickBefore == 0 ? nil : Int64(clamping: composable_now() - tickBefore)
    }
  }

  /// The engine of a root store. Unretained, as it has to be released in its isolation.
  private struct Engine: Sendable {
    let root: UInt64
    weak let runtime: StoreRuntime?
    let isolation: any Actor

    func dumpEffects(to instrument: any StoreInstrument, on isolation: isolated any Actor) {
      runtime?.effects.dump(to: instrument)
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

  /// Reports the stores that the latest generation of `instrument` has missed, and the effects of
  /// the engines, each in its isolation.
  static func dump(to instrument: any StoreInstrument) {
    let generation = instrument.generation
    var engines: [UInt64: Engine] = [:]
    // One by one, so that stores can be created and released in the meantime.
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
      Task { await engine.dumpEffects(to: instrument, on: engine.isolation) }
    }
  }
}
