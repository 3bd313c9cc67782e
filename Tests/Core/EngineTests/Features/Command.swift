/// The part of an action that has the number of its script, in one of several forms.
enum Command: Sendable {
  case number(Int)
  case text(String)
  case list([Int])
  case object(Carrier)
  case function(@Sendable () -> Int)

  init(_ order: Order) {
    let script = order.script
    switch order.form {
    case .number, .binding: self = .number(script)
    // Too long to be stored without an allocation.
    case .text: self = .text("\(script) is the number of the script")
    case .list: self = .list(Array(repeating: script, count: 3))
    case .object: self = .object(Carrier(script))
    case .function: self = .function { script }
    }
  }

  var order: Order {
    switch self {
    case .number(let script): Order(script: script)
    case .text(let text): Order(script: Int(text.prefix { $0 != " " }) ?? -2, form: .text)
    case .list(let list): Order(script: list[2], form: .list)
    case .object(let object): Order(script: object.number, form: .object)
    case .function(let function): Order(script: function(), form: .function)
    }
  }
}

/// An object with a number.
final class Carrier: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }
}
