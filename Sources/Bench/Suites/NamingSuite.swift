import ComposableCore

extension Suite {
  /// Finding the name of an action, as a recording wrapper does for each.
  public static let naming = Suite(
    "naming",
    benchmarks: [
      naming("naming/one enum", Counter.Action.incrementButtonTapped, "incrementButtonTapped"),
      naming(
        "naming/two enums", Level1.Action.child(.incrementButtonTapped),
        "child.incrementButtonTapped"),
      naming(
        "naming/three enums", Level2.Action.child(.child(.incrementButtonTapped)),
        "child.child.incrementButtonTapped"),
      Benchmark("naming/loop") {
        let name = opaque(UnsafePointer<CChar>(bitPattern: 1))
        return .synchronous { count in
          for _ in 0..<count { blackHole(name) }
        }
      },
    ],
    figures: [
      Figure(
        "three enums, ns", .difference("naming/three enums", from: "naming/loop"), budget: 60)
    ])

  private static func naming<Action>(
    _ benchmark: String, _ action: @autoclosure @escaping @Sendable () -> Action, _ expected: String
  ) -> Benchmark {
    Benchmark(benchmark) {
      let name = ActionName(of: Action.self)
      let action = Kept(action())
      let address = action.address
      check(
        String(cString: name(ofValueAt: address)) == expected,
        "the path of the action's cases")
      return .synchronous { count in
        for _ in 0..<count { blackHole(name(ofValueAt: address)) }
        withExtendedLifetime(action) {}
      }
    }
  }
}
