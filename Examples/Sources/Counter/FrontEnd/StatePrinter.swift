import ComposableCore
import TerminalKit

/// Writes the state as a line whenever it has changed.
@MainActor
final class StatePrinter {
  private let store: StoreOf<CounterFeature>
  private var printed: CounterFeature.State?
  private var token: ObserveToken?

  init(store: StoreOf<CounterFeature>) {
    self.store = store
    token = observe { [weak self] in
      self?.printState()
    }
  }

  private func printState() {
    let state = store.state
    guard state != printed else { return }
    printed = state
    Output.write(state.summary + "\n")
  }

  /// Returns once the current state is printed. An observer may answer several changes by one run;
  /// whoever wants a line for each change has to wait between them.
  func catchUp() async {
    while printed != store.state { await Task.yield() }
  }
}

extension CounterFeature.State {
  /// The state in a line.
  var summary: String {
    var parts = ["\(count)"]
    if isTimerRunning { parts.append("timer running") }
    if isLoading { parts.append("asking for a fact") }
    if let fact { parts.append(fact.printable) }
    if let failure { parts.append("no fact: \(failure)".printable) }
    return parts.joined(separator: " | ")
  }
}
