import ComposableCore
import TestSupport
import Testing

/// The value of `isPresented` in reducers around and below presented features.
@MainActor
@Suite struct IsPresentedTests {
  final class Log {
    var lines: [String] = []
  }

  /// A feature that presents itself: in a sheet, or as a screen of a stack.
  struct Level: Reducer {
    struct State {
      let name: String
      @PresentationState var sheet: Sheet.State?
      var path = StackState<Level.State>()
    }

    enum Action: CasePathable {
      case note
      indirect case sheet(PresentationAction<Sheet.Action>)
      indirect case path(StackAction<Level.State, Level.Action>)

      struct AllCasePaths: Sendable {
        var sheet: AnyCasePath<Action, PresentationAction<Sheet.Action>> {
          AnyCasePath(_unsafeEmbed: Action.sheet) {
            if case .sheet(let value) = $0 { value } else { nil }
          }
        }
        var path: AnyCasePath<Action, StackAction<Level.State, Level.Action>> {
          AnyCasePath(_unsafeEmbed: Action.path) {
            if case .path(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let log: Log
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        log.lines.append("\(state.name) \(isPresented)")
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Sheet(log: log) }
      .forEach(\.path, action: \.path) { Level(log: log) }
    }
  }

  /// Two alternative features, whose case is their identity.
  struct Sheet: Reducer {
    enum State: CasePathable {
      indirect case level(Level.State)
      case other

      struct AllCasePaths: Sendable {
        var level: AnyCasePath<State, Level.State> {
          AnyCasePath(_unsafeEmbed: State.level) {
            if case .level(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    enum Action: CasePathable {
      indirect case level(Level.Action)

      struct AllCasePaths: Sendable {
        var level: AnyCasePath<Action, Level.Action> {
          AnyCasePath(_unsafeEmbed: Action.level) {
            if case .level(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let log: Log
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { _, _ in
        log.lines.append("sheet \(isPresented)")
        return .none
      }
      .ifCaseLet(\.level, action: \.level) { Level(log: log) }
    }
  }

  /// More than once, as the first actions of a feature go another way than those that follow.
  @Test func theMarkEndsWithTheOutermostPresentedFeature() {
    let log = Log()
    var root = Level.State(name: "root")
    var screen = Level.State(name: "screen")
    screen.sheet = .level(Level.State(name: "inner"))
    root.path.append(screen)
    var middle = Level.State(name: "middle")
    middle.path.append(Level.State(name: "deep"))
    root.sheet = .level(middle)
    let (screenID, deepID) = (root.path.ids[0], middle.path.ids[0])
    let store = Store(initialState: root) { Level(log: log) }

    func lines(of action: Level.Action) -> [String] {
      log.lines = []
      store.send(action)
      return log.lines
    }

    for _ in 0..<4 {
      #expect(
        lines(of: .sheet(.presented(.level(.path(.element(id: deepID, action: .note))))))
          == ["deep true", "middle true", "sheet true", "root false"])
      #expect(lines(of: .note) == ["root false"])
      #expect(
        lines(of: .path(.element(id: screenID, action: .sheet(.presented(.level(.note))))))
          == ["inner true", "sheet true", "screen true", "root false"])
      #expect(
        lines(of: .sheet(.presented(.level(.note)))) == ["middle true", "sheet true", "root false"])
    }
  }
}
