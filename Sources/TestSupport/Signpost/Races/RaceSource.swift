import ComposableCore
import Foundation
import ReplayFile

/// The source of tests that repeat races.
///
/// A test has a session of its own, with only the actions that matter for one race, and looks for
/// races in it. The feature processes the actions with their effects, so that the test passes once
/// the feature cancels the outdated effect, and also once it ignores the outdated action.
@MainActor
struct RaceSource<State, Action> {
  let feature: TestedFeature
  let recording: ReplayRecording
  let actions: [Action]
  let areEqual: (State, State) -> Bool

  /// The content of a file; a test for each race.
  ///
  /// - Parameter makeStore: Makes a store in the state that the session begins with.
  func text(
    of races: [ReplayRaces.Race], makeStore: () -> HeldStore<State, Action>
  ) throws -> String {
    var names: [String: Int] = [:]
    let tests = try races.map { race in
      let last = race.names.map { $0.split(separator: ".").joined(separator: "_") }
      var name = "\(feature.subject)_\(last.joined(separator: "_and_"))_inAnyOrder"
      names[name, default: 0] += 1
      if let count = names[name], count > 1 { name += "\(count)" }
      return try text(of: race, selected(race, makeStore), name: name)
    }
    let source = tests.joined(separator: "\n")
    return feature.imports(of: ["SignpostTestSupport", "Testing"], for: "") + source
  }

  private func text(
    of race: ReplayRaces.Race, _ session: ReplayRecording, name: String
  ) throws -> String {
    let lines = String(decoding: try session.content, as: UTF8.self)
    // A value may have the text of an interpolation.
    var mark = "#"
    while lines.contains("\\\(mark)") || lines.contains("\"\"\"\(mark)") { mark += "#" }
    let seconds = race.gap.components.seconds
    let limit = seconds > 0 ? "(within: .seconds(\(seconds + 1)))" : ""
    let story = session.actions.map { "///   \($0.summary)\n" }.joined()
    let content = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    return """
      /// The order of '\(race.names[0])' and '\(race.names[1])' is chance:
      ///
      \(story)@MainActor
      @Test func \(name)() throws {
        let session = \(mark)\"\"\"
      \(content)    \"\"\"\(mark)
        try Replay(content: session).races\(limit) { \(feature.name)() }
      }

      """
  }

  /// The actions that matter for a race.
  private func selected(
    _ race: ReplayRaces.Race, _ makeStore: () -> HeldStore<State, Action>
  ) -> ReplayRecording {
    var reduction = SessionReduction(of: recording.actions)
    let indices = reduction.minimal(of: race.second) { indices in
      guard let first = indices.firstIndex(of: race.first - 1),
        let second = indices.firstIndex(of: race.second - 1)
      else { return false }
      let races = RaceSearch.races(
        in: recording.selecting(indices), indices.map { actions[$0] }, within: race.gap,
        only: (first + 1, second + 1), limit: .max, areEqual: areEqual, makeStore: makeStore)
      return (try? races.get().races.isEmpty) == false
    }
    return recording.selecting(indices)
  }
}
