/// Command lines as people write them, made into what the argument parser understands.
enum Arguments {
  /// Options whose value may be left out: without one they mean the committed thresholds.
  static let optionalValue: Set = ["--check", "--update"]

  /// Stands for a value that was left out.
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
