/// Rewrites command lines for the argument parser.
enum Arguments {
  /// Options with an optional value: without one they use the committed thresholds.
  static let optionalValue: Set = ["--check", "--update"]

  /// Represents an omitted value.
  static let committed = ""

  static func completed(_ arguments: [String]) -> [String] {
    var result: [String] = []
    for (index, argument) in arguments.enumerated() {
      result.append(argument)
      guard optionalValue.contains(argument) else { continue }
      let next = index + 1 < arguments.count ? arguments[index + 1] : nil
      if next.map({ $0.hasPrefix("-") }) ?? true { result.append(committed) }
    }
    return result
  }
}
