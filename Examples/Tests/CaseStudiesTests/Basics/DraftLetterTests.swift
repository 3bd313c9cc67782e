import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct DraftLetterTests {
  private let store = TestStore(initialState: DraftLetter.State()) { DraftLetter() }

  @Test func anAlertAsksFirst() async {
    await store.send(.discardButtonTapped) { $0.destination = .alert(.discard) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(.discardButtonTapped) { $0.destination = .alert(.discard) }
    await store.send(\.destination.alert.discardConfirmed) {
      $0.destination = nil
      $0.fate = .discarded
    }
    await store.send(.startAgainButtonTapped) { $0.fate = nil }
  }

  @Test(arguments: [DraftLetter.Speed.standard, .express])
  func aDialogOffersAChoice(_ speed: DraftLetter.Speed) async {
    await store.send(.sendButtonTapped) { $0.destination = .dialog(.speed) }
    await store.send(\.destination.dialog.speedChosen, speed) {
      $0.destination = nil
      $0.fate = .sent(speed)
    }
  }

  @Test func aDialogTakesThePlaceOfAnAlert() async {
    await store.send(.discardButtonTapped) { $0.destination = .alert(.discard) }
    await store.send(.sendButtonTapped) { $0.destination = .dialog(.speed) }
  }
}
