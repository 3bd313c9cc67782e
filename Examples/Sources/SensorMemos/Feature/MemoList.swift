import ComposableArchitecture
import Foundation

/// Memos of a sensor, of which one at a time is recorded or played.
@Reducer
struct MemoList {
  /// A recording or a playback. There is one or none, so that a recording never runs beside a
  /// playback.
  @Reducer
  enum Activity {
    case playback(Playback)
    case recording(Recording)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var activity: Activity.State?
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.memos) var memos
    @Shared(.permission) var permission
    let sensor: Sensor
    var speed = 1
  }

  enum Action {
    case activity(PresentationAction<Activity.Action>)
    case alert(PresentationAction<Alert>)
    case deleteButtonTapped(Memo.ID)
    case deletionFailed(MemoFailure)
    case permissionButtonTapped
    case playButtonTapped(Memo.ID)
    case recordButtonTapped
    case titleChanged(Memo.ID, String)

    @CasePathable
    enum Alert: Equatable {
      case deletionConfirmed(Memo.ID)
      case permissionGiven
      case permissionRefused
    }
  }

  @Dependency(\.date.now) var now
  @Dependency(\.sampleFiles) var sampleFiles
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .activity(.presented(.playback(.delegate(.ended(let failure))))):
        state.speed = state.activity?.playback?.speed ?? state.speed
        state.activity = nil
        if let failure { state.alert = .failure(failure) }
        return .none

      case .activity(.presented(.recording(.delegate(.ended(let memo, let failure))))):
        state.activity = nil
        if let failure { state.alert = .failure(failure) }
        // There is nothing to play before the first sample.
        guard memo.count > 0 else { return .none }
        state.$memos.withLock { _ = $0.insert(memo, at: 0) }
        return save(state.$memos)

      case .activity:
        return .none

      case .alert(.presented(.deletionConfirmed(let id))):
        if state.activity?.memo.id == id { state.activity = nil }
        state.$memos.withLock { _ = $0.remove(id: id) }
        return .merge(
          save(state.$memos),
          .run { _ in
            try await sampleFiles.delete(id)
          } catch: { error, send in
            await send(.deletionFailed(MemoFailure(error)))
          })

      case .alert(.presented(.permissionGiven)):
        state.$permission.withLock { $0 = .allowed }
        return record(&state)

      case .alert(.presented(.permissionRefused)):
        state.$permission.withLock { $0 = .refused }
        return .none

      case .alert(.dismiss):
        return .none

      case .deleteButtonTapped(let id):
        guard let memo = state.memos[id: id] else { return .none }
        state.alert = .deletion(of: memo)
        return .none

      case .deletionFailed(let failure):
        state.alert = .failure(failure)
        return .none

      case .permissionButtonTapped:
        state.alert = .permission(for: state.sensor)
        return .none

      case .playButtonTapped(let id):
        guard let memo = state.memos[id: id], state.activity?.recording == nil else { return .none }
        guard state.activity?.memo.id != id else {
          return .send(.activity(.presented(.playback(.stopButtonTapped))))
        }
        state.activity = .playback(Playback.State(memo: memo, speed: state.speed))
        return .send(.activity(.presented(.playback(.started))))

      case .recordButtonTapped:
        guard state.activity?.recording == nil else {
          return .send(.activity(.presented(.recording(.stopButtonTapped))))
        }
        switch state.permission {
        case .allowed: return record(&state)
        case .refused: state.alert = .refusal
        case .undecided: state.alert = .permission(for: state.sensor)
        }
        return .none

      case .titleChanged(let id, let title):
        let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !title.isEmpty else { return .none }
        state.$memos.withLock { $0[id: id]?.title = title }
        return save(state.$memos)
      }
    }
    .ifLet(\.$activity, action: \.activity)
    .ifLet(\.$alert, action: \.alert)
  }

  private func record(_ state: inout State) -> Effect<Action> {
    let memo = Memo(
      id: uuid(), title: "Memo \(state.memos.count + 1)", date: now, sensor: state.sensor)
    state.activity = .recording(Recording.State(memo: memo))
    return .send(.activity(.presented(.recording(.started))))
  }

  /// Writes the memos now, rather than after a pause.
  private func save(_ memos: Shared<IdentifiedArrayOf<Memo>>) -> Effect<Action> {
    .run { _ in
      try await memos.save()
    } catch: { _, _ in
      // The shared value knows why, and so does `problem`.
    }
  }
}

extension MemoList.Activity.State: Equatable {}

extension MemoList.Activity.State {
  /// The memo that is recorded or played.
  var memo: Memo {
    switch self {
    case .playback(let playback): playback.memo
    case .recording(let recording): recording.memo
    }
  }
}

extension MemoList.State {
  /// The problem with the files, if any.
  var problem: String? {
    if let error = $memos.loadError { return "The memos cannot be read. \(error)".firstParagraph }
    if let error = $memos.saveError ?? $permission.saveError {
      return "The memos cannot be saved. \(error)".firstParagraph
    }
    return nil
  }
}

extension String {
  fileprivate var firstParagraph: String {
    String(prefix(upTo: firstRange(of: "\n\n")?.lowerBound ?? endIndex))
  }
}
