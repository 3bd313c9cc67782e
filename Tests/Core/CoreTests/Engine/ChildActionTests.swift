import ComposableCore
import TestSupport
import Testing

/// Actions of children, whatever the layout of the enums around them.
@MainActor
@Suite struct ChildActionTests {
  final class Object: Sendable {
    let name: String

    init(_ name: String) {
      self.name = name
    }
  }

  struct Leaf: Reducer {
    struct State: Identifiable, Equatable {
      let id: String
      var log: [String] = []
    }

    enum Action {
      case nothing
      case text(String)
      case object(Object)
      case pair(Bool, Int)
      indirect case boxed([String])
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .nothing: state.log.append("nothing")
      case .text(let text): state.log.append(text)
      case .object(let object): state.log.append(object.name)
      case .pair(let flag, let number): state.log.append("\(flag) \(number)")
      case .boxed(let texts): state.log += texts
      }
      return .none
    }
  }

  /// A parent with a child of each kind, whose actions differ in how the case is stored.
  struct Parent: Reducer {
    struct State: Equatable {
      @PresentationState var first: Leaf.State? = Leaf.State(id: "first")
      @PresentationState var second: Leaf.State? = Leaf.State(id: "second")
      @PresentationState var third: Leaf.State? = Leaf.State(id: "third")
      var rows: IdentifiedArrayOf<Leaf.State> = [Leaf.State(id: "a"), Leaf.State(id: "b")]
      var path = StackState([Leaf.State(id: "screen")])
      var count = 0
    }

    enum Action: CasePathable {
      case first(PresentationAction<Leaf.Action>)
      case second(PresentationAction<Leaf.Action>)
      indirect case third(PresentationAction<Leaf.Action>)
      case rows(IdentifiedActionOf<Leaf>)
      case path(StackActionOf<Leaf>)
      case other(String)

      struct AllCasePaths: Sendable {
        var first: AnyCasePath<Action, PresentationAction<Leaf.Action>> {
          AnyCasePath(_unsafeEmbed: Action.first) {
            if case .first(let value) = $0 { value } else { nil }
          }
        }
        var second: AnyCasePath<Action, PresentationAction<Leaf.Action>> {
          AnyCasePath(_unsafeEmbed: Action.second) {
            if case .second(let value) = $0 { value } else { nil }
          }
        }
        var third: AnyCasePath<Action, PresentationAction<Leaf.Action>> {
          AnyCasePath(_unsafeEmbed: Action.third) {
            if case .third(let value) = $0 { value } else { nil }
          }
        }
        var rows: AnyCasePath<Action, IdentifiedActionOf<Leaf>> {
          AnyCasePath(_unsafeEmbed: Action.rows) {
            if case .rows(let value) = $0 { value } else { nil }
          }
        }
        var path: AnyCasePath<Action, StackActionOf<Leaf>> {
          AnyCasePath(_unsafeEmbed: Action.path) {
            if case .path(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
      .ifLet(\.$first, action: \.first) { Leaf() }
      .ifLet(\.$second, action: \.second) { Leaf() }
      .ifLet(\.$third, action: \.third) { Leaf() }
      .forEach(\.rows, action: \.rows) { Leaf() }
      .forEach(\.path, action: \.path) { Leaf() }
    }
  }

  @Test func payloadsOfEachLayoutArrive() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    let id = try #require(store.path.ids.first)
    let texts = ["nothing", "text", "object", "true 7", "boxed", "twice"]
    let rounds = 3
    for _ in 0..<rounds {
      let actions: [Leaf.Action] = [
        .nothing, .text("text"), .object(Object("object")), .pair(true, 7),
        .boxed(["boxed", "twice"]),
      ]
      for action in actions {
        store.send(.first(.presented(action)))
        store.send(.second(.presented(action)))
        store.send(.third(.presented(action)))
        store.send(.rows(.element(id: "b", action: action)))
        store.send(.path(.element(id: id, action: action)))
        store.send(.other("other"))
      }
    }
    let log = Array(repeating: texts, count: rounds).flatMap { $0 }
    #expect(store.first?.log == log)
    #expect(store.second?.log == log)
    #expect(store.third?.log == log)
    #expect(store.rows[id: "a"]?.log == [])
    #expect(store.rows[id: "b"]?.log == log)
    #expect(store.path.first?.log == log)
    #expect(store.count == rounds * 5 * 6)
  }

  @Test func otherActionsOfTheOperatorAreNotTheChild() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.first(.presented(.text("a"))))
    store.send(.first(.presented(.text("b"))))
    store.send(.first(.dismiss))
    #expect(store.first == nil)
    store.send(.path(.push(id: 1, state: Leaf.State(id: "new"))))
    store.send(.path(.element(id: 1, action: .text("c"))))
    store.send(.path(.popFrom(id: 1)))
    #expect(store.path.count == 1)
    withKnownIssue { _ = store.send(.first(.presented(.text("d")))) }
    withKnownIssue { _ = store.send(.rows(.element(id: "none", action: .text("e")))) }
  }

  /// A function that a client writes is asked each time, as it need not take all values of a case.
  @Test func pathsByHandSelectTheirActions() {
    let store = Store(initialState: Selective.State()) { Selective() }
    for number in 0..<40 { store.send(.child(.presented(.pair(number % 3 == 0, number)))) }
    #expect(store.child?.log == stride(from: 0, to: 40, by: 3).map { "true \($0)" })
    for number in 0..<40 {
      store.send(.rows(.element(id: "a", action: .pair(number % 3 == 0, number))))
    }
    #expect(store.rows[0].log == stride(from: 0, to: 40, by: 3).map { "true \($0)" })
  }

  /// The children take only some values of their cases.
  struct Selective: Reducer {
    struct State: Equatable {
      @PresentationState var child: Leaf.State? = Leaf.State(id: "child")
      var rows: IdentifiedArrayOf<Leaf.State> = [Leaf.State(id: "a")]
    }

    enum Action: CasePathable {
      case child(PresentationAction<Leaf.Action>)
      case rows(IdentifiedActionOf<Leaf>)

      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, PresentationAction<Leaf.Action>> {
          AnyCasePath(embed: Action.child) {
            if case .child(.presented(.pair(true, let number))) = $0 {
              .presented(.pair(true, number))
            } else {
              nil
            }
          }
        }
        var rows: AnyCasePath<Action, IdentifiedActionOf<Leaf>> {
          AnyCasePath(embed: Action.rows) {
            if case .rows(.element(let id, .pair(true, let number))) = $0 {
              .element(id: id, action: .pair(true, number))
            } else {
              nil
            }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$child, action: \.child) { Leaf() }
        .forEach(\.rows, action: \.rows) { Leaf() }
    }
  }

  @Test func objectsEndWithTheirActions() {
    let store = Store(initialState: Parent.State()) { Parent() }
    for _ in 0..<4 {
      weak var sent: Object?
      do {
        let object = Object("object")
        sent = object
        store.send(.first(.presented(.object(object))))
        store.send(.rows(.element(id: "a", action: .object(object))))
      }
      #expect(sent == nil)
    }
  }
}
