import ComposableArchitecture
import TerminalKit
import Testing

@testable import SensorMemos

@MainActor
@Suite struct MemosScreenTests {
  private func text(_ state: MemoList.State, columns: Int = 60, rows: Int = 20) -> String {
    MemosScreen(
      state: state, prompt: state.alert.map { Prompt($0) { MemoList.Action.alert($0) } },
      selection: RowSelection(), titleField: TitleField(),
      size: Screen.Size(columns: columns, rows: rows), usesColor: false
    )
    .lines.joined(separator: "\n")
  }

  @Test func showsTheMemos() {
    #expect(
      text(.with(.numbered(0, "Build"), .numbered(1, "Idle"))) == """

          Memos   cpu

          › Build                cpu  0:02.0  mean 20 %  peak 30 %
            Idle                 cpu  0:02.0  mean 20 %  peak 30 %

          r record   ↑↓ select   return play   e rename   d delete
          p permission   q quit
        """)
  }

  @Test func showsAPlayback() {
    var state = MemoList.State.with(.numbered(0, "Build"))
    var playback = Playback.State(memo: .numbered(0, "Build"), speed: 2)
    playback.samples = twoSamples
    playback.position = 1
    state.activity = .playback(playback)
    #expect(text(state).contains("▶ 0:01.0 of 0:02.0  2×  10 %"))
    #expect(text(state).contains("█░"))
    #expect(text(state).contains("x speed"))
  }

  @Test(arguments: [(80, 24), (110, 34), (60, 20), (40, 12)])
  func everythingFits(columns: Int, rows: Int) {
    var state = MemoList.State.with(permission: .allowed)
    state.$memos.withLock {
      $0 = IdentifiedArray(
        uniqueElements: (0..<50).map { .numbered($0, String(repeating: "memo ", count: $0)) })
    }
    var recording = Recording.State(memo: .numbered(99))
    recording.recent = Array(repeating: Sample(time: 1, value: 200), count: 120)
    for activity in [nil, .recording(recording)] as [MemoList.Activity.State?] {
      state.activity = activity
      let lines = text(state, columns: columns, rows: rows)
        .split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count < rows)
      #expect(lines.allSatisfy { $0.count <= columns })
      #expect(lines.last?.contains("quit") == true)
    }
  }

  @Test func aDamagedMemoIsShown() {
    var memo = Memo.numbered(0, "Build")
    (memo.duration, memo.peak) = (.infinity, -.infinity)
    memo.sum = .greatestFiniteMagnitude
    #expect(text(.with(memo), columns: 80).contains("mean 100 %  peak 0 %"))
  }

  @Test func textCannotControlTheTerminal() {
    let state = MemoList.State.with(.numbered(0, "a\u{1B}[2J\nb"))
    #expect(text(state).contains("› a [2J b"))
    #expect(!MemoText.summary(of: state).unicodeScalars.contains { $0.value < 32 })
  }
}
