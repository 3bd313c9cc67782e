import ComposableCore
import Foundation
import Synchronization
import TestSupport
import Testing

private let number = Atomic(0)

/// Actions that are sent one after the other through scoped stores.
@MainActor
@Suite struct ScopedActionTests {
  final class Object: Sendable {}

  /// Sends an action while another is being processed.
  final class Sender {
    var send: (() -> Void)?
  }

  struct Level: Reducer {
    struct State {
      var log: [String] = []
      @PresentationState var child: Level.State?

      init(depth: Int) {
        if depth > 0 { child = State(depth: depth - 1) }
      }
    }

    enum Action: CasePathable {
      indirect case child(PresentationAction<Level.Action>)
      case first, second
      case text(String)
      case object(Object)
      case pair(Bool, Int)

      struct AllCasePaths: Sendable {
        /// Sends another text each time, as a case path by hand may.
        var numbered: AnyCasePath<Action, Void> {
          AnyCasePath(embed: { .text("\(number.add(1, ordering: .relaxed).newValue)") }) { _ in nil
          }
        }
        var child: AnyCasePath<Action, PresentationAction<Level.Action>> {
          AnyCasePath(_unsafeEmbed: Action.child) {
            if case .child(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let sender: Sender

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child: state.log.append("child")
        case .first: state.log.append("first")
        case .second: state.log.append("second")
        case .text(let text): state.log.append(text)
        case .object: state.log.append("object")
        case .pair(let flag, let number): state.log.append("\(flag) \(number)")
        }
        let send = sender.send
        sender.send = nil
        send?()
        return .none
      }
      .ifLet(\.$child, action: \.child) { Level(sender: sender) }
    }
  }

  /// A root store, and the innermost store of those that are presented.
  private func stores(
    depth: Int, _ sender: Sender = Sender()
  ) throws -> (root: StoreOf<Level>, innermost: StoreOf<Level>) {
    let root = Store(initialState: Level.State(depth: depth)) { Level(sender: sender) }
    var store = root
    for _ in 0..<depth {
      store = try #require(store.scope(\.child, action: \.child.presented))
    }
    return (root, store)
  }

  @Test(arguments: [1, 3, 20]) func eachActionArrives(depth: Int) throws {
    let (root, store) = try stores(depth: depth)
    let actions: [(Level.Action, String)] = [
      (.first, "first"), (.first, "first"), (.first, "first"), (.second, "second"),
      (.first, "first"), (.second, "second"), (.second, "second"), (.second, "second"),
      (.text("a"), "a"), (.text("a"), "a"), (.text("a"), "a"), (.text("b"), "b"),
      (.pair(true, 1), "true 1"), (.pair(true, 1), "true 1"), (.pair(true, 2), "true 2"),
      (.pair(false, 2), "false 2"), (.first, "first"), (.first, "first"),
    ]
    for (action, _) in actions { store.send(action) }
    #expect(store.log == actions.map(\.1))
    #expect(root.log == actions.map { _ in "child" })
  }

  @Test func payloadsWithReferencesAreNotKept() throws {
    let (_, store) = try stores(depth: 2)
    for _ in 0..<4 {
      weak var sent: Object?
      do {
        let object = Object()
        sent = object
        store.send(.object(object))
      }
      #expect(sent == nil)
    }
  }

  @Test func anActionCanBeSentWhileItIsProcessed() throws {
    let sender = Sender()
    let (_, store) = try stores(depth: 2, sender)
    for _ in 0..<3 { store.send(.first) }
    withKnownIssue {
      sender.send = { store.send(.first) }
      store.send(.first)
    }
    store.send(.second)
    store.send(.second)
    withKnownIssue {
      sender.send = { store.send(.first) }
      store.send(.second)
    }
    store.send(.first)
    #expect(
      store.log == [
        "first", "first", "first", "first", "first", "second", "second", "second", "first", "first",
      ])
  }

  /// A feature whose parents keep received actions, or parts of them, beyond their processing.
  struct Keeper: Reducer {
    struct State {
      var kept: [Action] = []
      var keptPresentations: [PresentationAction<Keeper.Action>] = []
      var keptInner: [Action] = []
      var received: [Action] = []
      @PresentationState var child: Keeper.State?
      var path = StackState<Keeper.State>()
    }

    enum Action: CasePathable {
      indirect case child(PresentationAction<Keeper.Action>)
      indirect case path(StackAction<Keeper.State, Keeper.Action>)
      case plain, other
      case number(Int)
      case text(String)

      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, PresentationAction<Keeper.Action>> {
          AnyCasePath(_unsafeEmbed: Action.child) {
            if case .child(let value) = $0 { value } else { nil }
          }
        }
        var path: AnyCasePath<Action, StackAction<Keeper.State, Keeper.Action>> {
          AnyCasePath(_unsafeEmbed: Action.path) {
            if case .path(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }

      /// The innermost action, with the way to it.
      var text: String {
        switch self {
        case .child(.presented(let action)): "child \(action.text)"
        case .child(.dismiss): "dismiss"
        case .path(.element(id: _, action: let action)): "element \(action.text)"
        case .path: "path"
        case .plain: "plain"
        case .other: "other"
        case .number(let number): "number \(number)"
        case .text(let text): "text \(text)"
        }
      }
    }

    /// The kept part of the next action: nothing, the action, the presented action, the innermost.
    final class Plan {
      var keeps = 0
    }
    let plan: Plan

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.received.append(.text(action.text))
        switch (plan.keeps, action) {
        case (1, _): state.kept.append(action)
        case (2, .child(let presentation)): state.keptPresentations.append(presentation)
        case (3, .child(.presented(let inner))): state.keptInner.append(inner)
        case (3, .path(.element(id: _, action: let inner))): state.keptInner.append(inner)
        default: break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Keeper(plan: plan) }
      .forEach(\.path, action: \.path) { Keeper(plan: plan) }
    }
  }

  @Test func whatIsKeptOfAnActionStaysAsItWas() throws {
    let seed = UInt64(ProcessInfo.processInfo.environment["SEED"] ?? "") ?? .random(in: 0...9_999)
    var random = SplitMix(seed: seed)
    for round in 0..<30 {
      let plan = Keeper.Plan()
      var state = Keeper.State()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        var outer = Keeper.State()
        if Bool.random(using: &random) { outer.child = state } else { outer.path.append(state) }
        state = outer
      }
      let root = Store(initialState: state) { Keeper(plan: plan) }
      var stores = [root]
      while let store = stores.last {
        if let child = store.scope(\.child, action: \.child.presented) {
          stores.append(child)
        } else if let child = store.scope(\.path, action: \.path).first {
          stores.append(child)
        } else {
          break
        }
      }
      var sent: [[String]] = stores.map { _ in [] }
      var kept: [[String]] = stores.map { _ in [] }
      var keptPresentations = kept
      var keptInner = kept
      for step in 0..<40 {
        let target = Int.random(in: 0..<stores.count, using: &random)
        let action: Keeper.Action =
          switch Int.random(in: 0..<5, using: &random) {
          case 0: .plain
          case 1: .other
          case 2: .text("\(step)")
          default: .number(step)
          }
        plan.keeps = Int.random(in: 0..<6, using: &random)
        stores[target].send(action)
        var text = action.text
        var inner: String?
        for level in stride(from: target, through: 0, by: -1) {
          sent[level].append("text \(text)")
          let isPresented = level < target && stores[level].child != nil
          switch plan.keeps {
          case 1: kept[level].append(text)
          case 2 where isPresented: keptPresentations[level].append(inner ?? "")
          case 3: if let inner { keptInner[level].append(inner) }
          default: break
          }
          inner = text
          if level > 0 { text = (stores[level - 1].child != nil ? "child " : "element ") + text }
        }
      }
      for (level, store) in stores.enumerated() {
        let place = "seed \(seed), round \(round), level \(level)"
        #expect(store.received.map(\.text) == sent[level], "\(place)")
        #expect(store.kept.map(\.text) == kept[level], "\(place)")
        #expect(store.keptInner.map(\.text) == keptInner[level], "\(place)")
        #expect(
          store.keptPresentations.map {
            if case .presented(let action) = $0 { action.text } else { "dismiss" }
          } == keptPresentations[level], "\(place)")
      }
    }
  }

  /// A feature with one presented child, whose action has no other payload of the child's type.
  struct Outer: Reducer {
    struct State {
      var kept: [Action] = []
      @PresentationState var child: Inner.State? = Inner.State()
    }

    enum Action: CasePathable {
      indirect case child(PresentationAction<Inner.Action>)
      case other

      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, PresentationAction<Inner.Action>> {
          AnyCasePath(_unsafeEmbed: Action.child) {
            if case .child(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }

      /// The number and the object of the child's action.
      var inner: (Int, Object)? {
        if case .child(.presented(.object(let number, let object))) = self {
          (number, object)
        } else {
          nil
        }
      }
    }

    let keeps: (Action) -> Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if keeps(action) { state.kept.append(action) }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Inner() }
    }
  }

  struct Inner: Reducer {
    struct State {
      var log: [String] = []
    }

    enum Action {
      case number(Int)
      case object(Int, Object)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .number(let number): state.log.append("number \(number)")
      case .object(let number, _): state.log.append("object \(number)")
      }
      return .none
    }
  }

  private func presented(
    keeping keeps: @escaping (Outer.Action) -> Bool = { _ in false }
  ) throws -> (StoreOf<Outer>, StoreOf<Inner>) {
    let store = Store(initialState: Outer.State()) { Outer(keeps: keeps) }
    return (store, try #require(store.scope(\.child, action: \.child.presented)))
  }

  @Test func send_actionsWithObjectsBetweenPlainOnes_arriveAndReleaseTheirObjects() throws {
    let (_, child) = try presented()
    var expected: [String] = []
    for number in 0..<12 {
      if number % 3 == 2 {
        weak var sent: Object?
        do {
          let object = Object()
          sent = object
          child.send(.object(number, object))
        }
        #expect(sent == nil)
        expected.append("object \(number)")
      } else {
        // The same one twice in a row, before and after one with an object.
        child.send(.number(number / 3))
        expected.append("number \(number / 3)")
      }
    }
    #expect(child.log == expected)
  }

  @Test func send_afterParentKeptActionWithObject_leavesTheKeptOneAlone() throws {
    let (store, child) = try presented { $0.inner.map { $0.0 % 2 == 0 } ?? false }
    let objects = (0..<6).map { _ in Object() }
    for number in 0..<3 { child.send(.number(number)) }
    for (number, object) in objects.enumerated() {
      child.send(.object(number, object))
      child.send(.number(number))
    }
    #expect(store.kept.compactMap(\.inner?.0) == [0, 2, 4])
    let expected = [0, 2, 4].map { ObjectIdentifier(objects[$0]) }
    #expect(store.kept.compactMap(\.inner?.1).map { ObjectIdentifier($0) } == expected)
    #expect(
      child.log == (0..<3).map { "number \($0)" }
        + (0..<6).flatMap { ["object \($0)", "number \($0)"] })
  }

  @Test func pathsByHandAreCalledEachTime() throws {
    let (_, innermost) = try stores(depth: 2)
    let store: Store<Level.State, Void> = innermost.scope(state: \.self, action: \.numbered)
    let first = number.load(ordering: .relaxed) + 1
    for _ in 0..<4 { store.send(()) }
    #expect(innermost.log == (first..<first + 4).map { "\($0)" })
  }

  @available(*, deprecated)
  @Test func functionsThatEmbedAnActionAreCalledEachTime() throws {
    let (_, innermost) = try stores(depth: 1)
    var number = 0
    let store: Store<Level.State, Void> = innermost.scope(
      state: { $0 },
      action: { _ in
        number += 1
        return .text("\(number)")
      })
    for _ in 0..<4 { store.send(()) }
    #expect(innermost.log == ["1", "2", "3", "4"])
  }
}
