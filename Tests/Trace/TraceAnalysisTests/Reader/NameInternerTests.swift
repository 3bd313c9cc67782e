import Testing

@testable import TraceAnalysis

@Suite struct NameInternerTests {
  private func intern(_ interner: NameInterner, _ prefix: String, _ name: String) -> NameID {
    Array(prefix.utf8).withUnsafeBytes { prefix in
      Array(name.utf8).withUnsafeBytes { interner.intern(prefix: prefix, name: $0) }
    }
  }

  @Test func equalNamesHaveEqualIdsAndOthersDoNot() {
    let interner = NameInterner()
    let ids = (0..<5000).map { intern(interner, "p\($0 % 7)", "name\($0)") }
    #expect(Set(ids).count == 5000)
    for index in ids.indices {
      #expect(intern(interner, "p\(index % 7)", "name\(index)") == ids[index])
      let name = interner.names[Int(ids[index].index)]
      #expect(name == TraceName(prefix: "p\(index % 7)", name: "name\(index)"))
    }
    #expect(intern(interner, "ab", "c") != intern(interner, "a", "bc"))
    #expect(intern(interner, "", "") == .empty)
  }

  @Test func aFullInternerTakesNoMoreNames() {
    let interner = NameInterner(capacity: 3)
    let ids = (0..<5).map { intern(interner, "", "name\($0)") }
    #expect(Set(ids[..<3]).count == 3)
    #expect(ids[3] == .overflow)
    #expect(ids[4] == .overflow)
    #expect(intern(interner, "", "name2") == ids[2])
  }

  /// An action has the same name as its sends, which have no prefix.
  @Test func furtherNames_beyondTheCapacity_areCountedOnce() {
    let interner = NameInterner(capacity: 3)
    for _ in 0..<2 {
      for number in 0..<10 {
        _ = intern(interner, "prefix", "name\(number)")
        _ = intern(interner, "", "name\(number)")
      }
    }
    // The table has both forms of the first name, and one of the second.
    #expect(interner.furtherNames.count == DistinctCount(number: 9))
    #expect(DistinctCount(number: 9).text("further name") == "9 further names")
  }
}
