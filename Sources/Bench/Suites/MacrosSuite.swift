import ComposableCore

extension Suite {
  /// The code that macros generate, each beside a hand-written twin.
  public static let macros = Suite(
    "macros",
    benchmarks: names + sending + scoping + reading,
    figures: [
      Figure(
        "name, three enums, ns", .difference("macros/name/macro", from: "macros/name/loop"),
        budget: 5),
      Figure("name / twin", .ratio("macros/name/macro", to: "macros/name/twin")),
      twins("send to root / twin", "macros/send/root"),
      twins("send through three stores / twin", "macros/send/three"),
      twins("cached scope / twin", "macros/scope/cached"),
      twins("first scope / twin", "macros/scope/first"),
      twins("reading a property / twin", "macros/property"),
    ])

  private static func twins(_ name: String, _ benchmark: String) -> Figure {
    Figure(name, .ratio("\(benchmark)/macro", to: "\(benchmark)/twin"))
  }

  // MARK: Naming

  private static var names: [Benchmark] {
    [
      Benchmark("macros/name/macro") {
        let name = ActionName(of: MacroLevel2.Action.self)
        let action = Kept(MacroLevel2.action(.incrementButtonTapped))
        let address = action.address
        check(
          String(cString: name(ofValueAt: address)) == "child.child.incrementButtonTapped",
          "the path of the action's cases")
        return .synchronous { count in
          for _ in 0..<count { blackHole(name(ofValueAt: address)) }
          withExtendedLifetime(action) {}
        }
      },
      Benchmark("macros/name/twin") {
        let action = Kept(Level2.action(.incrementButtonTapped))
        let address = action.address
        check(
          String(cString: nameByHand(ofValueAt: address))
            == "child.child.incrementButtonTapped",
          "the path of the action's cases")
        return .synchronous { count in
          for _ in 0..<count { blackHole(nameByHand(ofValueAt: address)) }
          withExtendedLifetime(action) {}
        }
      },
      Benchmark("macros/name/loop") {
        let name = opaque(UnsafePointer<CChar>(bitPattern: 1))
        return .synchronous { count in
          for _ in 0..<count { blackHole(name) }
        }
      },
    ]
  }

  /// The shortest implementation: a switch over all cases, with constants.
  @inline(never)
  private nonisolated static func nameByHand(
    ofValueAt action: UnsafePointer<Level2.Action>
  ) -> UnsafePointer<CChar> {
    let name: StaticString =
      switch action.pointee {
      case .child(.child(.decrementButtonTapped)): "child.child.decrementButtonTapped"
      case .child(.child(.incrementButtonTapped)): "child.child.incrementButtonTapped"
      case .child(.child(.numberChosen)): "child.child.numberChosen"
      case .child(.resetButtonTapped): "child.resetButtonTapped"
      case .child(.volumeChanged): "child.volumeChanged"
      case .resetButtonTapped: "resetButtonTapped"
      case .volumeChanged: "volumeChanged"
      }
    return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  // MARK: Sending

  private static var sending: [Benchmark] {
    [
      Benchmark("macros/send/root/macro") {
        let store = Store(initialState: MacroCounter.State()) { MacroCounter() }
        return .sending(.incrementButtonTapped, to: store, counter: \.count)
      },
      Benchmark("macros/send/root/twin") {
        let store = Store(initialState: Counter.State()) { Counter() }
        return .sending(.incrementButtonTapped, to: store, counter: \.count)
      },
      Benchmark("macros/send/three/macro") {
        let store = Store(initialState: MacroLevel3.State()) { MacroLevel3() }
        return .sending(
          .incrementButtonTapped, to: MacroLevel3.counter(of: store), counter: \.count)
      },
      Benchmark("macros/send/three/twin") {
        let store = Store(initialState: Level3.State()) { Level3() }
        return .sending(.incrementButtonTapped, to: Level3.counter(of: store), counter: \.count)
      },
    ]
  }

  // MARK: Scoping and reading

  private static var scoping: [Benchmark] {
    [
      Benchmark("macros/scope/cached/macro") {
        let store = Store(initialState: MacroLevel1.State()) { MacroLevel1() }
        let child = store.scope(\.child, action: \.child)
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(store.scope(\.child, action: \.child)))
          }
          check(store.scope(\.child, action: \.child) === child, "the same store each time")
        }
      },
      Benchmark("macros/scope/cached/twin") {
        let store = Store(initialState: Level1.State()) { Level1() }
        let child = store.scope(\.child, action: \.child)
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(store.scope(\.child, action: \.child)))
          }
          check(store.scope(\.child, action: \.child) === child, "the same store each time")
        }
      },
      Benchmark("macros/scope/first/macro") {
        .synchronous { count in
          for _ in 0..<count {
            let store = Store(initialState: MacroLevel1.State()) { MacroLevel1() }
            blackHole(ObjectIdentifier(store.scope(\.child, action: \.child)))
          }
        }
      },
      Benchmark("macros/scope/first/twin") {
        .synchronous { count in
          for _ in 0..<count {
            let store = Store(initialState: Level1.State()) { Level1() }
            blackHole(ObjectIdentifier(store.scope(\.child, action: \.child)))
          }
        }
      },
    ]
  }

  private static var reading: [Benchmark] {
    [
      Benchmark("macros/property/macro") {
        let store = Store(initialState: MacroCounter.State()) { MacroCounter() }
        store.send(.numberChosen(42))
        return .synchronous { count in
          for _ in 0..<count { blackHole(store.count) }
          check(store.count == 42, "what was sent is read")
        }
      },
      Benchmark("macros/property/twin") {
        let store = Store(initialState: Counter.State()) { Counter() }
        store.send(.numberChosen(42))
        return .synchronous { count in
          for _ in 0..<count { blackHole(store.count) }
          check(store.count == 42, "what was sent is read")
        }
      },
    ]
  }
}
