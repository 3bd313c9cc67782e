/// The fields of a state that are references, for the reference engine.
struct BelongingsModel: Equatable {
  var label = ""
  var object: Int?
  var result = 0

  static func label(_ number: Int) -> String { "a feature with the number \(number)" }

  mutating func apply(_ change: Change) {
    switch change {
    case .setLabel(let number): label = Self.label(number)
    case .setObject(let number): object = number
    case .setFunction(let number): result = number
    default: break
    }
  }
}
