import ArgumentParser
import ComposableCore
import TerminalKit

/// Runs on a terminal: single keys are commands, and a small screen shows the state.
@MainActor
struct KeyFrontEnd {
  let store: StoreOf<CounterFeature>

  /// Runs until the user quits.
  func run() async throws -> ExitCode {
    let session = CounterSession(store: store)
    let screen = Screen { [store] size in
      CounterScreen.lines(for: store.state, width: size.columns)
    }
    try screen.open()
    defer { screen.close() }
    let input = StandardInput()
    var parser = KeyParser()
    while true {
      switch await input.key(&parser) {
      case .character("+"), .character("="): session.send(.incrementButtonTapped)
      case .character("-"): session.send(.decrementButtonTapped)
      case .character("f"): session.send(.factButtonTapped)
      case .character("t"): session.send(.toggleTimerButtonTapped)
      case .character("q"), .endOfInput:
        session.cancelFacts()
        await session.end()
        return .success
      default: continue
      }
    }
  }
}
