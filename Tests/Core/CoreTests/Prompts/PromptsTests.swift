import ComposableCore
import CustomDump
import Testing

@Suite struct PromptsTests {
  enum Action: Equatable { case delete, archive(Int) }

  private func makeAlert(isBusy: Bool = false) -> AlertState<Action> {
    AlertState {
      TextState("Delete ") + TextState("it?")
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      if !isBusy {
        for index in 0..<2 {
          ButtonState(action: .archive(index)) { TextState("Archive \(index)") }
        }
      }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState(verbatim: "For good.")
    }
  }

  @Test func prompts_ofListsOfButtons_equalThoseOfBuilders() {
    enum Action: Equatable { case confirm, cancel }
    #expect(AlertState<Action>(title: TextState("Title")) == AlertState { TextState("Title") })
    #expect(
      AlertState(
        title: TextState("Delete?"), message: TextState("It is gone then."),
        primaryButton: .destructive(TextState("Delete"), action: .send(Action.confirm)),
        secondaryButton: .cancel(TextState("Cancel"), action: .send(.cancel, animation: .default)))
        == AlertState {
          TextState("Delete?")
        } actions: {
          ButtonState(role: .destructive, action: Action.confirm) { TextState("Delete") }
          ButtonState(role: .cancel, action: .cancel) { TextState("Cancel") }
        } message: {
          TextState("It is gone then.")
        })
    #expect(
      AlertState<Action>(title: TextState("Done"), dismissButton: .default(TextState("OK")))
        == AlertState {
          TextState("Done")
        } actions: {
          ButtonState { TextState("OK") }
        })
    #expect(
      ConfirmationDialogState<Action>(
        title: TextState("Title"), titleVisibility: .visible,
        buttons: [.cancel(TextState("Cancel"))])
        == ConfirmationDialogState(titleVisibility: .visible) {
          TextState("Title")
        } actions: {
          ButtonState(role: .cancel) { TextState("Cancel") }
        })
  }

  @Test func alertsAreComparedByWhatTheySay() {
    #expect(makeAlert() == makeAlert())
    #expect(makeAlert() != makeAlert(isBusy: true))
    #expect(makeAlert().id != makeAlert().id)
    #expect(makeAlert().buttons.map(\.role) == [.destructive, nil, nil, .cancel])
    #expect(
      makeAlert().buttons.map { $0.withAction(\.self) } == [
        .delete, .archive(0), .archive(1), nil,
      ])
    #expect(String(state: makeAlert().title) == "Delete it?")
  }

  @Test func actionsAreMapped() {
    let mapped: AlertState<String> = makeAlert().map { $0.map { "\($0)" } }
    #expect(mapped.buttons.map(\.action.action) == ["delete", "archive(0)", "archive(1)", nil])
    #expect(mapped.title == makeAlert().title)
  }

  @Test func dialogsAreComparedByWhatTheySay() {
    let dialog = ConfirmationDialogState<Action>(titleVisibility: .visible) {
      TextState("Which?")
    } actions: {
      ButtonState(action: .send(.delete)) { TextState("Delete") }
    }
    #expect(dialog == dialog.map(\.self))
    #expect(dialog != ConfirmationDialogState { TextState("Which?") })
    #expect(dialog.message == nil)
  }

  @Test func promptsDumpAsTheyAreWritten() {
    expectNoDifference(
      String(customDumping: makeAlert(isBusy: true)),
      """
      AlertState(
        title: "Delete it?",
        actions: [
          [0]: ButtonState(
            role: .destructive,
            action: .send(.delete),
            label: "Delete"
          ),
          [1]: ButtonState(
            role: .cancel,
            action: .send(nil),
            label: "Cancel"
          )
        ],
        message: "For good."
      )
      """)
  }

  @Test func textsAreComparedByWhatTheyShow() {
    #expect(TextState("a") + TextState("b") == TextState("ab"))
    #expect(Set([TextState("ab"), TextState("a") + TextState("b")]).count == 1)
    #expect(TextState("abc".dropFirst()) == TextState("bc"))
  }

  @Test func prompts_madeOfTextsAndButtons_areEqualToTheirClosures() {
    let alert = AlertState<Int>(
      title: TextState("Title"), message: TextState("Message"),
      dismissButton: .default(TextState("OK"), action: .send(1)))
    #expect(
      alert
        == AlertState {
          TextState("Title")
        } actions: {
          ButtonState(action: 1) { TextState("OK") }
        } message: {
          TextState("Message")
        })
    let question = AlertState<Int>(
      title: TextState("Title"), primaryButton: .destructive(TextState("Yes"), action: .send(1)),
      secondaryButton: .cancel(TextState("No")))
    #expect(question.message == nil)
    #expect(question.buttons.map(\.role) == [.destructive, .cancel])
    let dialog = ConfirmationDialogState<Int>(
      title: TextState("Title"), titleVisibility: .hidden,
      buttons: [.default(TextState("OK"), action: .send(1))])
    #expect(
      dialog
        == ConfirmationDialogState(titleVisibility: .hidden) {
          TextState("Title")
        } actions: {
          ButtonState(action: 1) { TextState("OK") }
        })
    #expect(AlertState<Int>(title: TextState("Title")).buttons.isEmpty)
  }
}
