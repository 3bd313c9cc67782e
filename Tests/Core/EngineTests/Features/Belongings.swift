/// Fields of a state that are references.
struct Belongings: Sendable {
  var label = ""
  var object: Carrier?
  var function: @Sendable () -> Int = { 0 }

  mutating func apply(_ change: Change) {
    switch change {
    // Too long to be stored without an allocation.
    case .setLabel(let number): label = BelongingsModel.label(number)
    case .setObject(let number): object = Carrier(number)
    case .setFunction(let number): function = { number }
    default: break
    }
  }

  /// The same for the reference engine.
  var model: BelongingsModel {
    BelongingsModel(label: label, object: object?.number, result: function())
  }
}
