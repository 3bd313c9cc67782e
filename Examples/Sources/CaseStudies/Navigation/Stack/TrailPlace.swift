import ComposableArchitecture

/// A place in the stack as text, as in an address: `7/fact` or `2/4/stopwatch`.
struct TrailPlace: Equatable, Sendable {
  let screens: [NumberTrail.Path.State]

  /// - Returns: `nil` if the text names no place.
  init?(_ text: String) {
    var screens: [NumberTrail.Path.State] = []
    for part in text.split(separator: "/") {
      switch (part, screens.last?.number?.number) {
      case ("fact", let number?): screens.append(.fact(TrailFact.State(number: number)))
      case ("stopwatch", _?): screens.append(.stopwatch(Stopwatch.State()))
      default:
        // Screens that lead nowhere end a place.
        guard let number = Int(part), screens.isEmpty || screens.last?.number != nil
        else { return nil }
        screens.append(.number(TrailNumber.State(number: number)))
      }
    }
    guard !screens.isEmpty else { return nil }
    self.screens = screens
  }
}
