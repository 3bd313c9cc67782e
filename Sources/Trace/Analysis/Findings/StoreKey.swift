/// A store of a recording. Stores of different processes may have the same id.
struct StoreKey: Hashable {
  var process: ProcessIndex
  var id: UInt64

  init(_ id: UInt64, of process: ProcessIndex) {
    self.id = id
    self.process = process
  }

  /// The store that processes an action, runs an effect, or is observed.
  init(of span: borrowing Span) {
    self.init(span.store, of: span.process)
  }
}
