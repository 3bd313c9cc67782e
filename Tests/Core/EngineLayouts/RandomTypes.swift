import TestSupport

/// Makes types by chance, out of those that are known.
struct RandomTypes {
  var random: SplitMix

  /// The type of a payload.
  mutating func payload(depth: Int = 0) -> any Sample.Type {
    switch Int.random(in: 0..<(depth < 2 ? 10 : 5), using: &random) {
    case 0..<5: Leaves.all.randomElement(using: &random)!
    case 5: Self.optional(of: payload(depth: depth + 1))
    case 6: Self.array(of: payload(depth: depth + 1))
    case 7: Self.pair(of: payload(depth: depth + 1), payload(depth: depth + 1))
    case 8: concreteEnums.randomElement(using: &random)!
    default: enumeration(depth: depth + 1)
    }
  }

  /// An enum.
  mutating func enumeration(depth: Int = 0) -> any SampleEnum.Type {
    let (a, b) = (payload(depth: depth + 1), payload(depth: depth + 1))
    return Self.enumeration(Int.random(in: 0..<6, using: &random), of: a, b)
  }

  private static func optional<A: Sample>(of _: A.Type) -> any Sample.Type { A?.self }
  private static func array<A: Sample>(of _: A.Type) -> any Sample.Type { [A].self }
  private static func pair<A: Sample, B: Sample>(of _: A.Type, _: B.Type) -> any Sample.Type {
    Pair<A, B>.self
  }
  private static func enumeration<A: Sample, B: Sample>(
    _ kind: Int, of _: A.Type, _: B.Type
  ) -> any SampleEnum.Type {
    switch kind {
    case 0: OneCase<A>.self
    case 1: OneOrNone<A>.self
    case 2: TwoCases<A, B>.self
    case 3: ThreeCases<A, B>.self
    case 4: WithBoxes<A, B>.self
    default: WithOptionals<A, B>.self
    }
  }
}
