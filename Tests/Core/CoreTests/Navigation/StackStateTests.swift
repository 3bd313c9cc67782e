@testable import ComposableCore
import CustomDump
import Foundation
import OrderedCollections
import TestSupport
import Testing

@Suite struct StackStateTests {
  /// Random operations agree with a plain array of ids and elements; no id is used twice.
  @Test(arguments: 0..<20)
  func behavesLikeAPlainArray(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      var stack = StackState<String>()
      var model: [(id: StackElementID, element: String)] = []
      var nextID = 0
      func draw() -> StackElementID {
        defer { nextID += 1 }
        return StackElementID(generation: nextID)
      }
      for step in 0..<200 {
        let text = "\(step)"
        let index = model.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<11, using: &random), index) {
        case (0, _), (1, _), (2, nil):
          stack.append(text)
          model.append((draw(), text))
        case (2, let index?):
          stack.insert(text, at: index)
          model.insert((draw(), text), at: index)
        case (3, let index?):
          #expect(stack.remove(at: index) == model.remove(at: index).element)
        case (4, let index?):
          stack.pop(from: model[index].id)
          model.removeSubrange(index...)
        case (5, let index?):
          stack.pop(to: model[index].id)
          model.removeSubrange((index + 1)...)
        case (6, let index?):
          stack[id: model[index].id]? += "x"
          model[index].element += "x"
        case (7, let index?):
          stack[index] += "y"
          model[index].element += "y"
        case (8, let index?):
          stack[id: model[index].id] = nil
          model.remove(at: index)
        case (9, let index?):
          let other = Int.random(in: model.indices, using: &random)
          stack.swapAt(index, other)
          model.swapAt(index, other)
        default:
          stack.append(contentsOf: [text, text])
          model += [(draw(), text), (draw(), text)]
        }
        #expect(Array(stack) == model.map(\.element))
        #expect(Array(stack.ids) == model.map(\.id))
        for (id, element) in model { #expect(stack[id: id] == element) }
      }
    }
  }

  @Test func idsRestartForEachTest() {
    let stack: StackState = ["a", "b"]
    #expect(stack.ids == [0, 1])
    #expect(StackElementIDGenerator.current.peek() == 2)
  }

  @Test func idsRestartForEachTestAlsoHere() {
    #expect(StackState(["a"]).ids == [0])
  }

  @Test func anExpectationDrawsTheIDsThatTheReducerDrew() {
    let before = StackElementIDGenerator.current.copy()
    var stack = StackState<String>()
    stack.append("a")
    let expected = withDependencies {
      $0.stackElementID = before
    } operation: {
      StackState(["a"])
    }
    #expect(stack == expected)
    stack.append("b")
    #expect(stack.ids == [0, 1])
  }

  @Test func pop_missingElement_changesNothing() {
    var stack: StackState = ["a", "b"]
    let expected = stack
    stack.pop(from: 7)
    stack.pop(to: 7)
    #expect(stack == expected)
  }

  @Test func casesOfElementsAreReadAndWritten() {
    var stack: StackState<Destination.State> = [.worker(Worker.State()), .presenter(.init())]
    stack[id: 0, case: \.worker]?.id = 3
    #expect(stack[id: 0, case: \.worker]?.id == 3)
    stack[id: 0, case: \.worker] = Worker.State(id: 4)
    #expect(stack[id: 0] == .worker(Worker.State(id: 4)))
    stack[id: 1, case: \.presenter] = nil
    #expect(stack.ids == [0])
  }

  @Test func writingAnotherCaseIsReportedAndIgnored() {
    let before: StackState<Destination.State> = [.worker(Worker.State())]
    var stack = before
    for id in [0, 7] as [StackElementID] {
      let writes: [(inout StackState<Destination.State>) -> Void] = [
        { $0[id: id, case: \.presenter]?.log = [] },
        { $0[id: id, case: \.presenter] = Presenter.State() },
        { $0[id: id, case: \.presenter] = nil },
      ]
      for write in writes {
        withKnownIssue {
          write(&stack)
        } matching: {
          $0.description.contains(id == 0 ? "the state is of another case" : "the state is absent")
        }
        #expect(stack == before)
      }
    }
  }

  @Test func aTestMayNameTheIDOfAnElement() {
    var stack: StackState<String> = []
    stack[id: 3] = "a"
    #expect(stack.ids == [3])
    stack[id: 7]? += "never"
    stack[id: 7] = nil
    #expect(stack == stack && stack.count == 1)
  }

  @MainActor
  @Test func aReducerMayNotSetAnElementThatIsNotThere() {
    let line = #line + 3
    let store = Store(initialState: StackState<String>(["a"])) {
      Reduce<StackState<String>, StackElementID> { state, id in
        state[id: id] = "b"
        return .none
      }
    }
    store.send(0)
    #expect(Array(store.state) == ["b"])
    withKnownIssue {
      store.send(7)
    } matching: {
      $0.description.contains("Id: #7") && $0.description.contains("Ids: #0")
        && $0.sourceLocation?.line == line
    }
    #expect(store.state.ids == [0])
  }

  @Test func elementsMayBePartsOfKeyPaths() {
    struct State { var path: StackState<String> = ["a"] }
    let path: WritableKeyPath<State, String?> = \.path[id: 0]
    #expect(path == \.path[id: 0] || path.hashValue != 0)
    #expect(State()[keyPath: path] == "a")
  }

  @Test func elementsAreChangedInPlace() {
    var stack: StackState = [[1, 2, 3]]
    let before = stack[0].withUnsafeBufferPointer(\.baseAddress)
    stack[0][0] = 7
    stack[id: 0]?[0] = 8
    #expect(stack[0].withUnsafeBufferPointer(\.baseAddress) == before)
  }

  @Test(arguments: [("ids", 2), ("idsAndNext", 3)])
  func decode_idsAreEncoded_appendedElementsHaveOthers(
    coding: String, next: StackElementID
  ) throws {
    let encoder = JSONEncoder()
    encoder.userInfo[.stackElementIDs] = coding
    let decoder = JSONDecoder()
    decoder.userInfo[.stackElementIDs] = coding
    func withIDs<Result>(_ body: () throws -> Result) rethrows -> Result {
      try withDependencies {
        $0.stackElementID = StackElementIDGenerator()
      } operation: {
        try body()
      }
    }
    let data = try withIDs {
      var stack: StackState = ["a", "b", "popped"]
      stack.removeLast()
      return try encoder.encode(stack)
    }
    try withIDs {
      var stack = try decoder.decode(StackState<String>.self, from: data)
      stack.append("c")
      #expect(Array(stack.ids) == [0, 1, next])
      #expect(Array(stack) == ["a", "b", "c"])
    }
  }

  @Test func codesAndDumps() throws {
    let stack: StackState = ["a", "b"]
    let data = try JSONEncoder().encode(stack)
    #expect(String(decoding: data, as: UTF8.self) == #"["a","b"]"#)
    #expect(try Array(JSONDecoder().decode(StackState<String>.self, from: data)) == ["a", "b"])
    struct Screen: Codable, Hashable { var title: String }
    for action: StackAction<Screen, String> in [
      .element(id: 3, action: "tapped"), .popFrom(id: 4), .push(id: 5, state: Screen(title: "a")),
    ] {
      let data = try JSONEncoder().encode(action)
      #expect(try JSONDecoder().decode(StackAction<Screen, String>.self, from: data) == action)
    }
    let id: StackElementID = 7
    #expect(String(decoding: try JSONEncoder().encode(id), as: UTF8.self) == "7")
    for text in ["-1", "\(Int.max)", "\"7\""] {
      #expect(throws: DecodingError.self) {
        _ = try JSONDecoder().decode(StackElementID.self, from: Data(text.utf8))
      }
    }
    #expect(String(customDumping: stack).contains(#"#0: "a""#))
    #expect("\(stack)" == #"["a", "b"]"#)
    #expect(Set([stack, stack]).count == 1)
  }
}
