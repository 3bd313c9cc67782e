import Testing

@testable import TraceAnalysis

@Suite struct OpenSpansTests {
  private func span(_ id: UInt64, _ process: ProcessIndex, start: Int64) -> Span {
    Span(kind: .action, process: process, id: id, name: .empty, start: start)
  }

  @Test func itBehavesLikeADictionary() {
    var table = OpenSpans()
    var model: [UInt64: Int64] = [:]
    for step in 0..<20_000 {
      // Few bits in few places, so that many keys share their slots.
      let id = UInt64.random(in: 0..<64) << UInt64([0, 20, 40].randomElement() ?? 0)
      let process = ProcessIndex.random(in: 0..<3)
      let key = id << 2 | UInt64(process)
      if Bool.random() {
        let isNew = table.begin(span(id, process, start: Int64(step)), forget: { _ in })
        #expect(isNew == (model[key] == nil))
        if isNew { model[key] = Int64(step) }
      } else {
        #expect(table.end(id, process)?.start == model.removeValue(forKey: key))
      }
      #expect(table.count == model.count)
    }
    #expect(table.places.map { table.read(at: $0) { $0.start } }.sorted() == model.values.sorted())
  }

  @Test func aFullTableForgetsTheOldest() {
    var table = OpenSpans(capacity: 10)
    var forgotten: [UInt64] = []
    for id in 1...11 {
      _ = table.begin(
        span(UInt64(id), 0, start: Int64(id)), forget: { forgotten.append($0.id) })
    }
    #expect(forgotten == [1, 2, 3, 4, 5])
    #expect(table.count == 6)
    #expect(table.end(5, 0) == nil)
    #expect(table.end(6, 0)?.start == 6)
  }
}
