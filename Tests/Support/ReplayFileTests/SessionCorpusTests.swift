import ReplayFile
import TestSupport
import Testing

@Suite struct SessionCorpusTests {
  private typealias Behaviour = SessionCorpus.Behaviour

  @Test func behaviours_positions_areOneProperty() throws {
    var actions = (1...3).map { ReplayAction(action: $0, at: 0, name: "toggled") }
    actions[0].changed = ["todos[0].isDone"]
    actions[1].changed = ["todos[12].isDone", "count"]
    let header = ReplayHeader(
      feature: "Todos", prefix: "", process: .init(name: "todos", pid: nil), store: "1")
    let session = ReplayRecording(path: "", header: header, actions: actions, effects: [])
    #expect(
      SessionCorpus.behaviours(of: session) == [
        Behaviour(action: "toggled", property: "todos[*].isDone"),
        Behaviour(action: "toggled", property: "count"), Behaviour(action: "toggled"),
      ])
  }

  @Test func chosen_randomSessions_coverAllWithNoneToSpare() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    for _ in 0..<200 {
      let sessions = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        let pairs = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          Behaviour(action: "a\(Int.random(in: 0..<12, using: &random))")
        }
        return (behaviours: Set(pairs), actions: pairs.count)
      }
      let chosen = SessionCorpus.chosen(of: sessions)
      func covered(_ indices: [Int]) -> Set<Behaviour> {
        indices.reduce(into: []) { $0.formUnion(sessions[$1].behaviours) }
      }
      let all = covered(Array(sessions.indices))
      #expect(covered(chosen) == all, "seed \(seed)")
      for index in chosen {
        #expect(covered(chosen.filter { $0 != index }) != all, "seed \(seed)")
      }
    }
  }
}
