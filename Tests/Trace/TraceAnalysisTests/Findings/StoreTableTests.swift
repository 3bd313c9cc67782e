import Testing

@testable import TraceAnalysis

@Suite struct StoreTableTests {
  @Test func storeTable_randomChanges_areThoseOfDictionaries() {
    var table = StoreTable<Int, Int>()
    var model: [UInt64: [Int: Int]] = [:]
    for step in 0..<20_000 {
      let id = UInt64.random(in: 0..<20)
      let store = StoreKey(id, of: 0)
      // Some stores have more keys than a list holds, and others fewer.
      let key = Int.random(in: 0..<(id < 10 ? 4 : 40))
      switch Int.random(in: 0..<100) {
      case 0:
        table.remove(store)
        model[id] = nil
      case 1..<60:
        table.set(step, store, key)
        model[id, default: [:]][key] = step
      default: #expect(table[store, key] == model[id]?[key])
      }
      let all = Dictionary(uniqueKeysWithValues: table.all(of: store).map { ($0.key, $0.value) })
      #expect(all == model[id] ?? [:])
    }
    #expect(table.all.map(\.value).sorted() == model.values.flatMap(\.values).sorted())
  }
}
