/// The choices of a run, in the order in which they were made: for each, the index of the chosen
/// alternative. The usual order has index 0 everywhere, and so has everything after the last one.
struct ExploredOrder: Hashable {
  private(set) var choices: [Int]

  init(_ choices: [Int] = []) {
    self.choices = choices
    while self.choices.last == 0 { self.choices.removeLast() }
  }

  subscript(position: Int) -> Int {
    position < choices.count ? choices[position] : 0
  }

  /// The same order with another choice.
  func replacing(_ position: Int, by index: Int) -> Self {
    var choices = choices
    while choices.count <= position { choices.append(0) }
    choices[position] = index
    return Self(choices)
  }

  /// The choices that are not the usual ones.
  var deviations: [Int] { choices.indices.filter { choices[$0] != 0 } }
}

extension ExploredOrder: LosslessStringConvertible {
  /// The deviations as `position:index`, such as `3:1 7:2`.
  var description: String {
    deviations.isEmpty
      ? "usual" : deviations.map { "\($0):\(choices[$0])" }.joined(separator: " ")
  }

  init?(_ description: String) {
    guard !description.isEmpty else { return nil }
    self.init()
    guard description != "usual" else { return }
    var order = Self()
    for part in description.split(separator: " ") {
      let numbers = part.split(separator: ":").map { Int($0) }
      guard numbers.count == 2, let position = numbers[0], let index = numbers[1],
        position >= 0, position < 1_000_000, index >= 0
      else { return nil }
      order = order.replacing(position, by: index)
    }
    self = order
  }
}
