import ComposableCore

extension Suite {
  /// Children that are added, removed or moved: presented and optional ones, cases of an enum,
  /// rows, screens.
  public static let children = Suite(
    "children",
    benchmarks: reduced + sent + bystanding + scoped + read + ended,
    figures: [
      Figure("each presented level in reduce", .slope(levels("reduced, presented"), per: "level")),
      Figure("each optional level in reduce", .slope(levels("reduced, optional"), per: "level")),
      Figure(
        "each case in reduce", .slope(points("children/reduced, case", caseDepths), per: "level")),
      Figure("each element in reduce", .slope(levels("reduced, element"), per: "level")),
      Figure("each screen in reduce", .slope(levels("reduced, screen"), per: "level")),
      Figure("each presented level in send", .slope(levels("sent, presented"), per: "level")),
      Figure(
        "each presented level in send, texts in turn",
        .slope(levels("sent, presented, texts in turn"), per: "level")),
      Figure("each element in send", .slope(levels("sent, element"), per: "level")),
      Figure("each screen in send", .slope(levels("sent, screen"), per: "level")),
      Figure("each optional level in send", .slope(levels("sent, optional"), per: "level")),
      Figure("each case in send", .slope(points("children/sent, case", caseDepths), per: "level")),
      Figure("presented levels, send", .exponent(levels("sent, presented"), of: "levels")),
      Figure(
        "state through n presented stores", .exponent(levels("state, presented"), of: "levels"),
        budget: 0.05),
      Figure(
        "send to one of n row stores",
        .exponent(points("children/sent, row", rowCounts), of: "rows"), budget: 0.1),
      Figure(
        "a reducer's own call of another",
        .difference(
          "children/sent to root, higher-order reducer",
          from: "children/sent to root, ten Scopes"),
        budget: 30),
      Figure(
        "take one of n row stores",
        .exponent(points("children/row, cached", rowCounts), of: "rows"), budget: 0.1),
    ])

  private static let depths = [1, 5, 10]
  private static let caseDepths = [1, 2, 5]
  private static let rowCounts = [10, 1_000, 10_000]

  private static func levels(_ name: String) -> [Figure.Point] {
    points("children/\(name)", depths)
  }

  // MARK: Reduced, without a store

  private static var reduced: [Benchmark] {
    depths.map { depth in
      Benchmark("children/reduced, presented/\(depth)") {
        .reducing(
          .incrementing(depth: depth), with: Tree(), state: Tree.State(depth: depth),
          counter: \.innermost)
      }
    }
      + depths.map { depth in
        Benchmark("children/reduced, element/\(depth)") {
          .reducing(
            .incrementing(depth: depth), with: Outline(), state: Outline.State(depth: depth),
            counter: \.innermost)
        }
      }
      + depths.map { depth in
        Benchmark("children/reduced, screen/\(depth)") {
          let state = Trail.State(depth: depth)
          return .reducing(
            .incrementing(in: state), with: Trail(), state: state, counter: \.innermost)
        }
      } + [
        nested("reduced, optional/1", Maybe1.self),
        nested("reduced, optional/5", Maybe5.self),
        nested("reduced, optional/10", Maybe10.self),
        nested("reduced, case/1", Case1.self),
        nested("reduced, case/2", Case2.self),
        nested("reduced, case/5", Case5.self),
        Benchmark("children/reduced, higher-order reducer") {
          .reducing(
            Level10.action(.incrementButtonTapped), with: Counting(base: Level10(), tally: Tally()),
            state: Level10.State(), counter: \.counter.count)
        },
      ]
  }

  private static func nested<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark("children/\(name)") {
      .reducing(
        R.action(.incrementButtonTapped), with: R(), state: R.State(), counter: \.counter.count)
    }
  }

  // MARK: Sent to the innermost store

  private static var sent: [Benchmark] {
    depths.map { depth in
      Benchmark("children/sent, presented/\(depth)") {
        let root = Store(initialState: Tree.State(depth: depth)) { Tree() }
        let stores = Tree.presented(by: root, depth: depth)
        check(stores.count == depth + 1, "all are presented")
        return .sending(.incrementButtonTapped, to: stores[depth], counter: \.count)
      }
    }
      + depths.map(sentTexts)
      + depths.map { depth in
        Benchmark("children/sent, element/\(depth)") {
          let root = Store(initialState: Outline.State(depth: depth)) { Outline() }
          return .sending(
            .incrementButtonTapped, to: Outline.innermost(of: root, depth: depth), counter: \.count)
        }
      }
      + depths.map { depth in
        Benchmark("children/sent, screen/\(depth)") {
          let root = Store(initialState: Trail.State(depth: depth)) { Trail() }
          return .sending(
            .incrementButtonTapped, to: Trail.innermost(of: root, depth: depth), counter: \.count)
        }
      } + [
        sent("sent, optional/1", Maybe1.self),
        sent("sent, optional/5", Maybe5.self),
        sent("sent, optional/10", Maybe10.self),
        sent("sent, case/1", Case1.self),
        sent("sent, case/2", Case2.self),
        sent("sent, case/5", Case5.self),
        Benchmark("children/sent, screen of 2") {
          let store = Store(initialState: Screens.State(screens: 2)) { Screens() }
          let screens = Array(store.scope(\.path, action: \.path))
          return .sending(.tapped, to: screens[1], counter: \.taps)
        },
      ]
      + rowCounts.map { count in
        Benchmark("children/sent, row/\(count)") {
          let store = Store(initialState: Rows.State(rows: count)) { Rows() }
          let rows = store.scope(\.rows, action: \.rows)
          return .sending(.tapped, to: rows[count / 2], counter: \.taps)
        }
      }
  }

  /// The same with actions that have references.
  private static func sentTexts(depth: Int) -> Benchmark {
    Benchmark("children/sent, presented, texts in turn/\(depth)") {
      let root = Store(initialState: Draft.State(depth: depth)) { Draft() }
      let store = Draft.innermost(of: root, depth: depth)
      let texts = [
        "a text that is too long to lie in a string", "another one with storage of its own",
      ]
      let sent = Tally()
      return .synchronous { passes in
        for _ in 0..<passes {
          store.send(.textChanged(texts[sent.count & 1]))
          sent.count += 1
        }
        check(store.edits == sent.count, "each text that is sent arrives")
      }
    }
  }

  private static func sent<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark("children/\(name)") {
      let store = Store(initialState: R.State()) { R() }
      return .sending(.incrementButtonTapped, to: R.counter(of: store), counter: \.count)
    }
  }

  // MARK: Sent to the root, with children around

  private static var bystanding: [Benchmark] {
    [
      Benchmark("children/sent to root, ten Scopes") {
        let store = Store(initialState: Level10.State()) { Level10() }
        return .sending(
          Level10.action(.incrementButtonTapped), to: store, counter: \.counter.count)
      },
      Benchmark("children/sent to root, higher-order reducer") {
        let store = Store(initialState: Level10.State()) {
          Counting(base: Level10(), tally: Tally())
        }
        return .sending(
          Level10.action(.incrementButtonTapped), to: store, counter: \.counter.count)
      },
      Benchmark("children/sent to root, none presented") {
        let store = Store(initialState: Tree.State()) { Tree() }
        return .sending(.incrementButtonTapped, to: store, counter: \.count)
      },
      Benchmark("children/sent to root, 10 presented") {
        let store = Store(initialState: Tree.State(depth: 10)) { Tree() }
        let stores = Tree.presented(by: store, depth: 10)
        return .synchronous { count in
          let before = store.state.count
          for _ in 0..<count { store.send(.incrementButtonTapped) }
          check(store.state.count == before + count, "each action that is sent counts")
          check(stores.count == 11, "all are presented")
        }
      },
    ]
  }

  // MARK: Scoping

  private static var scoped: [Benchmark] {
    [
      Benchmark("children/presented, cached") {
        let store = Store(initialState: Tree.State(depth: 1)) { Tree() }
        let child = store.scope(\.child, action: \.child.presented)
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(store.scope(\.child, action: \.child.presented).map(ObjectIdentifier.init))
          }
          check(store.scope(\.child, action: \.child.presented) === child, "the same store")
        }
      },
      Benchmark("children/optional, cached") {
        let store = Store(initialState: Maybe1.State()) { Maybe1() }
        let child = store.scope(\.child, action: \.child)
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(store.scope(\.child, action: \.child).map(ObjectIdentifier.init))
          }
          check(store.scope(\.child, action: \.child) === child, "the same store")
        }
      },
      Benchmark("children/case, cached") {
        let store = Store(initialState: Case1.State()) { Case1() }
        let child = store.scope(\.[case: \.on], action: \.on)
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(store.scope(\.[case: \.on], action: \.on).map(ObjectIdentifier.init))
          }
          check(store.scope(\.[case: \.on], action: \.on) === child, "the same store")
        }
      },
      Benchmark("children/screen, cached") {
        let store = Store(initialState: Screens.State(screens: 2)) { Screens() }
        let screen = store.scope(\.path, action: \.path)[1]
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(store.scope(\.path, action: \.path)[1]))
          }
          check(store.scope(\.path, action: \.path)[1] === screen, "the same store")
        }
      },
      Benchmark("children/row by id, cached") {
        let store = Store(initialState: Rows.State(rows: 10)) { Rows() }
        let id = opaque(5)
        let row = store.scope(\.rows[id: id], action: \.rows[id: id])
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(
              store.scope(\.rows[id: id], action: \.rows[id: id]).map(ObjectIdentifier.init))
          }
          check(store.scope(\.rows[id: id], action: \.rows[id: id]) === row, "the same store")
        }
      },
      // The cost of the caller's key paths alone, as each of these captures an id.
      Benchmark("children/row by id, key paths alone") {
        let id = opaque(5)
        return .synchronous { count in
          for _ in 0..<count {
            let state: KeyPath<Rows.State, Row.State?> = \.rows[id: id]
            let action: CaseKeyPath<Rows.Action, Row.Action> = \.rows[id: id]
            blackHole(ObjectIdentifier(state))
            blackHole(ObjectIdentifier(action))
          }
        }
      },
      visiting("children/visits, of a collection") { store, _ in
        blackHole(ObjectIdentifier(store.scope(\.rows, action: \.rows)[0]))
      },
      visiting("children/visits, by id") { store, id in
        blackHole(store.scope(\.rows[id: id], action: \.rows[id: id]).map(ObjectIdentifier.init))
      },
      visiting("children/visits, without a store") { _, _ in },
      // The store is released and made again with each child.
      Benchmark("children/presented and dismissed") {
        let store = Store(initialState: Tree.State()) { Tree() }
        return .synchronous { count in
          for _ in 0..<count { present(in: store) }
          check(store.scope(\.child, action: \.child.presented) == nil, "it was dismissed")
        }
      },
      // The same without a store of the child, to be subtracted.
      Benchmark("children/presented and dismissed, without a store") {
        let store = Store(initialState: Tree.State()) { Tree() }
        return .synchronous { count in
          for _ in 0..<count {
            store.send(.presentButtonTapped)
            store.send(.dismissButtonTapped)
          }
        }
      },
    ]
      + rowCounts.map { size in
        Benchmark("children/row, cached/\(size)") {
          let store = Store(initialState: Rows.State(rows: size)) { Rows() }
          let row = store.scope(\.rows, action: \.rows)[size / 2]
          return .synchronous { count in
            for _ in 0..<count {
              blackHole(ObjectIdentifier(store.scope(\.rows, action: \.rows)[size / 2]))
            }
            check(store.scope(\.rows, action: \.rows)[size / 2] === row, "the same store")
          }
        }
      }
  }

  /// An element is inserted, used and removed: objects that are created for it serve one visit, and
  /// have to end with it.
  private static func visiting(
    _ name: String, _ visit: @escaping @MainActor @Sendable (StoreOf<Visitors>, _ id: Int) -> Void
  ) -> Benchmark {
    Benchmark(name) {
      let store = Store(initialState: Visitors.State()) { Visitors() }
      return .synchronous { count in
        for _ in 0..<count {
          let id = store.nextID
          store.send(.came)
          visit(store, id)
          store.send(.left)
        }
        check(store.rows.isEmpty, "all have left")
      }
    }
  }

  /// Presents a child, has its store made, and dismisses it.
  @MainActor
  private static func present(in store: StoreOf<Tree>) {
    store.send(.presentButtonTapped)
    blackHole(store.scope(\.child, action: \.child.presented).map(ObjectIdentifier.init))
    store.send(.dismissButtonTapped)
  }

  // MARK: Reading

  private static var read: [Benchmark] {
    depths.map { depth in
      Benchmark("children/state, presented/\(depth)") {
        let root = Store(initialState: Tree.State(depth: depth)) { Tree() }
        let store = Tree.presented(by: root, depth: depth)[depth]
        store.send(.incrementButtonTapped)
        return .synchronous { count in
          for _ in 0..<count { blackHole(store.count) }
          check(store.count == 1, "what was sent is read")
        }
      }
    }
  }

  // MARK: What is left of children that are gone

  private static var ended: [Benchmark] {
    [
      Benchmark("children/root store, observable") {
        .synchronous { count in
          for _ in 0..<count {
            blackHole(
              ObjectIdentifier(
                Store(initialState: ObservedRows.State(rows: 0)) { ObservedRows() }))
          }
        }
      }
    ]
  }
}
