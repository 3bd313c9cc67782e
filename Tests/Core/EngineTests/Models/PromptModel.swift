/// An alert for the reference engine.
struct PromptModel: Equatable {
  let number: Int
  /// Distinguishes it from equal ones.
  let serial: Int

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
}
