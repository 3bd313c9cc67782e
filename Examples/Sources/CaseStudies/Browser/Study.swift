import ComposableArchitecture

/// The study that is open.
@Reducer
enum Study {
  case counter(Counter)
  case twoCounters(TwoCounters)
  case bindings(AlarmForm)
  case optionalState(OptionalStopwatch)
  case enumState(Profile)
  case list(PackingList)
  case sharedState(SharedTallies)
  case alerts(DraftLetter)

  case effectBasics(EffectBasics)
  case timers(Stopwatch)
  case cancellation(CancellableFact)
  case longLiving(WindowSizes)
  case refresh(RefreshableFact)
  case webSocket(EchoChat)
  case throttling(TapRates)

  case stack(NumberTrail)
  case sheet(Contacts)
  case loadThenPresent(LoadThenPresent)

  case favorite(Bookshelf)
  case download(DownloadList)
  case recursion(Outline)
}

extension Study.State: Equatable {}

extension StudyID {
  /// The study as it is when it is opened.
  var initialState: Study.State {
    switch self {
    case .counter: .counter(Counter.State())
    case .twoCounters: .twoCounters(TwoCounters.State())
    case .bindings: .bindings(AlarmForm.State())
    case .optionalState: .optionalState(OptionalStopwatch.State())
    case .enumState: .enumState(Profile.State())
    case .list: .list(PackingList.State())
    case .sharedState: .sharedState(SharedTallies.State())
    case .alerts: .alerts(DraftLetter.State())
    case .effectBasics: .effectBasics(EffectBasics.State())
    case .timers: .timers(Stopwatch.State())
    case .cancellation: .cancellation(CancellableFact.State())
    case .longLiving: .longLiving(WindowSizes.State())
    case .refresh: .refresh(RefreshableFact.State())
    case .webSocket: .webSocket(EchoChat.State())
    case .throttling: .throttling(TapRates.State())
    case .stack: .stack(NumberTrail.State())
    case .sheet: .sheet(Contacts.State())
    case .loadThenPresent: .loadThenPresent(LoadThenPresent.State())
    case .favorite: .favorite(Bookshelf.State())
    case .download: .download(DownloadList.State())
    case .recursion: .recursion(Outline.State.example)
    }
  }

  /// The action of a study that observes something for as long as it is open. A view with windows
  /// would send it when it appears.
  var openingAction: Study.Action? {
    switch self {
    case .longLiving: .longLiving(.task)
    default: nil
    }
  }
}
