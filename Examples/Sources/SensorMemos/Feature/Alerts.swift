import ComposableArchitecture

extension AlertState<MemoList.Action.Alert> {
  /// Asks whether a memo is to go.
  static func deletion(of memo: Memo) -> Self {
    AlertState {
      TextState("Delete “\(memo.title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed(memo.id)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("Its \(memo.count) samples go as well.")
    }
  }

  /// Asks for the permission to record.
  static func permission(for sensor: Sensor) -> Self {
    AlertState {
      TextState("May SensorMemos record the \(sensor.rawValue) use of this machine?")
    } actions: {
      ButtonState(action: .permissionGiven) { TextState("Allow") }
      ButtonState(action: .permissionRefused) { TextState("Refuse") }
    } message: {
      TextState("Samples stay on this machine. The answer is kept.")
    }
  }

  /// Says why nothing is recorded.
  static let refusal = AlertState {
    TextState("Recording was refused. Press p to decide anew.")
  }

  static func failure(_ failure: MemoFailure) -> Self {
    AlertState { TextState(failure.description) }
  }
}
