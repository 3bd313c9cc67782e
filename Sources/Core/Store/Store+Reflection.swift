// A mirror of a store shows nothing: reflection reads in any isolation, while the store's own is at
// work on what it would read.

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
