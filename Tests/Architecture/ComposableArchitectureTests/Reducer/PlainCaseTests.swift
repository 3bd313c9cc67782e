import ComposableArchitecture
import Testing

/// Cases of `@Reducer` enums without a feature: they have actions that never come.
@MainActor
@Suite struct PlainCaseTests {
  @Test func scope_ofPlainData_givesAStore() throws {
    let store = Store(initialState: Meetings.State()) { Meetings() }
    #expect(store.scope(state: \.destination?.meeting, action: \.destination.meeting) == nil)
    store.send(.meetingTapped)
    let meeting: Store<Meeting, Never> = try #require(
      store.scope(state: \.destination?.meeting, action: \.destination.meeting))
    #expect(meeting.withState(\.title) == "Standup")
    guard case .meeting(let value) = store.destination else {
      Issue.record("Another case.")
      return
    }
    #expect(value.title == "Standup")
  }

  @Test func actions_ofAllCases_areSwitchedOver() {
    func name(of action: Meetings.Destination.Action) -> String {
      switch action {
      case .edit: "edit"
      case .alert: "alert"
      case .meeting, .pair, .done, .tags: "never"
      }
    }
    #expect(name(of: .alert(.confirmButtonTapped)) == "alert")
    #expect(name(of: .edit(.saveButtonTapped)) == "edit")
    let paths: [PartialCaseKeyPath<Meetings.Destination.Action>] = [
      \.edit, \.alert, \.meeting, \.pair, \.done, \.tags,
    ]
    #expect(Array(Meetings.Destination.Action.allCasePaths) == paths)
  }

  @Test func case_ofPlainData_givesTheData() throws {
    let states: [Meetings.Destination.State] = [
      .meeting(Meeting(title: "a")), .pair(1, name: "b"), .done, .tags(["c"]),
    ]
    let values = states.map { state in
      switch Store(initialState: state, reducer: { Meetings.Destination.body }).case {
      case .meeting(let meeting): meeting.title
      case .pair(let number, let name): "\(number)\(name)"
      case .done: "done"
      case .tags(let tags): tags.joined()
      case .edit, .alert: "another"
      }
    }
    #expect(values == ["a", "1b", "done", "c"])
  }

  @Test func case_ofDataWithADeclaredAction_givesAStore() async throws {
    let store = Store(initialState: Declared.State.alert(.confirmation)) { Declared.body }
    guard case .alert(let alert) = store.case else {
      Issue.record("Another case.")
      return
    }
    let typed: Store<AlertState<Declared.Alert>, Declared.Alert> = alert
    #expect(typed.withState(\.title) == TextState("Sure?"))
    guard
      case .note(let text) =
        Store(initialState: Declared.State.note("n"), reducer: { Declared.body }).case
    else {
      Issue.record("Another case.")
      return
    }
    #expect(text == "n")
  }
}

private struct Meeting: Equatable {
  var title: String
}

@Reducer
private struct Meetings {
  @Reducer
  enum Destination {
    case edit(Editor)
    case alert(AlertState<Alert>)
    @ReducerCaseIgnored case meeting(Meeting)
    case pair(Int, name: String)
    case done
    case tags([String])

    @CasePathable
    enum Alert { case confirmButtonTapped }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case meetingTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .meetingTapped = action { state.destination = .meeting(Meeting(title: "Standup")) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Meetings.Destination.State: Equatable {}

@Reducer
private enum Declared {
  case edit(Editor)
  @ReducerCaseIgnored case alert(AlertState<Alert>)
  @ReducerCaseIgnored case note(String)

  @CasePathable
  enum Action {
    case edit(Editor.Action)
    case alert(Alert)
  }
  enum Alert { case confirmButtonTapped }
}

extension AlertState where Action == Declared.Alert {
  fileprivate static var confirmation: Self { AlertState { TextState("Sure?") } }
}
