import TestSupport
import Testing
@testable import ComposableCore

/// Sources of actions while a reducer is in the middle of a write: the actions are reported and
/// wait.
@MainActor
@Suite struct ExclusivityTests {
  /// Does something at its end.
  final class Ending: @unchecked Sendable {
    var atEnd: (() -> Void)?
    init(_ atEnd: (() -> Void)? = nil) { self.atEnd = atEnd }
    deinit { atEnd?() }
  }

  /// Sends actions out of a state.
  final class Sender: @unchecked Sendable {
    var send: (() -> Void)?

    func run() {
      let send = send
      self.send = nil
      send?()
    }
  }

  enum Content: CasePathable {
    case names([String], Ending)
    case numbers([Int])
    case ending(Ending)

    struct AllCasePaths: Sendable {
      var names: AnyCasePath<Content, ([String], Ending)> {
        AnyCasePath(embed: { Content.names($0, $1) }) {
          if case .names(let names, let ending) = $0 { (names, ending) } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct Item: Identifiable {
    var id = 0
    var texts = ["a text that is kept outside of the value"]
    var content = Content.numbers([1])
    var ending: Ending?
  }

  struct Feature: Reducer {
    struct State {
      let sender: Sender
      var texts = ["a text that is kept outside of the value"] {
        didSet { sender.run() }
      }
      var count = 0
      var item = Item()
      var optional: Item?
      var items: IdentifiedArrayOf<Item> = []
      @PresentationState var sheet: Item?
      var path = StackState<Item>()

      var first: String {
        get { texts[0] }
        set {
          texts[0] = newValue
          sender.run()
        }
      }
    }

    enum Action: CasePathable {
      case feature(Change<State>)
      case item(Change<Item>)
      case names(Change<([String], Ending)>)
      case optional(Change<Item>)
      case items(IdentifiedAction<Int, Change<Item>>)
      case sheet(PresentationAction<Change<Item>>)
      case path(StackAction<Item, Change<Item>>)

      struct AllCasePaths: Sendable {
        var feature: AnyCasePath<Action, Change<State>> {
          AnyCasePath(embed: Action.feature) {
            if case .feature(let value) = $0 { value } else { nil }
          }
        }
        var item: AnyCasePath<Action, Change<Item>> {
          AnyCasePath(embed: Action.item) { if case .item(let value) = $0 { value } else { nil } }
        }
        var names: AnyCasePath<Action, Change<([String], Ending)>> {
          AnyCasePath(embed: Action.names) { if case .names(let value) = $0 { value } else { nil } }
        }
        var optional: AnyCasePath<Action, Change<Item>> {
          AnyCasePath(embed: Action.optional) {
            if case .optional(let value) = $0 { value } else { nil }
          }
        }
        var items: AnyCasePath<Action, IdentifiedAction<Int, Change<Item>>> {
          AnyCasePath(embed: Action.items) { if case .items(let value) = $0 { value } else { nil } }
        }
        var sheet: AnyCasePath<Action, PresentationAction<Change<Item>>> {
          AnyCasePath(embed: Action.sheet) { if case .sheet(let value) = $0 { value } else { nil } }
        }
        var path: AnyCasePath<Action, StackAction<Item, Change<Item>>> {
          AnyCasePath(embed: Action.path) { if case .path(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    struct Contents: Reducer {
      var body: some Reducer<Content, Action> {
        EmptyReducer().ifCaseLet(\.names, action: \.names) { Change<([String], Ending)>.reducer() }
      }
    }

    var body: some ReducerOf<Self> {
      Scope(\.self, action: \.feature) { Change<State>.reducer() }
      Scope(\.item, action: \.item) { Change<Item>.reducer() }
      Scope(\.item.content, action: \.self) { Contents() }
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Change<Item>.reducer() }
        .forEach(\.items, action: \.items) { Change<Item>.reducer() }
        .ifLet(\.$sheet, action: \.sheet) { Change<Item>.reducer() }
        .forEach(\.path, action: \.path) { Change<Item>.reducer() }
    }
  }

  private let sender = Sender()

  private func makeStore() -> StoreOf<Feature> {
    var state = Feature.State(sender: sender)
    state.optional = Item()
    state.items = [Item(id: 0), Item(id: 1), Item(id: 2)]
    state.sheet = Item()
    state.path.append(Item())
    return Store(initialState: state) { Feature() }
  }

  /// Expects that an action which was sent from within is reported and waits.
  private func expectQueued(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
  ) {
    withKnownIssue(sourceLocation: sourceLocation) {
      body()
    } matching: { issue in
      issue.description.contains("sent to a store that is processing another one")
    }
  }

  /// Replaces all of the state, and more of it than was there.
  private let rebuild = Feature.Action.feature(
    Change { state in
      state.count += 1
      state.item.texts = (0..<100).map { "another text \($0), which is kept outside" }
      state.item.content = .numbers((0..<100).map { $0 })
      state.items = IdentifiedArray(uniqueElements: (10..<50).map { Item(id: $0) })
      state.optional = nil
      state.sheet = nil
      state.path.removeAll()
    })

  @Test func propertyObserversSend() {
    let store = makeStore()
    sender.send = { store.send(rebuild) }
    expectQueued { store.send(.feature(Change { $0.texts.append("more") })) }
    #expect(store.texts == ["a text that is kept outside of the value", "more"])
    #expect(store.count == 1)
  }

  @Test func settersSend() {
    let store = makeStore()
    sender.send = { store.send(rebuild) }
    expectQueued { store.send(.feature(Change { $0.first = "another" })) }
    #expect(store.texts == ["another"])
    #expect(store.count == 1)
  }

  @Test func deferredCodeSends() {
    let store = makeStore()
    expectQueued {
      store.send(
        .feature(
          Change { state in
            defer { store.send(rebuild) }
            state.texts.append("more")
          }))
    }
    #expect(store.texts.count == 2)
    #expect(store.count == 1)
  }

  @Test func closuresThatChangeACollectionSend() {
    let store = makeStore()
    var hasSent = false
    expectQueued {
      store.send(
        .feature(
          Change { state in
            state.items.removeAll {
              if !hasSent { store.send(rebuild) }
              hasSent = true
              return $0.id == 1
            }
          }))
    }
    #expect(store.items.count == 40)
  }

  /// Sends at the end of a value that a reducer replaces where it is.
  private func expectQueuedAtEnd(
    sourceLocation: SourceLocation = #_sourceLocation,
    put: (Ending) -> Feature.Action, change: Feature.Action
  ) {
    let store = makeStore()
    store.send(put(Ending { store.send(rebuild) }))
    expectQueued(sourceLocation: sourceLocation) { store.send(change) }
    #expect(store.count == 1, sourceLocation: sourceLocation)
    #expect(store.items.count == 40, sourceLocation: sourceLocation)
    #expect(store.item.texts.count == 100, sourceLocation: sourceLocation)
    guard case .numbers(let numbers) = store.item.content else {
      Issue.record("The content is of another case.", sourceLocation: sourceLocation)
      return
    }
    #expect(numbers.count == 100, sourceLocation: sourceLocation)
  }

  @Test func valuesOfAPartSendAtTheirEnd() {
    expectQueuedAtEnd(
      put: { ending in .item(Change { $0.ending = ending }) },
      change: .item(Change { $0.ending = nil }))
  }

  @Test func valuesOfACaseSendAtTheirEnd() {
    expectQueuedAtEnd(
      put: { ending in .item(Change { $0.content = .names(["a name"], ending) }) },
      change: .names(Change { $0 = (["another name", "and another"], Ending()) }))
    expectQueuedAtEnd(
      put: { ending in .item(Change { $0.content = .names(["a name"], ending) }) },
      change: .item(Change { $0.content = .ending(Ending()) }))
  }

  @Test func valuesOfAnOptionalSendAtTheirEnd() {
    expectQueuedAtEnd(
      put: { ending in .optional(Change { $0.ending = ending }) },
      change: .optional(Change { $0 = Item() }))
    expectQueuedAtEnd(
      put: { ending in .optional(Change { $0.ending = ending }) },
      change: .feature(Change { $0.optional = nil }))
  }

  @Test func valuesOfAnElementSendAtTheirEnd() {
    expectQueuedAtEnd(
      put: { ending in .items(.element(id: 1, action: Change { $0.ending = ending })) },
      change: .items(.element(id: 1, action: Change { $0.ending = nil })))
    expectQueuedAtEnd(
      put: { ending in .items(.element(id: 1, action: Change { $0.ending = ending })) },
      change: .feature(Change { $0.items.remove(id: 1) }))
  }

  @Test func presentedValuesSendAtTheirEnd() {
    expectQueuedAtEnd(
      put: { ending in .sheet(.presented(Change { $0.ending = ending })) },
      change: .sheet(.presented(Change { $0.ending = nil })))
    expectQueuedAtEnd(
      put: { ending in .sheet(.presented(Change { $0.ending = ending })) },
      change: .sheet(.dismiss))
  }

  @Test func valuesOnAStackSendAtTheirEnd() {
    expectQueuedAtEnd(
      put: { ending in .feature(Change { $0.path.append(Item(ending: ending)) }) },
      change: .feature(Change { _ = $0.path.popLast() }))
  }

  @Test func valuesSendAtTheEndOfTheirStore() {
    var store: StoreOf<Feature>? = makeStore()
    var hasEnded = false
    let ending = Ending { [weak store] in
      hasEnded = true
      store?.send(rebuild)
    }
    store?.send(.item(Change { [ending] in $0.ending = ending }))
    withExtendedLifetime(ending) {}
    _ = consume ending
    store = nil
    #expect(hasEnded)
  }

  @Test func copiesOfTheStateStayWhatTheyAre() async {
    let store = makeStore()
    var copies: [Item] = []
    for number in 0..<20 {
      store.send(
        .item(
          Change {
            copies.append($0)
            $0.texts.append("\(number)")
            copies.append($0)
            $0.content = .names($0.texts, Ending())
          }))
      store.send(.names(Change { $0.0.append("within the case") }))
    }
    for number in 0..<20 {
      #expect(copies[2 * number].texts.count == number + 1)
      #expect(copies[2 * number + 1].texts.count == number + 2)
      guard number > 0, case .names(let names, _) = copies[2 * number].content else { continue }
      #expect(names.count == number + 2)
    }
  }

  @Test func sharedValuesSendWhileTheyChange() {
    struct State {
      @Shared var shared: Int
      var seen: [Int] = []
    }
    let store = Store(initialState: State(shared: Shared(value: 0))) { Change<State>.reducer() }
    store.$shared.withLock {
      $0 += 1
      MainActor.assumeIsolated { _ = store.send(Change { $0.seen.append($0.shared) }) }
    }
    #expect(store.seen == [0])
    #expect(store.shared == 1)
  }

  @Test func aSharedValueIsReadAtTheEndOfTheOneBefore() {
    let shared = Shared(value: Ending())
    var number = 0
    shared.withLock {
      $0 = Ending { [weak current = shared.wrappedValue] in
        if current == nil || shared.wrappedValue !== current { number += 1 }
      }
    }
    shared.withLock { $0 = Ending() }
    #expect(number == 1)
  }

  @Test func aStoreOfAPartOfAChildIsNotMadeInAReducer() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let store = Store(initialState: House.State()) { House() }
        let room = store.scope(\.rooms, action: \.rooms)[1]
        store.send(
          .rooms(.element(id: 1, action: Change { _ in _ = room.scope(\.names, action: \.self) })))
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("was read while one of its reducers is running"), "\(text)")
  }
}
