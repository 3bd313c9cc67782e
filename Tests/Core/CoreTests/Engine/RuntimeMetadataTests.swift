import CompanionSupport
import Foundation
import TestSupport
import Testing

@testable import ComposableCore

/// The behaviour of the library if the runtime's metadata differs from its expectations: the same,
/// by slower means.
@MainActor
@Suite struct RuntimeMetadataTests {
  private func withoutMetadata<Result>(_ body: () throws -> Result) rethrows -> Result {
    try RuntimeTrust.$isDistrusted.withValue(true, operation: body)
  }

  enum Small: Equatable { case number(Int), pair(Int, String), nothing }

  /// Where a check fails, all tests pass by the slower means: nothing else notices it.
  @Test(.enabled(if: getenv("COMPOSABLE_RUNTIME_METADATA").map { String(cString: $0) } != "off"))
  func theMetadataIsAsExpected() {
    #expect(RuntimeMetadata.isKnown)
    #expect(EnumMetadata(Small.self) != nil)
    withoutMetadata {
      #expect(!RuntimeMetadata.isKnown)
      #expect(EnumMetadata(Small.self) == nil)
      #expect(TupleMetadata((Int, Int).self) == nil)
      #expect(StructMetadata(Room.self) == nil)
    }
  }

  private static let fields: [WritableKeyPath<WitnessLayout, Int>] = [
    \.size, \.stride, \.flags, \.extraInhabitants, \.optionalTag, \.enumTag, \.enumProjection,
    \.enumInjection,
  ]

  /// Another layout is found out before a function is called at a place where there is none.
  @Test(
    .enabled(if: getenv("COMPOSABLE_RUNTIME_METADATA").map { String(cString: $0) } != "off"),
    arguments: [-64, -16, -8, -4, 4, 8, 16])
  func witnessLayout_shifted_isUnknown(shift: Int) {
    #expect(WitnessLayout.current.isKnown)
    var all = WitnessLayout.current
    for field in Self.fields { all[keyPath: field] += shift }
    #expect(!all.isKnown)
    for field in Self.fields.prefix(4) {
      var one = WitnessLayout.current
      one[keyPath: field] += shift
      #expect(!one.isKnown, "\(field)")
    }
    for field in Self.fields.dropFirst(4) {
      var one = WitnessLayout.current
      one[keyPath: field] = WitnessLayout.current.size
      #expect(!one.isKnown, "\(field)")
    }
  }

  @Test func observedField_observers_areCounted() {
    #expect(ObservedField.areObserversCounted)
  }

  @Test(arguments: [false, true]) func statesAreTheSame(isDistrusted: Bool) {
    RuntimeTrust.$isDistrusted.withValue(isDistrusted) {
      let store = Store(initialState: House.State()) { House() }
      let add = Change<Room> { $0.names.append("added") }
      store.send(.hall(add))
      store.send(.computed(add))
      store.send(.optional(add))
      store.send(.rooms(.element(id: 1, action: add)))
      store.send(.sheet(.presented(add)))
      store.send(.path(.element(id: store.path.ids[1], action: add)))
      store.send(.door(.names(Change { $0.append("added") })))
      #expect(store.door == .names(["at the door", "added"]))
      store.send(.house(Change { $0.door = .numbers([1]) }))
      store.send(.door(.numbers(Change { $0.append(2) })))
      #expect(store.door == .numbers([1, 2]))
      store.send(.house(Change { $0.door = .guest(Guest("a")) }))
      store.send(.door(.guest(Change { $0 = Guest("b") })))
      #expect(store.door == .guest(Guest("b")))
      let names = Room().names + ["added"]
      #expect(store.hall.names == names + ["added"])
      #expect(store.optional?.names == names)
      #expect(store.rooms.map(\.names) == [Room().names, names, Room().names])
      #expect(store.sheet?.names == names)
      #expect(store.path.map(\.names) == [Room().names, names])
      store.send(.sheet(.dismiss))
      #expect(store.sheet == nil)
    }
  }

  @Test(arguments: [false, true])
  func anotherCaseOfAPresentedEnumIsAnotherChild(isDistrusted: Bool) async {
    await RuntimeTrust.$isDistrusted.withValue(isDistrusted) {
      let gates = Gates()
      let store = Store(initialState: Presenter.State(destination: .worker(Worker.State()))) {
        Presenter(gates: gates)
      }
      let task = store.send(.destination(.presented(.worker(.start("a")))))
      await gates.arrival(at: "a")
      store.send(.present(.worker(Worker.State(results: ["the same"]))))
      #expect(gates.cancelled == [])
      store.send(.present(.presenter(Presenter.State())))
      await task.finish()
      #expect(gates.cancelled == ["a"])
    }
  }

  @Test(arguments: [false, true]) func aPromptEndsWithItsAction(isDistrusted: Bool) {
    RuntimeTrust.$isDistrusted.withValue(isDistrusted) {
      let alert = AlertState<Destination.AlertAction> { TextState("Sure?") }
      let store = Store(initialState: Presenter.State(destination: .alert(alert))) {
        Presenter(gates: Gates())
      }
      store.send(.destination(.presented(.alert(.confirmed))))
      #expect(store.log == ["confirmed true"])
      #expect(store.destination == nil)
    }
  }

  @Test func actionsHaveTheSameNames() {
    enum RowAction { case tapped, moved(Int) }
    enum ListAction { case row(RowAction), rowAt(Int, RowAction), text(String), optional(Int?) }
    withoutMetadata {
      #expect(ActionName.text(of: ListAction.row(.tapped)) == "row.tapped")
      #expect(ActionName.text(of: ListAction.rowAt(1, .moved(2))) == "rowAt.moved")
      #expect(ActionName.text(of: ListAction.text("secret")) == "text")
      #expect(ActionName.text(of: ListAction.optional(1)) == "optional")
      #expect(ActionName.text(of: 1) == "Int")
      #expect(ActionName.caseName(of: ListAction.text("secret")) == "text")
    }
  }

  @Test func bindingsAreFound() {
    struct State { var count = 0 }
    enum Action: BindableAction { case other(Int), binding(BindingAction<State>) }
    withoutMetadata {
      #expect(Action.other(1).binding == nil)
      let store = Store<State, Action>(initialState: State()) { BindingReducer() }
      store.count = 3
      #expect(store.count == 3)
    }
  }

  @Test func casePathsOfFunctionsWork() {
    withoutMetadata {
      let number: AnyCasePath<Small, Int> = /Small.number
      #expect(number.extract(from: .number(1)) == 1)
      #expect(number.extract(from: .pair(1, "a")) == nil)
      #expect(number.extract(from: .nothing) == nil)
    }
  }

  @Test func slash_withoutMetadata_extractsAsWithIt() async throws {
    let tests = CasePathPrefixTests()
    try withoutMetadata {
      tests.payloadsComeOut()
      tests.rootMayBeOptional()
      tests.aCaseThatHoldsItselfIsNotAnOptional()
      tests.aMissingPayloadIsNotNil()
      try tests.slash_constructorConvertedToOptional_extracts()
      tests.slash_constructorConvertedToExistential_extracts()
      tests.slash_constructorConvertedToTakeAnotherPayload_extracts()
      tests.slash_caseWithoutPayload_needNotBeSendable()
      tests.slash_caseWithoutPayload_ofCasePathableEnum_needNotBeEquatable()
    }
    await RuntimeTrust.$isDistrusted.withValue(true) {
      await tests.slash_functionsAndMetatypes_areReported()
      await tests.whatIsNoCaseIsReported()
    }
  }
}
