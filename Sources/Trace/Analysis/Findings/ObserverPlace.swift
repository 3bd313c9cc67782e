/// The place of an observer in the source code.
struct ObserverPlace: Hashable {
  let source: NameID
  let line: UInt64

  init(_ observer: Span) {
    source = observer.source
    line = observer.line
  }
}
