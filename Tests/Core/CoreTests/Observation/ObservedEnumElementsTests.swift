import Foundation
import Observation
import TestSupport
import Testing

@testable import ComposableCore

/// Notifications of observers of collections whose elements are enums: an element that changes its
/// case keeps its id and its place.
@MainActor
@Suite struct ObservedEnumElementsTests {
  private let store = Store(initialState: MailboxFeature.State()) { MailboxFeature() }

  /// The reads that are notified of an action.
  private func notified(of action: MailboxFeature.Action) -> Set<String> {
    let notified = LockIsolated<Set<String>>([])
    func observe(_ name: String, _ read: () -> some Any) {
      withObservationTracking {
        _ = read()
      } onChange: {
        notified.withValue { _ = $0.insert(name) }
      }
    }
    observe("rows") { store.rows.map(\.caseName) }
    observe("stack") { store.stack.map(\.caseName) }
    observe("store of a row") { store.scope(state: \.rows[id: 1], action: \.rows[id: 1])?.caseName }
    observe("store of a screen") {
      store.scope(state: \.stack, action: \.stack)[0].caseName
    }
    store.send(action)
    return notified.value
  }

  @Test(arguments: MessageChange.ofCases, Way.allCases)
  func rows_elementChangesCase_notifiesReaders(change: MessageChange, way: Way) {
    #expect(notified(of: way.action(change, on: store.stack.ids[0])).isSuperset(of: way.readers))
    let name = change == .delete ? "deleted" : "sent"
    #expect((way.isOfStack ? store.stack[0] : store.rows[0]).caseName == name)
  }

  /// In a process of its own, as the layout of a type is kept.
  @Test func rows_elementChangesCaseWithoutMetadata_notifiesReaders() async {
    await #expect(processExitsWith: .success) {
      setenv("COMPOSABLE_RUNTIME_METADATA", "off", 1)
      await MainActor.run {
        precondition(!RuntimeMetadata.isKnown)
        for change in MessageChange.ofCases {
          for way in Way.allCases {
            let tests = ObservedEnumElementsTests()
            let notified = tests.notified(of: way.action(change, on: tests.store.stack.ids[0]))
            precondition(notified.isSuperset(of: way.readers))
          }
        }
      }
    }
  }

  /// The observer reads again after it was notified, and then observes the new payload.
  @Test(arguments: Way.allCases)
  func rows_payloadIsReplaced_notifiesItsReaders(way: Way) {
    for number in 1...3 {
      let isNotified = LockIsolated(false)
      withObservationTracking {
        _ = (way.isOfStack ? store.stack[0] : store.rows[0]).leaf.number
      } onChange: {
        isNotified.setValue(true)
      }
      store.send(way.action(.replace, on: store.stack.ids[0]))
      #expect(isNotified.value)
      #expect((way.isOfStack ? store.stack[0] : store.rows[0]).leaf.number == number)
    }
  }

  @Test(.enabled(if: RuntimeMetadata.isKnown))
  func rows_payloadChanges_doesNotNotifyReadersOfTheCases() {
    #expect(notified(of: .increment).isEmpty)
  }
}

/// How the reducer reaches an element.
enum Way: CaseIterable, Sendable {
  case id, position, assignedElement, assignedRows, elementReducer, screen, screenReducer

  var isOfStack: Bool { self == .screen || self == .screenReducer }

  /// The reads of the elements.
  fileprivate var readers: Set<String> {
    isOfStack ? ["stack", "store of a screen"] : ["rows", "store of a row"]
  }

  fileprivate func action(
    _ change: MessageChange, on screen: StackElementID
  ) -> MailboxFeature.Action {
    switch self {
    case .elementReducer: .rows(.element(id: 1, action: change))
    case .screenReducer: .stack(.element(id: screen, action: change))
    default: .change(self, change)
    }
  }
}

enum MessageChange: Sendable {
  case send, sendInPlace, sendAnother, delete
  /// Puts another payload into the same case.
  case replace

  static let ofCases: [Self] = [.send, .sendInPlace, .sendAnother, .delete]

  fileprivate func callAsFunction(_ message: inout Message) {
    switch self {
    case .send: message = .sent(message.leaf)
    case .sendInPlace:
      if case .draft(let leaf) = message { message = .sent(leaf) }
    case .sendAnother: message = .sent(ObservedLeaf(id: message.id))
    case .delete: message = .deleted(message.id)
    case .replace: message = .draft(ObservedLeaf(id: message.id, number: message.leaf.number + 1))
    }
  }
}

private enum Message: ObservableState, Identifiable {
  case draft(ObservedLeaf)
  case sent(ObservedLeaf)
  case deleted(Int)

  var _$id: ObservableStateID {
    switch self {
    case .draft(let leaf): ObservableStateID._$id(for: leaf)._$tag(0)
    case .sent(let leaf): ObservableStateID._$id(for: leaf)._$tag(1)
    case .deleted(let id): ObservableStateID._$id(for: id)._$tag(2)
    }
  }

  var id: Int { leaf.id }

  var leaf: ObservedLeaf {
    get {
      switch self {
      case .draft(let leaf), .sent(let leaf): leaf
      case .deleted(let id): ObservedLeaf(id: id)
      }
    }
    set {
      switch self {
      case .draft: self = .draft(newValue)
      case .sent: self = .sent(newValue)
      case .deleted: self = .deleted(newValue.id)
      }
    }
  }

  var caseName: String {
    switch self {
    case .draft: "draft"
    case .sent: "sent"
    case .deleted: "deleted"
    }
  }
}

private struct MessageFeature: Reducer {
  var body: some Reducer<Message, MessageChange> {
    Reduce { message, change in
      change(&message)
      return .none
    }
  }
}

private struct MailboxFeature: Reducer {
  enum Action: CasePathable {
    case change(Way, MessageChange)
    case increment
    case rows(IdentifiedActionOf<MessageFeature>)
    case stack(StackActionOf<MessageFeature>)

    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedActionOf<MessageFeature>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
      var stack: AnyCasePath<Action, StackActionOf<MessageFeature>> {
        AnyCasePath(embed: Action.stack) { if case .stack(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct State: ObservableState {
    var rows: IdentifiedArrayOf<Message> {
      get { _$observationRegistrar.access(708293528, _rows) }
      set { _$observationRegistrar.mutate(708293528, &_rows, newValue, _$isIdentityEqual) }
      _modify {
        let before = _$observationRegistrar.willModify(708293528, &_rows)
        defer { _$observationRegistrar.didModify(708293528, &_rows, before) }
        yield &_rows
      }
    }
    private var _rows: IdentifiedArrayOf<Message> = [.draft(ObservedLeaf(id: 1))]

    var stack: StackState<Message> {
      get { _$observationRegistrar.access(1649501183, _stack) }
      set { _$observationRegistrar.mutate(1649501183, &_stack, newValue, _$isIdentityEqual) }
      _modify {
        let before = _$observationRegistrar.willModify(1649501183, &_stack)
        defer { _$observationRegistrar.didModify(1649501183, &_stack, before) }
        yield &_stack
      }
    }
    private var _stack: StackState<Message> = StackState([.draft(ObservedLeaf(id: 1))])

    var _$observationRegistrar = ObservationStateRegistrar()
    var _$id: ObservableStateID { _$observationRegistrar.id }
    static var _$idOffset: Int? { MemoryLayout<Self>.offset(of: \Self._$observationRegistrar) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(.id, let change): change(&state.rows[id: 1]!)
      case .change(.position, let change): change(&state.rows[0])
      case .change(.assignedElement, let change):
        var message = state.rows[0]
        change(&message)
        state.rows[id: 1] = message
      case .change(.assignedRows, let change):
        var rows = state.rows
        change(&rows[0])
        state.rows = rows
      case .change(.screen, let change): change(&state.stack[id: state.stack.ids[0]]!)
      case .increment:
        if case .draft(var leaf) = state.rows[0] {
          leaf.number += 1
          state.rows[0] = .draft(leaf)
        }
      case .change, .rows, .stack: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { MessageFeature() }
    .forEach(\.stack, action: \.stack) { MessageFeature() }
  }
}
