import ComposableCore
import NumberFacts
import TerminalKit
import Testing

@testable import Counter

@MainActor
struct CounterViewTests {
  func view(_ state: CounterFeature.State) -> CounterView {
    CounterView(store: Store(initialState: state) { EmptyReducer() })
  }

  func text(_ state: CounterFeature.State, width: Int = 60, usesColor: Bool = false) -> String {
    view(state).screen(in: Screen.Size(columns: width, rows: 24), usesColor: usesColor)
      .joined(separator: "\n")
  }

  @Test func showsTheState() {
    let state = CounterFeature.State(
      count: 7, fact: "7 is odd and a prime: only 1 and itself divide it.", isTimerRunning: true)
    #expect(
      text(state) == """

          7

          The timer is running.
          7 is odd and a prime: only 1 and itself divide it.

          + add   - subtract   f fact   t timer   q quit
        """)
  }

  @Test func breaksLinesAtTheWidthOfTheTerminal() {
    let state = CounterFeature.State(failure: .other("abcdefghijklmnopqrstuvwxyz again"))
    let lines = view(state).screen(in: Screen.Size(columns: 14, rows: 24), usesColor: false)
    #expect(lines.allSatisfy { $0.count <= 14 })
    #expect(lines.contains("  abcdefghij"))
  }

  @Test func usesColorUnlessToldOtherwise() {
    let state = CounterFeature.State(isTimerRunning: true)
    #expect(text(state, usesColor: true).contains("\u{1B}["))
    #expect(!text(state, usesColor: false).contains("\u{1B}"))
  }

  @Test func aServiceCannotControlTheTerminal() {
    let state = CounterFeature.State(fact: "a\u{1B}[2J\u{9B}b\nc\u{202E}d")
    #expect(text(state).contains("a [2J b c d"))
    #expect(view(state).summary == "0 | a [2J b c d")
  }
}
