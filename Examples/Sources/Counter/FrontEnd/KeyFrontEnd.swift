import ArgumentParser
import ComposableCore

/// Runs on a terminal: single keys are commands, and a small screen shows the state.
@MainActor
struct KeyFrontEnd {
  let store: StoreOf<CounterFeature>

  /// Runs until the user quits.
  func run() async throws -> ExitCode {
    let session = CounterSession(store: store)
    let screen = CounterScreen(store: store)
    try screen.open()
    defer { screen.close() }
    let input = StandardInput()
    while let byte = await input.byte(), let key = Key(byte) {
      switch key {
      case .send(let action): session.send(action)
      case .quit:
        session.cancelFacts()
        await session.end()
        return .success
      case .other: continue
      }
    }
    await session.end()
    return .success
  }

  private enum Key {
    case send(CounterFeature.Action)
    case quit
    case other

    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "="): self = .send(.incrementButtonTapped)
      case UInt8(ascii: "-"): self = .send(.decrementButtonTapped)
      case UInt8(ascii: "f"): self = .send(.factButtonTapped)
      case UInt8(ascii: "t"): self = .send(.toggleTimerButtonTapped)
      case UInt8(ascii: "q"), 4: self = .quit
      default: self = .other
      }
    }
  }
}
