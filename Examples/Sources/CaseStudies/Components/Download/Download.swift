import ComposableArchitecture

/// A download with its progress, which can be stopped after an alert.
@Reducer
struct Download {
  enum Status: Equatable, Sendable {
    case downloaded(byteCount: Int)
    case downloading(progress: Double)
    case failed(String)
    case notDownloaded
  }

  @ObservableState
  struct State: Equatable, Identifiable {
    @Presents var alert: AlertState<Action.Alert>?
    let id: String
    var status = Status.notDownloaded
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case buttonTapped
    case eventReceived(DownloadClient.Event)
    case failed(DownloadFailure)

    @CasePathable
    enum Alert { case deleteConfirmed, stopConfirmed }
  }

  private enum CancelID { case download }

  @Dependency(\.downloads) var downloads

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.deleteConfirmed)):
        state.status = .notDownloaded
        return .none

      case .alert(.presented(.stopConfirmed)):
        state.status = .notDownloaded
        return .cancel(id: CancelID.download)

      case .alert:
        return .none

      case .buttonTapped:
        switch state.status {
        case .downloaded:
          state.alert = .delete(state.id)
          return .none

        case .downloading:
          state.alert = .stop(state.id)
          return .none

        case .failed, .notDownloaded:
          state.status = .downloading(progress: 0)
          return .run { [id = state.id] send in
            for try await event in downloads.download(id: id) {
              await send(.eventReceived(event))
            }
          } catch: { error, send in
            await send(
              .failed(error as? DownloadFailure ?? DownloadFailure(description: "\(error)")))
          }
          .cancellable(id: CancelID.download)
        }

      case .eventReceived(.finished(let byteCount)):
        // There is nothing left to stop.
        state.alert = nil
        state.status = .downloaded(byteCount: byteCount)
        return .none

      case .eventReceived(.progressed(let progress)):
        state.status = .downloading(progress: progress)
        return .none

      case .failed(let failure):
        state.alert = nil
        state.status = .failed(failure.description)
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState<Download.Action.Alert> {
  static func delete(_ name: String) -> Self {
    Self {
      TextState("Delete “\(name)”?")
    } actions: {
      ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
  }

  static func stop(_ name: String) -> Self {
    Self {
      TextState("Stop the download of “\(name)”?")
    } actions: {
      ButtonState(role: .destructive, action: .stopConfirmed) { TextState("Stop") }
      ButtonState(role: .cancel) { TextState("Continue") }
    }
  }
}
