/// The feature of a store, and the place in the source code that creates it.
struct StoreOrigin: Hashable {
  let feature: NameID
  let file: NameID
  let line: UInt64

  init(_ store: Span) {
    feature = store.name
    file = store.source
    line = store.line
  }
}
