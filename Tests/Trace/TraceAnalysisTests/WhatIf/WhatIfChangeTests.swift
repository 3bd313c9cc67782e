import Testing

@testable import TraceAnalysis

@Suite struct WhatIfChangeTests {
  @Test func change_scaledEffectWithPrefix_isRead() throws {
    let change = try WhatIfChange("effect [search]  queryChanged = 50%")
    #expect(change.text == "effect [search] queryChanged = 50%")
    #expect(change.kind == .effect)
    #expect(change.operation == .scale(0.5))
    #expect(change.patterns[0].matches(TraceName(prefix: "search", name: "queryChanged")))
    #expect(!change.patterns[0].matches(TraceName(prefix: "list", name: "queryChanged")))
  }

  @Test(arguments: [
    ("action a = 20ms", WhatIfChange.Operation.fix(20_000_000)),
    ("actions a=1.5s", .fix(1_500_000_000)),
    ("effect a = 250us", .fix(250_000)), ("observer a = 0 %", .scale(0)),
    ("effects a=b = 200%", .scale(2)), ("without action a", .remove),
    ("beside actions a", .beside), ("beside observer a", .beside),
  ])
  func change_operation_isRead(text: String, operation: WhatIfChange.Operation) throws {
    #expect(try WhatIfChange(text).operation == operation)
  }

  @Test func change_nameWithEqualsSign_endsAtTheLast() throws {
    #expect(try WhatIfChange("effects a=b = 200%").patterns.map(\.text) == ["a=b"])
  }

  @Test func change_parallel_hasSeveralPatterns() throws {
    let change = try WhatIfChange("parallel load, [shop] fetch*,save")
    #expect(change.operation == .parallel)
    #expect(change.patterns.map(\.text) == ["load", "[shop] fetch*", "save"])
  }

  @Test(arguments: [
    "", "effect", "effect a", "effect = 5%", "effect a = ", "effect a = 5", "effect a = -5%",
    "effect a = nan%", "store a = 5%", "without a", "without effects", "beside effects a",
    "parallel a", "parallel a,",
    "effect [search] = 5%", "effect a = 1e30s",
  ])
  func change_otherText_isRefused(text: String) {
    #expect(throws: WhatIfChangeError.self) { try WhatIfChange(text) }
  }

  @Test(arguments: [
    "ListView", "ListView.swift", "Shop/ListView.swift", "ListView:7", "ListView.swift:7", "*View",
  ])
  func pattern_ofObserver_matchesItsFile(text: String) throws {
    let pattern = try WhatIfChange("without observers \(text)").patterns[0]
    #expect(pattern.matches(file: "Shop/ListView.swift", line: 7))
    #expect(!pattern.matches(file: "Shop/List.swift", line: 8))
  }
}
