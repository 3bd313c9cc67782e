import ComposableCore
import Foundation
import Testing

@testable import Signpost

@Suite struct ChangedPropertiesTests {
  private struct Todo: Equatable, Identifiable {
    var id = 0
    var title = "a"
    var isDone = false
  }

  private enum Screen: Equatable {
    case list
    case settings
    case detail(Todo)
    case other(Int)
  }

  private struct Opaque {
    let closure: () -> Void = {}
  }

  private struct State {
    var count = 0
    var title = "secret"
    var todos: IdentifiedArrayOf<Todo> = [Todo(), Todo(id: 1)]
    var plain = [1, 2, 3]
    var screen: Screen? = .detail(Todo())
    var tags: Set<String> = ["a"]
    var byName = ["a": 1]
    var date = Date(timeIntervalSince1970: 0)
    var pair = (1, two: 2)
    var opaque = Opaque()
  }

  private func changes(_ change: (inout State) -> Void) -> String? {
    let old = State()
    var new = old
    change(&new)
    return ChangedProperties(from: old, to: new).text
  }

  @Test func namesWhatIsNotWhatItWas() {
    #expect(changes { _ in } == nil)
    #expect(changes { $0.count = 1 } == "count")
    #expect(
      changes {
        $0.title = "other"
        $0.count = 1
      } == "count, title")
    #expect(changes { $0.date = .distantPast } == "date")
    #expect(changes { $0.pair.two = 3 } == "pair.two")
  }

  @Test func findsItsWayIntoParts() {
    #expect(changes { $0.todos[id: 1]?.isDone = true } == "todos[1].isDone")
    #expect(changes { $0.plain[2] = 7 } == "plain[2]")
    #expect(changes { $0.screen = .detail(Todo(title: "b")) } == "screen.detail.title")
    #expect(changes { $0.screen = .other(1) } == "screen")
  }

  @Test func namesAsAWholeWhatHasNoPartsInCommon() {
    #expect(changes { $0.todos.removeLast() } == "todos")
    #expect(changes { $0.plain = [] } == "plain")
    #expect(changes { $0.screen = nil } == "screen")
    #expect(changes { $0.screen = .list } == "screen")
    #expect(changes { $0.tags = ["b"] } == "tags")
    #expect(changes { $0.byName = ["secret": 1] } == "byName")
    #expect(ChangedProperties(from: Screen.list, to: Screen.settings).text == "self")
    #expect(ChangedProperties(from: 1, to: 2).text == "self")
  }

  @Test func aLongCollectionIsNotLookedAtToItsEnd() {
    let old = Array(0..<100_000)
    var new = old
    new[5] = -1
    #expect(ChangedProperties(from: old, to: new).text == "[5]")
    new[5] = 5
    new[99_999] = -1
    #expect(ChangedProperties(from: old, to: new).text == "[99999]")
  }

  @Test func onlySoManyAreNamed() {
    let changes = ChangedProperties(from: Array(0..<1000), to: Array(1...1000))
    #expect(changes.paths.count == 64)
  }

  @Test func wrappersAreSeenAsWhatTheyWrap() {
    struct Wrapped {
      @PresentationState var alert: Todo?
    }
    let old = Wrapped(alert: Todo())
    var new = old
    new.alert?.title = "b"
    #expect(ChangedProperties(from: old, to: new).text == "alert.title")
  }
}
