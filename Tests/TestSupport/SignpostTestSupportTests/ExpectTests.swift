import ComposableCore
import SignpostTestSupport
import TestSupport
import Testing

@MainActor
@Suite struct ExpectTests {
  private let gates = Gates()

  // MARK: What holds

  @Test func anActionWithAnEffectThatFinishedAndSentActions() async {
    gates.open("refresh")
    let recorder = await SignpostRecorder.hearing(gates) {
      await $0.send(.refreshButtonTapped).finish()
    }
    let refresh = await recorder.expect(
      "refreshButtonTapped", changing: .no,
      starting: [.finished(sending: ["response", "badgeUpdated"])])
    #expect(refresh?.effects.count == 1)
    await recorder.expect(
      "response", prefix: "inbox", changing: .yes, starting: [.finished(sending: ["arrived"])])
    recorder.expectNever("incrementButtonTapped")
    recorder.expectNothingElse()
    await recorder.expectEverythingEnded()
  }

  @Test func anActionWithoutEffects() async {
    let recorder = await SignpostRecorder.hearing {
      $0.send(.incrementButtonTapped)
      $0.send(.stopButtonTapped)
    }
    await recorder.expect("incrementButtonTapped", starting: [])
    await recorder.expect("stopButtonTapped", starting: .nothing)
    recorder.expectNothingElse()
  }

  @Test func effectsThatRunFailAndAreCancelled() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: Inbox.State()) { Inbox(gates: gates).signpost() }
      let watch = store.send(.watchButtonTapped)
      await recorder.expect("watchButtonTapped", starting: [.running(sending: ["arrived"])])
      store.send(.stopButtonTapped)
      await watch.finish()
      #expect(recorder.causes.only("watchButtonTapped")?.effects.map(\.outcome) == [.cancelled])
      store.send(.failButtonTapped)
      await recorder.expect("failButtonTapped", starting: [.failed(sending: [])])
      store.send(.bothButtonTapped)
      await recorder.expect(
        "bothButtonTapped", starting: [.finished(sending: ["badgeUpdated"]), .running()])
      gates.open("both")
      await recorder.expectEverythingEnded()
    }
  }

  /// Each statement is about another action.
  @Test func actionsOfANameAreExpectedInTheirOrder() async {
    let recorder = await SignpostRecorder.hearing(gates) { store in
      let watch = store.send(.watchButtonTapped)
      await gates.arrival(at: "watch")
      store.send(.stopButtonTapped)
      await watch.finish()
      gates.open("watch")
      await store.send(.watchButtonTapped).finish()
    }
    await recorder.expect("watchButtonTapped", starting: [.cancelled(sending: ["arrived"])])
    await recorder.expect("stopButtonTapped", starting: [])
    await recorder.expect("watchButtonTapped", starting: [.finished(sending: ["arrived"])])
    recorder.expectNothingElse()
  }

  @Test func whatIsUnderWayIsWaitedFor() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: Inbox.State()) { Inbox(gates: gates).signpost("inbox") }
      store.send(.refreshButtonTapped)
      Task {
        await gates.arrival(at: "refresh")
        gates.open("refresh")
      }
      await recorder.expect(
        "refreshButtonTapped", starting: [.finished(sending: ["response", "badgeUpdated"])],
        timeout: .seconds(60))
    }
  }

  @Test func anEffectMayOutliveTheScope() async {
    let recorder = SignpostRecorder()
    let store = Store(initialState: Inbox.State()) { Inbox(gates: gates).signpost() }
    recorder.record { _ = store.send(.refreshButtonTapped) }
    await recorder.expect("refreshButtonTapped", starting: [.running()])
    gates.open("refresh")
    await recorder.expectFlow([
      .action(
        "refreshButtonTapped",
        starting: [
          .finished(sending: [
            .action("response", starting: [.finished(sending: ["arrived"])]), "badgeUpdated",
          ])
        ])
    ])
  }

  @Test(arguments: 0..<8)
  nonisolated func testsAtTheSameTimeDoNotHearEachOther(number: Int) async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = StoreActor(initialState: Inbox.State()) { Inbox().signpost() }
      for _ in 0..<number { await store.send(.failButtonTapped) }
      for _ in 0..<number { await recorder.expect("failButtonTapped", starting: [.failed()]) }
    }
    recorder.expectNothingElse()
    #expect(recorder.causes.actions.count == number)
  }

  @Test func nestedWrappersTellOfOneAction() async {
    gates.open("refresh")
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: Mail.State()) { Mail(gates: gates).signpost("mail") }
      await store.send(.inboxAction(.refreshButtonTapped)).finish()
    }
    await recorder.expect(
      "inboxAction.refreshButtonTapped", prefix: "mail",
      starting: [.finished(sending: ["inboxAction.response", "badgeUpdated"])])
    await recorder.expect(
      "refreshButtonTapped", prefix: "inbox",
      starting: [.finished(sending: [.action("response", prefix: "inbox"), "badgeUpdated"])])
    await recorder.expect(
      "response", changing: .yes, starting: [.finished(sending: ["inboxAction.arrived"])])
    recorder.expectNothingElse()
  }

  @Test func wrappersAroundWrappersWithTheSameNamesAreOneAction() async {
    let recorder = SignpostRecorder()
    recorder.record {
      let store = Store(initialState: Inbox.State()) { Inbox().signpost("a").signpost("b") }
      store.send(.incrementButtonTapped)
      store.send(.incrementButtonTapped)
      store.send(.stopButtonTapped)
    }
    let first = await recorder.expect("incrementButtonTapped")
    let second = await recorder.expect("incrementButtonTapped")
    #expect(first?.prefix == "b")
    #expect(second?.prefix == "b")
    #expect(first?.id != second?.id)
    await recorder.expect("incrementButtonTapped", prefix: "a")
    await recorder.expect("stopButtonTapped")
    recorder.expectNothingElse()
  }

  @Test func otherFeaturesCanBeLeftOut() async {
    let recorder = await SignpostRecorder.hearing { $0.send(.incrementButtonTapped) }
    recorder.record {
      let other = Store(initialState: Inbox.State()) { Inbox().signpost("other") }
      other.send(.stopButtonTapped)
    }
    await recorder.expectFlow(["incrementButtonTapped"], prefix: "inbox")
    recorder.expectNothingElse(prefix: "inbox")
    recorder.expectNever("stopButtonTapped", prefix: "inbox")
    await recorder.expectFlow([
      "incrementButtonTapped", .action("stopButtonTapped", prefix: "other"),
    ])
    recorder.expectNothingElse()
  }

  // MARK: What does not hold

  @Test func aDifferenceIsSaidWithWhatWasRecorded() async {
    gates.open("refresh")
    let recorder = await SignpostRecorder.hearing(gates) {
      await $0.send(.refreshButtonTapped).finish()
    }
    let message = await failure {
      await recorder.expect(
        "refreshButtonTapped", starting: [.cancelled(sending: ["badgeUpdated"])])
    }
    #expect(
      message == """
        The recorded actions differ from the expectation.

            • The effect of '[inbox] refreshButtonTapped' was expected to be cancelled; it ended as finished.
            • The effect of '[inbox] refreshButtonTapped' sent '[inbox] response' as its 1st action; 'badgeUpdated' was expected.
            • The effect of '[inbox] refreshButtonTapped' sent 'badgeUpdated', and nothing more was expected.

        Expected:
            refreshButtonTapped
              effect, cancelled
                badgeUpdated

        Recorded:
            [inbox] refreshButtonTapped, state unchanged
              effect 1, finished
                [inbox] response, state changed
                  effect 2, finished
                    [inbox] arrived, state unchanged
                [inbox] badgeUpdated, state unchanged

        If what was recorded is right, change what is expected. If the expectation is right, change the \
        feature.
        """)
  }

  @Test func anActionThatIsMissingIsSaidWithTheCauses() async {
    let recorder = await SignpostRecorder.hearing { $0.send(.incrementButtonTapped) }
    await recorder.expect("incrementButtonTapped")
    let message = await failure {
      await recorder.expect("incrementButtonTapped", prefix: "inbox", timeout: .zero)
    }
    #expect(message.contains("still differ from the expectation after 0.0 seconds"))
    #expect(message.contains("• '[inbox] incrementButtonTapped' was not recorded."))
    #expect(message.contains("each 'expect' is about the next action"))
  }

  @Test func whatHasNotEndedIsSaid() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: Inbox.State()) { Inbox(gates: gates).signpost() }
      let task = store.send(.refreshButtonTapped)
      let early = await failure {
        await recorder.expect(
          "refreshButtonTapped", starting: [.finished(sending: ["response"])], timeout: .zero)
      }
      #expect(
        early.contains(
          "The effect of 'refreshButtonTapped' was expected to be finished; it still runs."))
      #expect(
        early.contains("The effect of 'refreshButtonTapped' was expected to send 'response'."))
      #expect(early.contains("advance the test clock"))
      let open = await failure { await recorder.expectEverythingEnded(timeout: .zero) }
      #expect(open.contains("Effect 1, started by 'refreshButtonTapped', still runs."))
      #expect(open.contains("'expect' it to be '.running()'"))
      gates.open("refresh")
      await task.finish()
    }
  }

  /// Expectations that can no longer succeed need no waiting.
  @Test func whatCannotHoldAnyMoreFailsAtOnce() async {
    let recorder = await SignpostRecorder.hearing { await $0.send(.failButtonTapped).finish() }
    let message = await failure {
      await recorder.expect("failButtonTapped", starting: [.running()], timeout: .seconds(3600))
    }
    #expect(
      message.contains(
        "The effect of '[inbox] failButtonTapped' was expected to run; it ended as failed."))
  }

  @Test func effectsThatAreTooManyOrTooFewAreSaid() async {
    gates.open("both")
    let recorder = await SignpostRecorder.hearing(gates) { store in
      for _ in 1...2 { await store.send(.bothButtonTapped).finish() }
      store.send(.incrementButtonTapped)
    }
    let many = await failure { await recorder.expect("bothButtonTapped", starting: []) }
    #expect(
      many.contains("'[inbox] bothButtonTapped' started effect 1, and no effect was expected."))
    let wrong = await failure {
      await recorder.expect("bothButtonTapped", starting: [.finished(), .cancelled()])
    }
    #expect(
      wrong.contains(
        "The 2nd effect of '[inbox] bothButtonTapped' was expected to be cancelled; it ended as"))
    let few = await failure {
      await recorder.expect("incrementButtonTapped", changing: .no, starting: [.finished()])
    }
    #expect(few.contains("was expected with 'changing: .no'; it changed the state."))
    #expect(
      few.contains("started no effect, and 1 was expected; its reducer returned 'none'."))
  }

  @Test func whateverElseHappenedIsSaid() async {
    let recorder = await SignpostRecorder.hearing {
      $0.send(.incrementButtonTapped)
      $0.send(.stopButtonTapped)
    }
    await recorder.expect("stopButtonTapped")
    let message = await failure { recorder.expectNothingElse() }
    #expect(message.contains("• '[inbox] incrementButtonTapped' was not expected."))
    #expect(!message.contains("stopButtonTapped' was not expected"))
    let never = await failure { recorder.expectNever("stopButtonTapped") }
    #expect(never.contains("'[inbox] stopButtonTapped' was sent from outside."))
  }

  @Test func anEffectThatBeginsLaterIsSomethingElse() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let clock = TestClock()
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          .run { _ in }.debounce(id: 1, for: .seconds(1), clock: clock)
        }
        .signpost()
      }
      let task = store.send(1)
      await recorder.expect("Int", starting: [])
      recorder.expectNothingElse()
      await clock.advance(by: .seconds(1))
      await task.finish()
    }
    let message = await failure { recorder.expectNothingElse() }
    #expect(message.contains("'Int' has started another effect since its effects were expected."))
  }

  @Test func anActionThatNeverWasToHappenIsSaidWithItsCauses() async {
    gates.open("refresh")
    let recorder = await SignpostRecorder.hearing(gates) {
      await $0.send(.refreshButtonTapped).finish()
    }
    let message = await failure { recorder.expectNever("arrived") }
    #expect(
      message.contains(
        """
        '[inbox] arrived' was sent because of '[inbox] response', because of \
        '[inbox] refreshButtonTapped'.
        """))
  }

  @Test func aFlowIsExact() async {
    gates.open("refresh")
    let recorder = await SignpostRecorder.hearing(gates) {
      $0.send(.incrementButtonTapped)
      await $0.send(.refreshButtonTapped).finish()
    }
    let unsaid = await failure {
      await recorder.expectFlow(["incrementButtonTapped", "refreshButtonTapped"])
    }
    #expect(
      unsaid.contains("'[inbox] refreshButtonTapped' started effect 1, and no effect was expected.")
    )
    let order = await failure {
      await recorder.expectFlow(["refreshButtonTapped", "incrementButtonTapped"])
    }
    #expect(
      order.contains(
        "'[inbox] incrementButtonTapped' was recorded where 'refreshButtonTapped' was expected."))
    let deep = await failure {
      await recorder.expectFlow([
        "incrementButtonTapped",
        .action(
          "refreshButtonTapped", starting: [.finished(sending: ["response", "badgeUpdated"])]),
      ])
    }
    #expect(deep.contains("'[inbox] response' started effect 2, and no effect was expected."))
    let missing = await failure {
      await recorder.expectFlow(
        [
          "incrementButtonTapped",
          .action(
            "refreshButtonTapped",
            starting: [
              .finished(sending: [
                .action("response", starting: [.finished(sending: ["arrived"])]), "badgeUpdated",
              ])
            ]),
          "stopButtonTapped",
        ], timeout: .zero)
    }
    #expect(missing.contains("'stopButtonTapped' was expected, and not recorded."))
    let empty = await failure { await recorder.expectFlow([]) }
    #expect(empty.contains("Expected:\n    no action\n"))
  }

  @Test func longRecordingsAreCutOff() async {
    let recorder = await SignpostRecorder.hearing { store in
      for _ in 1...150 { store.send(.incrementButtonTapped) }
    }
    let message = await failure { recorder.expectNever("incrementButtonTapped") }
    #expect(message.contains("… and 50 more lines: 'print(recorder.causes)' shows all."))
  }
}
