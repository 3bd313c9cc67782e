import ComposableCore
import CustomDump
import ReplayFile
import Signpost
import TextTables

/// The words about races.
enum RaceText {
  /// The races of a search, one for each two names: the closest pair.
  @MainActor
  static func races<State, Action>(of search: RaceSearch<State, Action>) -> [ReplayRaces.Race] {
    func names(_ race: RaceSearch<State, Action>.Race) -> [String] {
      [race.first, race.second].map { search.recorded($0).name }
    }
    func gap(_ race: RaceSearch<State, Action>.Race) -> Int64 {
      search.deliveries[race.second].at - search.deliveries[race.first].at
    }
    return Dictionary(grouping: search.races, by: names).values.map { races in
      let closest = races.min { gap($0) < gap($1) }!
      return ReplayRaces.Race(
        first: search.recorded(closest.first).action,
        second: search.recorded(closest.second).action, names: names(closest),
        gap: .nanoseconds(gap(closest)), count: races.count,
        properties: ChangedProperties.recorded(
          from: closest.recorded.state, to: closest.swapped.state),
        description: text(closest, among: races.count, in: search))
    }
    .sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  @MainActor
  private static func text<State, Action>(
    _ race: RaceSearch<State, Action>.Race, among count: Int,
    in search: RaceSearch<State, Action>
  ) -> String {
    let first = search.recorded(race.first)
    let second = search.recorded(race.second)
    let gap = Units.duration(
      search.deliveries[race.second].at - search.deliveries[race.first].at)
    let others =
      count == 1 ? "" : " \(count) pairs of these names differ; this one is the closest."
    let parts: [String?] = [
      """
      Two actions of '\(search.recording.fileName)' could have come in the other order, and the \
      order matters.
      """,
      "  \(first.summary)\n  \(second.summary), \(gap) later",
      stateDifference(race).map {
        "If action \(second.action) comes first, the state after both is another one (recorded order: -, "
          + "other order: +):\n\(indented($0))"
      },
      effectDifference(race, in: search),
      race.issues.isEmpty
        ? nil
        : "If action \(second.action) comes first, the reducer reports:\n"
          + race.issues.map(indented).joined(separator: "\n"),
      """
      Cancel the effect whose answer is out of date ('cancellable(id:cancelInFlight:)'), or let the \
      action carry the request that it answers, and ignore outdated ones in the reducer.\(others)
      """,
      "To repeat this pair alone: races(only: (\(first.action), \(second.action)))",
    ]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  @MainActor
  private static func stateDifference<State, Action>(
    _ race: RaceSearch<State, Action>.Race
  ) -> String? {
    diff(race.recorded.state, race.swapped.state)
  }

  @MainActor
  private static func effectDifference<State, Action>(
    _ race: RaceSearch<State, Action>.Race, in search: RaceSearch<State, Action>
  ) -> String? {
    let differences = race.swapped.effectDifferences(from: race.recorded) { delivery in
      let action = search.recorded(delivery)
      return "action \(action.action), '\(action.name)',"
    }
    guard !differences.isEmpty else { return nil }
    return "If action \(search.recorded(race.second).action) comes first:\n"
      + differences.map { "  • \($0)" }.joined(separator: "\n")
  }
}

extension RaceSearch {
  /// The action of a delivery.
  fileprivate func recorded(_ delivery: Int) -> ReplayAction {
    recording.actions[deliveries[delivery].action]
  }
}
