/// The sender of an action, which carries it along.
struct Sender: Hashable, Sendable {
  /// The number of an effect in the notes.
  let effect: Int?
  private let isDismissal: Bool

  init(effect: Int) {
    self.init(effect, isDismissal: false)
  }

  private init(_ effect: Int?, isDismissal: Bool) {
    self.effect = effect
    self.isDismissal = isDismissal
  }

  /// The program itself.
  static let outside = Sender(nil, isDismissal: false)
  /// The sender of a dismissal, which the notes contain.
  static let dismissal = Sender(nil, isDismissal: true)
}
