@testable import ComposableCore
import CustomDump
import Foundation
import TestSupport
import Testing

@Suite struct PresentationStateTests {
  struct Parent: Equatable, Codable {
    var title = ""
    @PresentationState var child: Child?
  }
  struct Child: Hashable, Codable {
    var values = [1, 2, 3]
  }
  struct Recursive: Equatable {
    @PresentationState var next: Recursive?
  }

  @Test func isAPlainOptional() {
    var parent = Parent()
    #expect(parent.child == nil)
    parent.child = Child()
    parent.child?.values.append(4)
    #expect(parent.child?.values == [1, 2, 3, 4])
    #expect(parent.$child.values == [1, 2, 3, 4])
    parent.child = nil
    #expect(parent == Parent())
    parent.child?.values = []
    #expect(parent.child == nil)
  }

  @Test func copiesAreApart() {
    let first = Parent(title: "a", child: Child())
    var second = first
    second.child?.values = []
    #expect(first.child == Child())
    #expect(second.child == Child(values: []))
    #expect(first != second)
    second.$child = first.$child
    #expect(first == second)
    #expect(Set([first.$child, second.$child]).count == 1)
  }

  @Test func isChangedInPlace() {
    var parent = Parent(child: Child())
    let before = parent.child?.values.withUnsafeBufferPointer(\.baseAddress)
    parent.child?.values[0] = 7
    #expect(parent.child?.values.withUnsafeBufferPointer(\.baseAddress) == before)
  }

  @Test func mayContainItself() {
    let state = Recursive(next: Recursive(next: Recursive()))
    #expect(state.next?.next != nil && state.next?.next?.next == nil)
  }

  @Test func casesAreReadAndWritten() {
    var state = PresentationState<Destination.State>(wrappedValue: .worker(Worker.State(id: 1)))
    state[case: \.worker]?.id = 2
    #expect(state.wrappedValue == .worker(Worker.State(id: 2)))
    #expect(state.worker == PresentationState(wrappedValue: Worker.State(id: 2)))
    state[case: \.worker] = Worker.State(id: 3)
    #expect(state.wrappedValue == .worker(Worker.State(id: 3)))
    state[case: \.worker] = nil
    #expect(state.wrappedValue == nil)
  }

  @Test func writingAnotherCaseIsReportedAndIgnored() {
    var state = PresentationState<Destination.State>(wrappedValue: .worker(Worker.State(id: 1)))
    let writes: [(inout PresentationState<Destination.State>) -> Void] = [
      { $0[case: \.alert]?.message = TextState("never") },
      { $0[case: \.presenter] = Presenter.State() },
      { $0[case: \.alert] = nil },
    ]
    for write in writes {
      withKnownIssue {
        write(&state)
      } matching: {
        $0.description.contains("the state is of another case")
          && $0.description.contains("Actual: worker")
      }
      #expect(state.wrappedValue == .worker(Worker.State(id: 1)))
    }
    state.wrappedValue = nil
    for write in writes {
      withKnownIssue {
        write(&state)
      } matching: {
        $0.description.contains("the state is absent")
      }
      #expect(state.wrappedValue == nil)
    }
  }

  @Test func codesAsAnOptional() throws {
    let decoder = JSONDecoder()
    for parent in [Parent(title: "a"), Parent(title: "b", child: Child())] {
      let data = try JSONEncoder().encode(parent)
      #expect(try decoder.decode(Parent.self, from: data) == parent)
    }
    #expect(try decoder.decode(Parent.self, from: Data(#"{"title":"a"}"#.utf8)).child == nil)
    #expect(String(decoding: try JSONEncoder().encode(Parent()), as: UTF8.self) == #"{"title":""}"#)
  }

  @Test func encode_withoutAKey_isTheValueOrNull() throws {
    let states = [
      PresentationState(wrappedValue: Child(values: [1])), PresentationState(wrappedValue: nil),
    ]
    let data = try JSONEncoder().encode(states)
    #expect(String(decoding: data, as: UTF8.self) == #"[{"values":[1]},null]"#)
    #expect(try JSONDecoder().decode([PresentationState<Child>].self, from: data) == states)
  }

  @Test func dumpsAsAnOptional() {
    #expect(
      String(customDumping: Parent(child: Child(values: [])).$child)
        == String(customDumping: Optional(Child(values: []))))
    #expect(String(customDumping: Parent().$child) == "nil")
  }
}
