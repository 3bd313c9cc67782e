import ComposableArchitecture
import Foundation
import Testing

/// Meetings that are shared between a list, a detail, a form and a recorder on a stack, and stored
/// in a file.
@MainActor
@Suite struct MeetingsTests {
  @Test func add_isSaved() async throws {
    let store = TestStore(initialState: MeetingsList.State()) {
      MeetingsList()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) {
      $0.destination = .add(MeetingForm.State(meeting: Meeting(id: UUID(0))))
    }
    var meeting = Meeting(id: UUID(0))
    meeting.title = "Planning"
    await store.send(\.destination.add.binding.meeting, meeting) {
      $0.destination?.modify(\.add) { $0.meeting.title = "Planning" }
    }
    await store.send(.confirmAddButtonTapped) {
      $0.destination = nil
      $0.$meetings.withLock { $0 = [meeting] }
    }
    @Shared(.meetings) var meetings
    #expect(meetings == [meeting])
    await store.send(.deleted(at: [0])) {
      $0.$meetings.withLock { $0 = [] }
    }
  }

  @Test func detail_editsTheSharedMeeting_andDeletionPops() async throws {
    let meeting = Meeting(id: UUID(0), title: "Planning")
    @Shared(.meetings) var meetings = [meeting]
    $meetings.withLock { $0 = [meeting] }
    let shared = try #require(Shared($meetings[id: UUID(0)]))
    let store = TestStore(
      initialState: MeetingsApp.State(
        path: StackState([.detail(MeetingDetail.State(meeting: shared))]))
    ) {
      MeetingsApp()
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .edit(MeetingForm.State(meeting: meeting))
    }
    var edited = meeting
    edited.title = "Retrospective"
    await store.send(\.path[id: 0].detail.destination.edit.binding.meeting, edited) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.edit) { $0.meeting.title = "Retrospective" }
      }
    }
    await store.send(\.path[id: 0].detail.doneButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.path[id: 0, case: \.detail]?.$meeting.withLock { $0.title = "Retrospective" }
    }
    #expect(meetings[id: UUID(0)]?.title == "Retrospective")
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .alert(.deleteMeeting)
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.list.$meetings.withLock { $0 = [] }
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test func recording_endsByItself_andKeepsTheTranscript() async throws {
    let clock = TestClock()
    let meeting = Meeting(id: UUID(0), title: "Daily", duration: .seconds(2))
    let store = TestStore(
      initialState: MeetingsApp.State(
        path: StackState([
          .detail(MeetingDetail.State(meeting: Shared(value: meeting)))
        ]))
    ) {
      MeetingsApp()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSince1970: 1))
      $0.dictation.start = {
        AsyncThrowingStream { continuation in
          continuation.yield("Hello")
          continuation.finish()
        }
      }
      $0.uuid = .incrementing
    }
    await store.send(\.path[id: 0].detail.recordButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.record) {
      $0.path[id: 1] = .record(MeetingRecorder.State(meeting: Shared(value: meeting)))
    }
    let task = await store.send(\.path[id: 1].record.task)
    await store.receive(\.path[id: 1].record.transcribed, "Hello") {
      $0.path[id: 1]?.modify(\.record) { $0.transcript = "Hello" }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].record.ticked) {
      $0.path[id: 1, case: \.record]?.elapsed = .seconds(1)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].record.ticked) {
      $0.path[id: 1, case: \.record]?.elapsed = .seconds(2)
      let notes = [Note(id: UUID(0), date: Date(timeIntervalSince1970: 1), text: "Hello")]
      $0.path[id: 1, case: \.record]?.$meeting.withLock { $0.notes = notes }
    }
    await store.receive(\.path.popFrom, 1) { _ = $0.path.popLast() }
    await task.finish()
  }
}

struct Note: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var date: Date
  var text: String
}

struct Meeting: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title = ""
  var duration = Duration.seconds(300)
  var notes: [Note] = []
}

extension URL {
  fileprivate static let meetings = URL.documentsDirectory.appending(component: "meetings.json")
}

extension SharedReaderKey where Self == FileStorageKey<IdentifiedArrayOf<Meeting>>.Default {
  static var meetings: Self { Self[.fileStorage(.meetings), default: []] }
}

@DependencyClient
struct Dictation: Sendable {
  var start: @Sendable () async -> AsyncThrowingStream<String, any Error> = { .finished() }
}

extension Dictation: TestDependencyKey {
  static let testValue = Dictation()
}

extension DependencyValues {
  var dictation: Dictation {
    get { self[Dictation.self] }
    set { self[Dictation.self] = newValue }
  }
}

@Reducer
struct MeetingForm {
  @ObservableState
  struct State: Equatable {
    var meeting: Meeting
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

@Reducer
struct MeetingsList {
  @Reducer
  enum Destination {
    case add(MeetingForm)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared(.meetings) var meetings
  }

  enum Action {
    case addButtonTapped
    case confirmAddButtonTapped
    case deleted(at: IndexSet)
    case destination(PresentationAction<Destination.Action>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(MeetingForm.State(meeting: Meeting(id: uuid())))
        return .none
      case .confirmAddButtonTapped:
        guard case .some(.add(let form)) = state.destination else { return .none }
        _ = state.$meetings.withLock { $0.append(form.meeting) }
        state.destination = nil
        return .none
      case .deleted(let offsets):
        state.$meetings.withLock { $0.remove(atOffsets: offsets) }
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension MeetingsList.Destination.State: Equatable {}

@Reducer
struct MeetingDetail {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(MeetingForm)

    @CasePathable
    enum Alert { case confirmDeletion }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared var meeting: Meeting
  }

  enum Action {
    case delegate(Delegate)
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case doneButtonTapped
    case editButtonTapped
    case recordButtonTapped

    @CasePathable
    enum Delegate { case record(Shared<Meeting>) }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .deleteButtonTapped:
        state.destination = .alert(.deleteMeeting)
        return .none
      case .destination(.presented(.alert(.confirmDeletion))):
        @Shared(.meetings) var meetings
        $meetings.withLock { _ = $0.remove(id: state.meeting.id) }
        return .run { _ in await dismiss() }
      case .destination:
        return .none
      case .doneButtonTapped:
        guard let edited = state.destination?.edit else { return .none }
        state.$meeting.withLock { $0 = edited.meeting }
        state.destination = nil
        return .none
      case .editButtonTapped:
        state.destination = .edit(MeetingForm.State(meeting: state.meeting))
        return .none
      case .recordButtonTapped:
        return .send(.delegate(.record(state.$meeting)))
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension MeetingDetail.Destination.State: Equatable {}

extension AlertState where Action == MeetingDetail.Destination.Alert {
  static let deleteMeeting = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
    ButtonState(role: .cancel) { TextState("No") }
  }
}

@Reducer
struct MeetingRecorder {
  @ObservableState
  struct State: Equatable {
    var elapsed = Duration.zero
    @Shared var meeting: Meeting
    var transcript = ""
  }

  enum Action {
    case transcribed(String)
    case task
    case ticked
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dictation) var dictation
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .transcribed(let text):
        state.transcript = text
        return .none
      case .task:
        return .run { send in
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              do {
                for try await text in await dictation.start() { await send(.transcribed(text)) }
              } catch {}
            }
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
            }
          }
        }
      case .ticked:
        state.elapsed += .seconds(1)
        guard state.elapsed >= state.meeting.duration else { return .none }
        state.$meeting.withLock {
          $0.notes.insert(Note(id: uuid(), date: now, text: state.transcript), at: 0)
        }
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
struct MeetingsApp {
  @Reducer
  enum Path {
    case detail(MeetingDetail)
    case record(MeetingRecorder)
  }

  @ObservableState
  struct State: Equatable {
    var list = MeetingsList.State()
    var path = StackState<Path.State>()
  }

  enum Action {
    case list(MeetingsList.Action)
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) {
      MeetingsList()
    }
    Reduce { state, action in
      switch action {
      case .path(.element(_, .detail(.delegate(.record(let meeting))))):
        state.path.append(.record(MeetingRecorder.State(meeting: meeting)))
        return .none
      case .list, .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension MeetingsApp.Path.State: Equatable {}
