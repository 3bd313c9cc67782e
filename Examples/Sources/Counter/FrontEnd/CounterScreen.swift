import ComposableCore
import Foundation

/// What the terminal shows of a counter.
@MainActor
final class CounterScreen {
  private let store: StoreOf<CounterFeature>
  private let usesColor = CounterScreen.usesColor(ProcessInfo.processInfo.environment)
  private var terminal: Terminal?
  private var token: ObserveToken?

  init(store: StoreOf<CounterFeature>) {
    self.store = store
  }

  /// Takes over the terminal and shows each state from now on.
  func open() throws {
    terminal = try Terminal.open { [weak self] in self?.draw() }
    token = observe { [weak self] in self?.draw() }
  }

  func close() {
    token?.cancel()
    terminal?.close()
  }

  private func draw() {
    let state = store.state
    guard let terminal else { return }
    terminal.draw(Self.lines(for: state, width: terminal.width, usesColor: usesColor))
  }

  /// Colour is welcome unless the user says otherwise: https://no-color.org
  nonisolated static func usesColor(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  nonisolated static func lines(
    for state: CounterFeature.State, width: Int, usesColor: Bool
  ) -> [String] {
    func styled(_ text: String, _ code: String) -> String {
      usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
    var lines = ["", styled("  \(state.count)", "1"), ""]
    if state.isTimerRunning { lines.append(styled("  The timer is running.", "32")) }
    if state.isLoading { lines.append("  Asking for a fact…") }
    if let fact = state.fact {
      lines += fact.printable.wrapped(to: width - 4).map { "  " + $0 }
    }
    if let failure = state.failure {
      lines += "No fact: \(failure)".printable.wrapped(to: width - 4)
        .map { styled("  " + $0, "31") }
    }
    lines += [""]
    lines += ["+ add", "- subtract", "f fact", "t timer", "q quit"]
      .wrapped(to: width - 4, separator: "   ")
      .map { styled("  " + $0, "2") }
    return lines
  }
}
