import Testing

@testable import TraceAnalysis

@Suite struct NameTableTests {
  private func intern(_ table: NameTable, _ prefix: String, _ name: String) -> NameID {
    Array(prefix.utf8).withUnsafeBytes { prefix in
      Array(name.utf8).withUnsafeBytes { table.intern(prefix: prefix, name: $0) }
    }
  }

  @Test func equalNamesHaveEqualIdsAndOthersDoNot() {
    let table = NameTable()
    let ids = (0..<5000).map { intern(table, "p\($0 % 7)", "name\($0)") }
    #expect(Set(ids).count == 5000)
    for index in ids.indices {
      #expect(intern(table, "p\(index % 7)", "name\(index)") == ids[index])
      #expect(table[ids[index]] == TraceName(prefix: "p\(index % 7)", name: "name\(index)"))
    }
    #expect(intern(table, "ab", "c") != intern(table, "a", "bc"))
    #expect(intern(table, "", "") == .empty)
  }

  @Test func aFullTableTakesNoMoreNames() {
    let table = NameTable(capacity: 3)
    let ids = (0..<5).map { intern(table, "", "name\($0)") }
    #expect(Set(ids[..<3]).count == 3)
    #expect(ids[3] == .overflow)
    #expect(ids[4] == .overflow)
    #expect(intern(table, "", "name2") == ids[2])
  }
}
