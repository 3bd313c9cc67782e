import Synchronization

/// What a store is called in traces, and where it comes from.
@usableFromInline
package struct StoreIdentity: Sendable {
  /// The id of the store, unique within the process.
  @usableFromInline package let id: UInt64
  /// The id of the store it was scoped from, 0 for a root store.
  package let parent: UInt64
  /// The type of its state.
  package let feature: Any.Type
  /// The file that created it.
  package let fileID: StaticString
  /// The line in that file.
  package let line: UInt

  @usableFromInline
  init(id: UInt64, parent: UInt64, feature: Any.Type, fileID: StaticString, line: UInt) {
    self.id = id
    self.parent = parent
    self.feature = feature
    self.fileID = fileID
    self.line = line
  }
}

/// Somebody who wants to know of stores that come and go.
package protocol StoreInstrument: AnyObject, Sendable {
  /// A root store, or a store scoped from another, was created.
  func storeCreated(_ store: StoreIdentity)
  /// A store is gone.
  func storeReleased(_ store: StoreIdentity)
}

/// Where Core reports what happens outside of reducers.
@usableFromInline
package enum StoreInstrumentation {
  private static let instrument = Locked<(any StoreInstrument)?>(nil)
  private static let isInstalled = Atomic(false)

  /// Makes `instrument` the one that is told of all stores of the process from now on.
  package static func install(_ instrument: any StoreInstrument) {
    Self.instrument.withLock { $0 = instrument }
    isInstalled.store(true, ordering: .releasing)
  }

  @usableFromInline
  static func storeCreated(_ store: StoreIdentity) {
    guard isInstalled.load(ordering: .acquiring) else { return }
    instrument.withLock { $0 }?.storeCreated(store)
  }

  @usableFromInline
  static func storeReleased(_ store: StoreIdentity) {
    guard isInstalled.load(ordering: .acquiring) else { return }
    instrument.withLock { $0 }?.storeReleased(store)
  }
}
