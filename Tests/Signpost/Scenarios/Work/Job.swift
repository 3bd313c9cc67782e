import ComposableCore
import Signpost

/// A feature with something of everything: wrapped twice, with a child and with effects.
///
/// The result depends on the actions from outside, not on the times at which its effects send
/// theirs: these are added up, and addition knows no order.
struct Job: Reducer {
  struct State: Equatable, Sendable {
    var steps: UInt64 = 0
    var received: UInt64 = 0
    var actions: UInt64 = 0
    var effects: UInt64 = 0
    var part = Part.State()
  }

  enum Action: CasePathable, Sendable {
    case step(UInt64)
    case received(UInt64)
    case part(Part.Action)
    /// Calls `hold` in the reducer.
    case hold
    /// Calls `wait` in an effect.
    case wait(Int)

    struct AllCasePaths: Sendable {
      var part: AnyCasePath<Action, Part.Action> {
        AnyCasePath(embed: Action.part) { if case .part(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var hold: @Sendable () -> Void = {}
  var wait: @Sendable (Int) async -> Void = { _ in }
  /// Whether some of the actions start effects.
  var hasEffects = true

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(\.part, action: \.part) { Part().signpost("part") }
      Reduce { state, action in
        state.actions += 1
        switch action {
        case .step(let value):
          state.steps = state.steps &* 6_364_136_223_846_793_005 &+ value
          guard hasEffects, value % 16 == 1 else { return .none }
          state.effects += 1
          return .run { send in
            await Task.yield()
            await send(.received(value))
          }
        case .received(let value):
          state.received &+= value
          return .none
        case .part:
          return .none
        case .hold:
          hold()
          return .none
        case .wait(let number):
          state.effects += 1
          return .run { send in
            await wait(number)
            await send(.received(1))
          }
        }
      }
    }
    .signpost("job")
  }
}

/// The child of a job.
struct Part: Reducer {
  struct State: Equatable, Sendable { var sum: UInt64 = 0 }
  enum Action: Sendable { case add(UInt64) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let value):
        state.sum = state.sum &* 31 &+ value
        return .none
      }
    }
  }
}
