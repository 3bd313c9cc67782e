import TextTables

/// The use of the time of a program, as parts of 1.
public struct TimeUse: Codable, Sendable, Equatable {
  /// Whether the trace identifies the main actor.
  public var isMainActorKnown = false
  /// Reducers on the main actor.
  public var reducers = 0.0
  /// Reactions of observers, which run on the main actor.
  public var observers = 0.0
  /// Intervals of signposters within these reducers and reactions, and synchronous ones beside
  /// them on the main thread.
  public var intervals = 0.0
  /// Other intervals on the main thread outside of reducers and reactions, which may have waited.
  public var outerIntervals = 0.0
  /// Reducers of stores that are not known to belong to the main actor, with the intervals within
  /// them.
  public var otherActors = 0.0

  /// The known time of the main actor: reducers, observers, and intervals that did not wait.
  public var mainActor: Double { reducers + observers + intervals }

  var hasTime: Bool { mainActor + outerIntervals + otherActors > 0 }

  /// The parts of the time of the main actor that are not 0, for example “reducers 8.0 %”.
  public var parts: [String] {
    [("reducers", reducers), ("observers", observers), ("intervals", intervals)]
      .filter { $0.1 > 0 }.map { "\($0.0) \(Units.percent($0.1))" }
  }

  /// The predicate of a sentence about a period, for example “the main actor was busy 43.0 %: …”.
  func text(hasEffects: Bool) -> String {
    let effects = hasEffects ? ["effects on it not recorded"] : []
    guard isMainActorKnown else {
      return "reducers took \(Units.percent(otherActors)) on the main actor or on others"
        + (hasEffects ? "; effects not recorded" : "")
    }
    let details = (parts + effects).joined(separator: ", ")
    var sentence =
      "the main actor was busy \(Units.percent(mainActor))"
      + (details.isEmpty ? "" : ": \(details)")
    if outerIntervals > 0 {
      sentence += "; intervals beside these \(Units.percent(outerIntervals)), perhaps waiting"
    }
    if otherActors > 0 { sentence += "; reducers of other actors \(Units.percent(otherActors))" }
    return sentence + "; idle or unknown \(Units.percent(max(1 - mainActor - outerIntervals, 0)))"
  }
}
