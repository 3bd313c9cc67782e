import ReferenceEngine
import Testing

/// Programs on which the engines have differed.
@MainActor
@Suite struct RegressionTests {
  private let work = ReferenceEffect<Target>.run(ReferenceWork([.wait(.stop)]))

  /// The task of the whole has cancelled the part that runs when it noticed its cancellation.
  @Test func concatenation_partCancelsTheWhole_isNotCancelledItself() async throws {
    let empty = ReferenceEffect<Target>.run(ReferenceWork([]))
    try await expectAgreementInAllOrders(
      Program(
        scripts: [
          Script(moves: [
            Move(
              effect: .cancellable(
                .concatenate([empty, .cancellable(empty, id: 0, cancelInFlight: true)]), id: 0,
                cancelInFlight: false))
          ])
        ],
        steps: [.send([Target(script: 0)])]))
  }

  @Test func effectsReturnedWithTheRemovalRun() async {
    for phase in [Phase.core, .before] {
      await expectAgreement(
        Program(
          shape: Shape(population: 1),
          scripts: [
            Script(moves: [
              Move(effect: work), Move(distance: 1, phase: phase, changes: [.removeRow(0)]),
            ])
          ],
          steps: [.send([Target(route: [.row(0)], script: 0)]), .resume(0)]))
    }
  }

  @Test(arguments: [Change.clearRows, .setOptional(nil), .dismissPresented, .clearStack])
  func childrenRemovedOutsideTheirOperatorEndTheirEffects(change: Change) async {
    await expectAgreement(
      Program(
        shape: Shape(population: 1),
        scripts: [
          Script(moves: [Move(changes: [.push(0)])]),
          Script(moves: [Move(effect: work)]),
          Script(moves: [Move(phase: .after, changes: [change])]),
        ],
        steps: [
          .send([Target(script: 0)]),
          .send([Target(route: [.row(0)], script: 1)]),
          .send([Target(route: [.optional], script: 1)]),
          .send([Target(route: [.presentedFirst], script: 1)]),
          .send([Target(route: [.screen(0)], script: 1)]),
          .send([Target(script: 2)]),
        ]))
  }

  @Test func rowsThatGoAndComeBackInOneActionAreOthers() async {
    await expectAgreement(
      Program(
        shape: Shape(population: 1),
        scripts: [
          Script(moves: [Move(effect: work)]),
          Script(moves: [
            Move(phase: .before, changes: [.removeRow(0)]), Move(changes: [.insertRow(0)]),
          ]),
        ],
        steps: [.send([Target(route: [.row(0)], script: 0)]), .send([Target(script: 1)])]))
  }

  @Test func whatHasBecomeAnotherFeatureDismissesNothing() async {
    await expectAgreement(
      Program(
        shape: Shape(population: 1),
        scripts: [
          Script(moves: [
            Move(
              distance: 1, phase: .inner, changes: [.presentSecond(0)],
              effect: .run(ReferenceWork([.wait(.stop), .dismiss])))
          ])
        ],
        steps: [.send([Target(route: [.presentedFirst], script: 0)]), .resume(0)]))
  }

  @Test func cancellationsSpareWhatIsReturnedWithThem() async {
    let cancellable = ReferenceEffect.cancellable(work, id: 0, cancelInFlight: false)
    for effect in [
      .merge([cancellable, .cancel(0)]), .merge([.cancel(0), cancellable]),
      .merge([cancellable, .concatenate([.send(Target(script: 1)), .cancel(0)])]),
      .concatenate([cancellable, .cancel(0)]),
    ] as [ReferenceEffect<Target>] {
      await expectAgreement(
        Program(
          scripts: [Script(moves: [Move(effect: effect)]), Script()],
          steps: [.send([Target(script: 0)]), .send([Target(script: 0)]), .resume(0)]))
    }
  }

  /// Another is presented by the time that a task of the first one dismisses it.
  @Test func whatHasBeenDismissedDismissesNothing() async {
    let dismissing = ReferenceEffect<Target>.run(
      ReferenceWork([.shielded([.wait(.goOn), .dismiss])]))
    await expectAgreement(
      Program(
        shape: Shape(population: 1),
        scripts: [
          Script(moves: [Move(effect: dismissing)]),
          Script(moves: [Move(changes: [.presentSecond(0)])]),
        ],
        steps: [
          .send([Target(route: [.presentedFirst], script: 0)]), .send([Target(script: 1)]),
          .resume(0),
        ]))
  }

  /// An effect that has cancelled itself still dismisses its feature.
  @Test func dismiss_inACancelledEffect_dismisses() async throws {
    let program = Program(
      shape: Shape(population: 1),
      scripts: [
        Script(moves: [
          Move(
            effect: .cancellable(
              .run(ReferenceWork([.cancel(0), .dismiss])), id: 0, cancelInFlight: false))
        ])
      ],
      steps: [.send([Target(route: [.presentedFirst], script: 0)])])
    await expectAgreement(program)
    try await expectAgreementInAllOrders(program)
  }

  /// The optional child is removed by the action that starts its effect, twice.
  @Test func effectsThatOutliveTheirChildrenAreNotThoseOfEachOther() async {
    let removal = Move(distance: 1, changes: [.setOptional(nil)])
    let cancelling = ReferenceEffect<Target>.run(ReferenceWork([.wait(.stop), .cancel(0)]))
    await expectAgreement(
      Program(
        shape: Shape(population: 1),
        scripts: [
          Script(moves: [
            Move(effect: .cancellable(work, id: 0, cancelInFlight: false)), removal,
          ]),
          Script(moves: [Move(changes: [.setOptional(0)])]),
          Script(moves: [Move(effect: cancelling), removal]),
        ],
        steps: [
          .send([Target(route: [.optional], script: 0)]), .send([Target(script: 1)]),
          .send([Target(route: [.optional], script: 2)]), .resume(1), .resume(0),
        ]))
  }

  /// The child is removed where its operator does not see it, and comes back with the state around
  /// it.
  @Test func aChildThatComesBackIsNotThrottledByItsPast() async {
    let throttled = ReferenceEffect<Target>.throttle(
      .send(Target(script: 3)), id: 1, for: 4, latest: true)
    await expectAgreement(
      Program(
        scripts: [
          Script(moves: [Move(effect: throttled)]),
          Script(moves: [Move(phase: .after, changes: [.setOptional(nil)])]),
          Script(moves: [Move(changes: [.setScoped(0)])]),
          Script(moves: [Move(changes: [.setOptional(0)])]),
        ],
        steps: [
          .send([Target(route: [.scoped], script: 3)]),
          .send([Target(route: [.scoped, .optional], script: 0)]),
          .send([Target(route: [.scoped], script: 1)]),
          .send([Target(script: 2)]),
          .send([Target(route: [.scoped, .optional], script: 0)]),
        ]))
  }

  @Test(arguments: [true, false]) func theActionsOfAThrottledEffectAreThrottled(latest: Bool) async
  {
    let sends: [ReferenceOperation<Target>] = (1...3).flatMap { script in
      [.send(Target(script: script)), .wait(.goOn)] as [ReferenceOperation<Target>]
    }
    let throttled = ReferenceEffect<Target>.throttle(
      .run(ReferenceWork(sends)), id: 0, for: 2, latest: latest)
    await expectAgreement(
      Program(
        scripts: [Script(moves: [Move(effect: throttled)]), Script(), Script(), Script()],
        steps: [
          .send([Target(script: 0)]), .resume(0), .advance(1), .resume(0), .advance(1),
          .send([Target(script: 0)]), .advance(2), .resume(0), .send([Target(script: 0)]),
          .advance(4),
        ]))
  }

  /// The effect's own task outlives the cancellation of the waiting action.
  @Test(arguments: [true, false])
  func throttle_afterItsWaitingActionIsCancelled_keepsTheNextOne(latest: Bool) async {
    let throttled = ReferenceEffect<Target>.throttle(
      .run(
        ReferenceWork([
          .shielded([
            .send(Target(script: 1)), .send(Target(script: 2)), .wait(.goOn),
            .send(Target(script: 3)), .send(Target(script: 1)),
          ])
        ])), id: 0, for: 4, latest: latest)
    await expectAgreement(
      Program(
        scripts: [
          Script(moves: [Move(effect: throttled)]), Script(), Script(), Script(),
          Script(moves: [Move(effect: .cancel(0))]),
        ],
        steps: [
          .send([Target(script: 0)]), .send([Target(script: 4)]), .resume(0), .advance(4),
          .advance(4),
        ]))
  }

  /// A feature and the one that it embeds with `Scope` throttle with the same id.
  @Test(arguments: [true, false]) func anEmbeddedFeatureSharesTheThrottle(latest: Bool) async {
    let throttled = ReferenceEffect<Target>.throttle(
      .send(Target(script: 1)), id: 0, for: 2, latest: latest)
    let both = Script(moves: [Move(effect: throttled), Move(distance: 1, effect: throttled)])
    await expectAgreement(
      Program(
        scripts: [both, Script()],
        steps: [
          .send([Target(route: [.scoped], script: 0)]),
          .send([Target(route: [.scoped], script: 0)]), .send([Target(script: 0)]), .advance(2),
          .send([Target(route: [.scoped], script: 0)]), .advance(4),
        ]))
  }

  /// The work has not ended while the throttle keeps the action that it has sent.
  @Test(arguments: [Step.cancelTask(0), .advance(1)])
  func aThrottledConcatenationWaitsForItsActions(next: Step) async {
    let sends: [ReferenceOperation<Target>] = [
      .send(Target(script: 1)), .send(Target(script: 1)),
    ]
    let throttled = ReferenceEffect<Target>.throttle(
      .concatenate([.run(ReferenceWork(sends)), work]), id: 0, for: 2, latest: true)
    await expectAgreement(
      Program(
        scripts: [Script(moves: [Move(effect: throttled)]), Script()],
        steps: [.send([Target(script: 0)]), next, .advance(2), .resume(0)]))
  }

  @Test func whatACancelledTaskStartsLaterIsCancelled() async {
    let later = ReferenceEffect<Target>.run(
      ReferenceWork([.shielded([.wait(.stop), .send(Target(script: 1))])]))
    await expectAgreement(
      Program(
        scripts: [Script(moves: [Move(effect: later)]), Script(moves: [Move(effect: work)])],
        steps: [.send([Target(script: 0)]), .cancelTask(0), .resume(0)]))
  }

  @Test func anActionThatWaitsIsNotFinished() async {
    await expectAgreement(
      Program(
        scripts: [Script(moves: [Move(sent: Target(script: 1))]), Script()],
        steps: [.send([Target(script: 0)])]))
  }

  @Test func cancelledEffectsHaveNoErrorsToHandle() async {
    await expectAgreement(
      Program(
        scripts: [
          Script(moves: [
            Move(effect: .run(ReferenceWork([.wait(.fail)], catch: [])))
          ])
        ],
        steps: [.send([Target(script: 0)]), .cancelTask(0)]))
  }

  @Test func forEach_rowTakesTheIDOfAnEarlierOne_keepsItsPlace() async {
    await expectAgreement(
      Program(
        shape: Shape(operators: [.rows], population: 1),
        scripts: [
          Script(moves: [Move(changes: [.insertRow(2)])]),
          Script(moves: [Move(changes: [.rename(0)])]),
        ],
        steps: [
          .send([Target(script: 0)]), .send([Target(route: [.row(2)], script: 1)]),
        ]))
  }

  /// The first effect goes on before the part of the second one has been suspended.
  @Test func withTaskCancellation_replacedPartIsFollowedByACancellation_interruptsTheOther() async {
    let part = ReferenceOperation<Target>.part(
      id: 0, cancelInFlight: true, recovers: true, [.wait(.fail)])
    await expectAgreement(
      Program(
        scripts: [Script(moves: [Move(effect: .run(ReferenceWork([part, .cancel(0)])))])],
        steps: [.send([Target(script: 0)]), .send([Target(script: 0)])]))
  }
}
