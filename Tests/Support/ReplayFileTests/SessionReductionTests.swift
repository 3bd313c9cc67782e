import ReplayFile
import TestSupport
import Testing

@Suite struct SessionReductionTests {
  /// A random session: for each action, the index of the earlier one whose effect sent it.
  private func causes(_ count: Int, using random: inout SplitMix) -> [Int?] {
    (0..<count).map { index in
      index > 0 && Bool.random(using: &random) ? Int.random(in: 0..<index, using: &random) : nil
    }
  }

  /// Actions with all that led to them.
  private func withCauses(_ actions: Set<Int>, _ causes: [Int?]) -> [Int] {
    var all = actions
    for index in causes.indices.reversed() where all.contains(index) {
      if let cause = causes[index] { all.insert(cause) }
    }
    return all.sorted()
  }

  @Test func minimal_plantedCulprits_findsThemWithTheirCauses() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    for round in 0..<300 {
      let count = Int.random(in: 1...200, using: &random)
      let causes = causes(count, using: &random)
      let culprits = Set(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          Int.random(in: 0..<count, using: &random)
        })
      var reduction = SessionReduction(causes: causes)
      let found = reduction.minimal(of: count) { culprits.isSubset(of: $0) }
      #expect(found == withCauses(culprits, causes), "seed \(seed), round \(round)")
    }
  }

  /// Failures that are not monotone: fewer actions can pass, and fail again.
  @Test func minimal_anyFailure_isOneMinimal() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    for round in 0..<300 {
      let count = Int.random(in: 1...60, using: &random)
      let causes = causes(count, using: &random)
      let salt = UInt64.random(in: 0...UInt64.max, using: &random)
      func fails(_ actions: [Int]) -> Bool {
        if actions.count == count { return true }
        let mix = actions.reduce(salt) { ($0 ^ UInt64($1)) &* 0x9e37_79b9_7f4a_7c15 }
        return mix >> 61 == 0
      }
      var reduction = SessionReduction(causes: causes)
      let found = reduction.minimal(of: count, fails: fails)
      #expect(fails(found), "seed \(seed), round \(round)")
      for removed in found {
        var gone: Set = [removed]
        let rest = found.filter { action in
          if let cause = causes[action], gone.contains(cause) { gone.insert(action) }
          return !gone.contains(action)
        }
        #expect(!fails(rest), "seed \(seed), round \(round): without \(removed)")
      }
    }
  }

  @Test func minimal_sevenOfTenThousand_takesFewAttempts() {
    let culprits: Set = [17, 1203, 1204, 5000, 7777, 9001, 9999]
    var reduction = SessionReduction(causes: Array(repeating: nil, count: 10_000))
    let found = reduction.minimal(of: 10_000) { culprits.isSubset(of: $0) }
    #expect(found == culprits.sorted())
    #expect(reduction.attempts < 300)
  }
}
