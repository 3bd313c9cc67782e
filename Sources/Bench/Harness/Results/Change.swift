/// The change of a value between two runs.
struct Change: Equatable, Sendable {
  var old: Summary
  var new: Summary

  /// The relative change of the median.
  var share: Double { old.median == 0 ? 0 : new.median / old.median - 1 }

  /// Whether the interquartile ranges of both runs overlap.
  var isNoise: Bool { old.overlaps(new) }
}
