import ComposableCore
import Synchronization
import Testing

private let number = Atomic(0)

/// Actions that are sent more than once through scoped stores.
@MainActor
@Suite struct RepeatedActionTests {
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
