import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct AlarmFormTests {
  private let store = TestStore(initialState: AlarmForm.State()) { AlarmForm() }

  @Test func aWriteIsAnAction() async {
    await store.send(\.binding.name, "Wake up") { $0.name = "Wake up" }
  }

  @Test func theReducerSeesTheNewValue() async {
    await store.send(\.binding.isOn, false) {
      $0.isOn = false
      $0.snoozes = 0
    }
    await store.send(\.binding.isOn, true) { $0.isOn = true }
  }

  @Test func valuesStayInTheirRange() async {
    await store.send(\.binding.volume, 11) { $0.volume = 10 }
    await store.send(\.binding.volume, -1) { $0.volume = 0 }
    await store.send(\.binding.snoozes, 6) { $0.snoozes = 5 }
  }

  @Test func resettingGoesBackToANewAlarm() async {
    await store.send(\.binding.name, "Nap") { $0.name = "Nap" }
    await store.send(\.binding.volume, 1) { $0.volume = 1 }
    await store.send(.resetButtonTapped) { $0 = AlarmForm.State() }
  }

  @Test func fieldsOfAnAlarmThatIsOffAreDisabled() {
    let view = AlarmFormView(
      store: Store(initialState: AlarmForm.State(isOn: false)) { AlarmForm() })
    #expect(view.problem(with: .set(\.volume, 6)) != nil)
    #expect(view.problem(with: .set(\.snoozes, 2)) != nil)
    #expect(view.problem(with: .set(\.name, "a")) == nil)
  }
}
