import ComposableArchitecture
import TerminalKit

/// The view of a study, as the list of studies uses it: with actions of its own.
@MainActor
struct StudyScreen {
  let commands: [Command<Studies.Action>]
  let lines: (_ room: Screen.Size, _ usesColor: Bool) -> [String]
  let problem: (_ action: Studies.Action) -> String?
  let summary: () -> String

  private init<View: StudyView>(_ view: View, _ action: CaseKeyPath<Study.Action, View.Action>) {
    let path = AnyCasePath(action)
    commands = view.currentCommands.map { command in
      command.map { .study(.presented(path.embed($0))) }
    }
    lines = { view.lines(in: $0, usesColor: $1) }
    problem = { action in
      action[case: \.study.presented].flatMap(path.extract(from:)).flatMap(view.problem(with:))
    }
    summary = { view.summary }
  }

  init(_ store: StoreOf<Study>) {
    self =
      switch store.case {
      case .counter(let store): Self(CounterView(store: store), \.counter)
      case .twoCounters(let store): Self(TwoCountersView(store: store), \.twoCounters)
      case .bindings(let store): Self(AlarmFormView(store: store), \.bindings)
      case .optionalState(let store): Self(OptionalStopwatchView(store: store), \.optionalState)
      case .enumState(let store): Self(ProfileView(store: store), \.enumState)
      case .list(let store): Self(PackingListView(store: store), \.list)
      case .sharedState(let store): Self(SharedTalliesView(store: store), \.sharedState)
      case .alerts(let store): Self(DraftLetterView(store: store), \.alerts)
      case .effectBasics(let store): Self(EffectBasicsView(store: store), \.effectBasics)
      case .timers(let store): Self(StopwatchView(store: store), \.timers)
      case .cancellation(let store): Self(CancellableFactView(store: store), \.cancellation)
      case .longLiving(let store): Self(WindowSizesView(store: store), \.longLiving)
      case .refresh(let store): Self(RefreshableFactView(store: store), \.refresh)
      case .webSocket(let store): Self(EchoChatView(store: store), \.webSocket)
      case .throttling(let store): Self(TapRatesView(store: store), \.throttling)
      case .stack(let store): Self(NumberTrailView(store: store), \.stack)
      case .sheet(let store): Self(ContactsView(store: store), \.sheet)
      case .loadThenPresent(let store):
        Self(LoadThenPresentView(store: store), \.loadThenPresent)
      case .favorite(let store): Self(BookshelfView(store: store), \.favorite)
      case .download(let store): Self(DownloadListView(store: store), \.download)
      case .recursion(let store): Self(OutlineView(store: store), \.recursion)
      }
  }
}
