/// How a value moved between two runs.
struct Change: Equatable, Sendable {
  var old: Summary
  var new: Summary

  /// The share by which the median grew.
  var share: Double { old.median == 0 ? 0 : new.median / old.median - 1 }

  /// Whether the middle halves of both runs have something in common.
  var isNoise: Bool { old.overlaps(new) }
}
