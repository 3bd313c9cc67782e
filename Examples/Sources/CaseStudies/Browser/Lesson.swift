import TerminalKit

/// The subject of a study, in words that the program shows above it.
struct Lesson: Equatable, Sendable {
  let title: String
  /// Suggestions, and the effects to observe.
  let text: String
  /// The mistake that is made most, and its remedy.
  let mistake: String

  /// The whole text, in lines of at most `width` characters.
  func lines(width: Int) -> [String] {
    text.wrapped(to: width) + "Mistake: \(mistake)".wrapped(to: width)
  }
}
