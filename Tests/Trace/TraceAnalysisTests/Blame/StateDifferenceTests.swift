import TestSupport
import Testing

@testable import TraceAnalysis

@Suite struct StateDifferenceTests {
  private typealias Change = StateDifference.Change

  @Test func stateDifference_names_havePathsWithoutValues() {
    let difference = StateDifference("count, todos[2].isDone")
    #expect(difference.changes == [Change(path: "count"), Change(path: "todos[2].isDone")])
    #expect(!difference.isTruncated)
  }

  @Test func stateDifference_truncatedNames_leavesOutTheCutOne() {
    let difference = StateDifference("count, todos[2].isD…")
    #expect(difference.changes == [Change(path: "count")])
    #expect(difference.isTruncated)
    let most = (0..<64).map { "p\($0)" }.joined(separator: ", ")
    #expect(StateDifference(most).isTruncated)
  }

  @Test func stateDifference_oneProperty_hasItsValues() {
    let difference = StateDifference("- Feature.State(count: 0)\n+ Feature.State(count: 1)")
    #expect(difference.changes == [Change(path: "count", old: "0", new: "1")])
  }

  @Test func stateDifference_nestedValues_hasPathsOfProperties() {
    let difference = StateDifference(
      """
        Todos.State(
      -   filter: .all,
      +   filter: .active,
          todos: [
            [0]: Todo(
              id: 0,
              title: "a, (b): [c]",
      -       isDone: false
      +       isDone: true
            ),
            … (2 unchanged)
          ],
      -   alert: nil
      +   alert: AlertState(
      +     title: "Failed"
      +   )
        )
      """)
    #expect(
      difference.changes == [
        Change(path: "filter", old: ".all", new: ".active"),
        Change(path: "todos[0].isDone", old: "false", new: "true"),
        Change(path: "alert", old: "nil", new: "AlertState(title: \"Failed\")"),
      ])
  }

  @Test func stateDifference_collectionOfAnotherLength_changesAsAWhole() {
    let difference = StateDifference(
      """
        State(
          numbers: [
            … (2 unchanged),
      +     [2]: 7
          ],
          tags: Set([
      -     "a"
      +     "b"
          ])
        )
      """)
    #expect(difference.changes.map(\.path) == ["numbers", "tags"])
  }

  @Test func stateDifference_caseWithPayload_hasTheCaseInItsPath() {
    let difference = StateDifference(
      """
        State(
          screen: .detail(
            Todo(
              id: 0,
      -       title: "a"
      +       title: "b"
            )
          )
        )
      """)
    #expect(
      difference.changes == [
        Change(path: "screen.detail.title", old: "\"a\"", new: "\"b\"")
      ])
  }

  @Test func stateDifference_truncatedText_keepsTheReadableChanges() {
    let difference = StateDifference(
      """
        State(
      -   count: 0,
      +   count: 1,
          title: "a",
      -   other: "long te…
      """)
    #expect(difference.isTruncated)
    #expect(difference.changes.first == Change(path: "count", old: "0", new: "1"))
  }

  @Test func stateDifference_randomBytes_neverFails() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SplitMix(seed: seed)
    let characters = Array("()[]{}:,.\"\n -+…ab1_\\")
    for _ in 0..<2000 {
      let length = Int.random(in: 0..<60, using: &generator)
      let text = String(
        (0..<length).map { _ in characters.randomElement(using: &generator)! })
      let difference = StateDifference(text + "\n")
      #expect(difference.changes.count <= text.count + 1, "seed \(seed)")
    }
  }
}
