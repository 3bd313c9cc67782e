/// The facts of the program's own service.
package enum NumberFact {
  /// Divisors are found by trial, so there is a number from which on it would take too long.
  package static let largest = 1_000_000_000_000

  /// A sentence about `number`, or `nil` where it is too large.
  package static func text(about number: Int) -> String? {
    guard number.magnitude <= largest else { return nil }
    guard number != 0 else {
      return "0 is even, every number divides it, and adding it changes nothing."
    }
    guard number > 0 else {
      return "\(number) is \(parity(of: number)), and \(-number) away from zero on the far side."
    }
    return "\(number) is \(parity(of: number))\(square(number)) and \(divisibility(of: number))."
  }

  private static func parity(of number: Int) -> String {
    number.isMultiple(of: 2) ? "even" : "odd"
  }

  private static func square(_ number: Int) -> String {
    let root = Int(Double(number).squareRoot().rounded())
    return root * root == number ? ", the square of \(root)" : ""
  }

  private static func divisibility(of number: Int) -> String {
    let divisors = divisors(of: number)
    switch divisors.count {
    case 1:
      return "divides every number"
    case 2:
      return "a prime: only 1 and itself divide it"
    case ...8:
      return "divided by \(divisors.map(String.init).joined(separator: ", "))"
    default:
      let largest = divisors[divisors.count - 2]
      return "divided by \(divisors.count) numbers, the largest but itself \(largest)"
    }
  }

  static func divisors(of number: Int) -> [Int] {
    var small: [Int] = []
    var large: [Int] = []
    var candidate = 1
    while candidate * candidate <= number {
      if number.isMultiple(of: candidate) {
        small.append(candidate)
        if candidate * candidate != number { large.append(number / candidate) }
      }
      candidate += 1
    }
    return small + large.reversed()
  }
}
