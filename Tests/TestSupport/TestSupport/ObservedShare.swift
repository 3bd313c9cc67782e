import Foundation

/// A number of hits among samples, for claims about the share of hits that hold on any machine.
///
/// Samples are random: of a function with 97 % of the time, 163 samples have fewer than 95 % once
/// in 17 runs. A claim about the share is refuted only if so few, or so many, hits would be a
/// coincidence.
public struct ObservedShare: Sendable, CustomStringConvertible {
  /// The confidence of a refutation: a test whose claim holds fails at most once in a million runs.
  public static let confidence = 0.999_999

  /// The samples that are hits.
  public let hits: Int
  /// All samples.
  public let samples: Int

  /// A number of hits among samples.
  public init(_ hits: some BinaryInteger, of samples: some BinaryInteger) {
    precondition(hits >= 0 && hits <= samples, "\(hits) of \(samples)")
    self.hits = Int(hits)
    self.samples = Int(samples)
  }

  /// “152 of 163”.
  public var description: String { "\(hits) of \(samples)" }

  /// Whether a share of at least `share` explains the hits: the upper bound of Clopper and Pearson
  /// is not below it.
  public func allows(atLeast share: Double) -> Bool {
    guard share < 1 else { return hits == samples }
    // The probability of so few hits, by the binomial distribution: term by term, and by
    // logarithms, as the first terms are small and the numbers of combinations large.
    var logarithm = Double(samples) * log1p(-share)
    var probability = 0.0
    for count in 0...hits {
      probability += exp(logarithm)
      logarithm += log(Double(samples - count) / Double(count + 1)) + log(share) - log1p(-share)
    }
    return probability > 1 - Self.confidence
  }

  /// Whether a share of at most `share` explains the hits: the lower bound of Clopper and Pearson
  /// is not above it.
  public func allows(atMost share: Double) -> Bool {
    ObservedShare(samples - hits, of: samples).allows(atLeast: 1 - share)
  }
}
