// The mirror of a store is empty: reflection may run in any isolation, while the store changes the
// state that a mirror would read.

extension Store: CustomReflectable {
  /// The store without its parts.
  nonisolated public var customMirror: Mirror {
    Mirror(self, children: [:], displayStyle: .class)
  }
}

extension StoreActor: CustomReflectable {
  /// The store without its parts.
  nonisolated public var customMirror: Mirror {
    Mirror(self, children: [:], displayStyle: .class)
  }
}
