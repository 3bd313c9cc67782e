import ReferenceEngine
import Testing

/// Programs on which the engines have differed.
@MainActor
@Suite struct RegressionTests {
  private let work = ReferenceEffect<Target>.run(ReferenceWork([.wait(.stop)]))

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
}
