import Synchronization

/// Somebody who wants to know of stores that come and go.
package protocol StoreInstrument: Sendable {
  /// A root store, or a store scoped from another, was created.
  ///
  /// - Parameters:
  ///   - id: The store's id.
  ///   - parent: The id of the store it was scoped from, 0 for a root store.
  ///   - feature: The type of its state.
  ///   - fileID: The file that created it.
  ///   - line: The line in that file.
  func storeCreated(
    id: UInt64, parent: UInt64, feature: Any.Type, fileID: StaticString, line: UInt)

  /// The store that was created with this id is gone.
  func storeReleased(id: UInt64)
}

/// Where Core reports what happens outside of reducers.
package enum StoreInstrumentation {
  private static let instrument = Mutex<(any StoreInstrument)?>(nil)
  private static let isInstalled = Atomic(false)

  /// Makes `instrument` the one that is told of all stores of the process from now on.
  package static func install(_ instrument: any StoreInstrument) {
    Self.instrument.withLock { $0 = instrument }
    isInstalled.store(true, ordering: .releasing)
  }

  private static var current: (any StoreInstrument)? {
    guard isInstalled.load(ordering: .acquiring) else { return nil }
    return instrument.withLock { $0 }
  }

  static func storeCreated(
    id: UInt64, parent: UInt64, feature: Any.Type, fileID: StaticString, line: UInt
  ) {
    current?.storeCreated(id: id, parent: parent, feature: feature, fileID: fileID, line: line)
  }

  static func storeReleased(id: UInt64) {
    current?.storeReleased(id: id)
  }
}
