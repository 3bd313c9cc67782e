import ComposableArchitecture
import NumberFacts
import TerminalKit

/// A fact about a number as text: that it is loading, or why there is none.
struct FactText {
  var fact: Result<String, NumberFactFailure>?
  var isLoading: Bool

  func lines(width: Int, usesColor: Bool) -> [String] {
    if isLoading { return [Style.dim("Loading…", if: usesColor)] }
    switch fact {
    case .success(let fact): return fact.printable.wrapped(to: width)
    case .failure(let failure):
      return failure.description.printable.wrapped(to: width)
        .map { Style.red($0, if: usesColor) }
    case nil: return [""]
    }
  }

  /// The fact, its progress or its failure, in a line; `nil` if there is none.
  var summary: String? {
    if isLoading { return "loading" }
    switch fact {
    case .success(let fact): return fact.printable
    case .failure(let failure): return "failed: \(failure.description.printable)"
    case nil: return nil
    }
  }
}
