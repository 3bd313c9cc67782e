import ComposableArchitecture

/// The settings of an alarm, written by a form.
@Reducer
struct AlarmForm {
  @ObservableState
  struct State: Equatable {
    var isOn = true
    var name = ""
    var snoozes = 1
    var volume = 5

    static let snoozeRange = 0...5
    static let volumeRange = 0...10
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case resetButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.isOn):
        if !state.isOn { state.snoozes = 0 }
        return .none

      case .binding(\.snoozes):
        state.snoozes = state.snoozes.clamped(to: State.snoozeRange)
        return .none

      case .binding(\.volume):
        state.volume = state.volume.clamped(to: State.volumeRange)
        return .none

      case .binding:
        return .none

      case .resetButtonTapped:
        state = State()
        return .none
      }
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
