import ReferenceEngine
import TestSupport

extension Program {
  /// The program of a seed.
  init(seed: UInt64) {
    var random = ProgramGenerator(seed: seed)
    self = random.program()
  }

  /// The program of a seed for explorations: see ``explorable(usesClock:)``.
  init(exploredSeed seed: UInt64) {
    var random = ProgramGenerator(seed: seed)
    // The others have fewer orders.
    self = random.exploredProgram(usesClock: seed.isMultiple(of: 3))
  }
}

/// Makes programs of random numbers.
struct ProgramGenerator {
  private var random: SplitMix
  private var scriptCount = 0

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  mutating func program() -> Program {
    scriptCount = number(3...7)
    var program = Program(
      shape: Shape(
        operators: Slot.allCases.shuffled(using: &random),
        scopesLast: chance(30),
        usesActor: chance(15),
        mixesKinds: chance(30),
        storeCount: chance(20) ? 2 : 1,
        population: [0, 1, 1, 1, 2][number(0...4)]),
      scripts: (0..<scriptCount).map { script($0) },
      steps: (0..<number(6...16)).map { _ in step() })
    if chance(30) { addReturn(to: &program) }
    if chance(10) { addLateSend(to: &program) }
    if chance(15) { addAlert(to: &program) }
    program.shape.callsFeatures = chance(25)
    program.shape.readsInReducers = chance(20)
    program.shape.isObserved = chance(40)
    return program
  }

  /// A small program with effects that meet, as the number of its orders grows fast.
  mutating func exploredProgram(usesClock: Bool) -> Program {
    scriptCount = number(3...5)
    var program = Program(
      shape: Shape(
        operators: Slot.allCases.shuffled(using: &random), scopesLast: chance(30),
        callsFeatures: chance(25), readsInReducers: chance(20), population: 1),
      scripts: (0..<scriptCount).map { exploredScript($0) },
      steps: (0..<number(2...4)).map { _ in
        chance(75) ? .send((0..<number(1...2)).map { _ in nearTarget(0) }) : step()
      })
    if usesClock { addClock(to: &program) }
    return program.explorable(usesClock: usesClock)
  }

  /// Lets the effects of an action sleep, and the clock advance between the steps.
  private mutating func addClock(to program: inout Program) {
    let script = number(0...scriptCount - 1)
    let sleeper = ReferenceEffect.run(
      ReferenceWork([.sleep(number(1...2))] + operations(script, count: number(1...2), depth: 1)))
    program.scripts[script].moves[0].effect =
      .merge([
        program.scripts[script].moves[0].effect,
        .cancellable(sleeper, id: cancelID(), cancelInFlight: chance(30)),
      ])
    program.steps.insert(.send([Target(script: script)]), at: 0)
    for _ in 0..<number(1...2) {
      program.steps.insert(.advance(number(1...2)), at: number(1...program.steps.count))
    }
  }

  /// An action that nearly always starts an effect, and may remove or replace a child.
  private mutating func exploredScript(_ index: Int) -> Script {
    Script(
      moves: [Move(effect: exploredEffect(index))] + (chance(40) ? [move(index)] : []))
  }

  private mutating func exploredEffect(_ script: Int) -> ReferenceEffect<Target> {
    let id = cancelID()
    switch number(0...9) {
    case 0...2: return .run(work(script))
    case 3...5: return .cancellable(.run(work(script)), id: id, cancelInFlight: chance(40))
    case 6:
      return .merge([
        .cancellable(.run(work(script)), id: id, cancelInFlight: false), .run(work(script)),
      ])
    case 7...8:
      let first =
        chance(50)
        ? ReferenceEffect.merge([.run(work(script)), .run(work(script))]) : .run(work(script))
      return .cancellable(
        .concatenate([first, effect(script, depth: 1)]), id: id, cancelInFlight: chance(20))
    default: return .cancel(id)
    }
  }

  /// An action for a feature that is mostly there.
  private mutating func nearTarget(_ firstScript: Int) -> Target {
    var target = target(firstScript)
    if chance(80) {
      target.route = [[], [], [.row(0)], [.optional], [.presentedFirst], [.scoped]][number(0...5)]
    }
    return target
  }

  /// Adds a child that goes and comes back, and is sent the same before and afterwards.
  ///
  /// Random steps alone seldom come to that.
  private mutating func addReturn(to program: inout Program) {
    let children: [(hop: Hop, removal: Change, insertion: Change)] = [
      (.optional, .setOptional(nil), .setOptional(0)),
      (.row(0), .removeRow(0), .insertRow(0)),
      (.presentedFirst, .dismissPresented, .presentFirst(0)),
    ]
    let child = children[number(0...2)]
    let parent: [Hop] = chance(70) ? [] : [.scoped]
    let first = scriptCount
    scriptCount += 3
    let effect =
      chance(40)
      ? ReferenceEffect.throttle(
        effect(first, depth: 1), id: cancelID(), for: number(2...4), latest: chance(50))
      : effect(first, depth: 2)
    program.scripts += [
      Script(moves: [Move(effect: effect)]),
      Script(moves: [
        Move(phase: [.core, .before, .after][number(0...2)], changes: [child.removal])
      ]),
      Script(moves: [Move(changes: [child.insertion])]),
    ]
    var position = 0
    for (route, script) in [
      (parent, first + 2), (parent + [child.hop], first), (parent, first + 1), (parent, first + 2),
      (parent + [child.hop], first),
    ] {
      position = number(position...min(position + 2, program.steps.count))
      program.steps.insert(.send([Target(route: route, script: script)]), at: position)
      position += 1
    }
  }

  /// Adds a first action whose effects are cancelled before one of them sends another action: from
  /// a task that is not cancelled with it.
  private mutating func addLateSend(to program: inout Program) {
    let first = scriptCount
    scriptCount += 2
    let late = ReferenceOperation<Target>.shielded([
      .wait(reaction()), .send(Target(route: route(), script: first + 1)),
    ])
    program.scripts += [
      Script(moves: [Move(effect: .run(ReferenceWork([late])))]),
      Script(moves: [Move(effect: .run(ReferenceWork([.wait(reaction())])))]),
    ]
    program.steps.insert(
      contentsOf: [.send([Target(script: first)]), .cancelTask(0), .resume(0)], at: 0)
  }

  /// Adds an alert which is dismissed, or whose button is chosen.
  private mutating func addAlert(to program: inout Program) {
    program.scripts.append(Script(moves: [Move(changes: [.showAlert(number(0...2))])]))
    let position = number(0...program.steps.count)
    program.steps.insert(
      contentsOf: [
        .send([Target(script: scriptCount)]),
        chance(50) ? .dismiss([.alert]) : .send([Target(route: [.alert], script: 0)]),
      ], at: position)
    scriptCount += 1
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  private mutating func step() -> Step {
    switch number(0...25) {
    case 0...7: .send([target(0)])
    case 8...9: .send((0..<number(2...3)).map { _ in target(0) })
    case 10...12: .sendThroughScope(target(0))
    case 13: .hold(route())
    case 14: .sendThroughHeld(number(0...3), script: number(0...scriptCount - 1), form: form())
    case 15: .release(number(0...3))
    case 16: .dismiss(route())
    case 17...20: .resume(number(0...5))
    case 21...22: .advance(number(0...4))
    case 23: chance(50) ? .recreate : .advance(1)
    default: .cancelTask(number(0...7))
    }
  }

  private mutating func route() -> [Hop] {
    (0..<[0, 0, 1, 1, 1, 1, 1, 2, 2, 3][number(0...9)]).map { _ in hop() }
  }

  private mutating func hop() -> Hop {
    switch number(0...13) {
    case 0...1: .scoped
    case 2...3: .optional
    case 4: .first
    case 5: .second
    case 6: .presentedFirst
    case 7: .presentedSecond
    case 8...11: .row([0, 0, 1, 1, 2][number(0...4)])
    case 12: .screen([0, 0, 1, 2][number(0...3)])
    default: .alert
    }
  }

  private mutating func target(_ firstScript: Int) -> Target {
    Target(
      route: route(), script: number(min(firstScript, scriptCount - 1)...scriptCount - 1),
      form: form())
  }

  private mutating func form() -> Form {
    chance(50) ? .number : Form.allCases.randomElement(using: &random)!
  }

  private mutating func script(_ index: Int) -> Script {
    Script(moves: (0..<number(1...4)).map { _ in move(index) })
  }

  private mutating func move(_ script: Int) -> Move {
    let distance = [0, 0, 0, 0, 1, 1, 2][number(0...6)]
    return Move(
      distance: distance,
      phase: [.core, .core, .core, .before, .after, .inner, .changed][number(0...6)],
      // The reducers around a feature often remove it.
      changes: (0..<number(0...2)).map { _ in
        distance > 0 && chance(60) ? removal() : change()
      },
      sent: chance(3) && script + 1 < scriptCount ? target(script + 1) : nil,
      sentOn: chance(6) && script + 1 < scriptCount ? target(script + 1) : nil,
      effect: chance(60) ? effect(script, depth: 2) : .none)
  }

  private mutating func removal() -> Change {
    [
      .setOptional(nil), .removeRow(number(0...1)), .clearRows, .dismissPresented, .popLast,
      .clearChoice, .setSecond(0),
    ][number(0...6)]
  }

  private mutating func change() -> Change {
    let id = number(0...2)
    return switch number(-5...26) {
    case -5: .share(number(1...9))
    case -4: .rename(id)
    case -3: .setLabel(number(0...2))
    case -2: .setObject(number(0...2))
    case -1: .setFunction(number(0...2))
    case 0: .add(number(1...9))
    case 1: .setScoped(id)
    case 2: .setOptional(id)
    case 3...4: .setOptional(nil)
    case 5: .touchOptional
    case 6: .setFirst(id)
    case 7: .setSecond(id)
    case 8: .clearChoice
    case 9...10: .insertRow(id)
    case 11...12: .removeRow(id)
    case 13: .replaceRow(id)
    case 14: .touchRow(id)
    case 15: .reverseRows
    case 16: .clearRows
    case 17: .presentFirst(id)
    case 18: .presentSecond(id)
    case 19: .dismissPresented
    case 20: .push(id)
    case 21: .popLast
    case 22: .removeFirstScreen
    case 23: .clearStack
    case 24...25: .showAlert(id)
    default: .hideAlert
    }
  }

  /// Effects send actions with later scripts only, so that each program ends.
  private mutating func effect(_ script: Int, depth: Int) -> ReferenceEffect<Target> {
    let id = cancelID()
    switch number(0...(depth > 0 ? 19 : 9)) {
    case 0...3 where script + 1 < scriptCount: return .send(target(script + 1))
    case 4: return .cancel(id)
    case 10...12:
      return .cancellable(effect(script, depth: depth - 1), id: id, cancelInFlight: chance(40))
    case 13...14: return .merge(effects(script, depth))
    case 15...16: return .concatenate(effects(script, depth))
    case 17: return .debounce(effect(script, depth: depth - 1), id: id, for: number(1...3))
    case 18:
      return .throttle(
        effect(script, depth: depth - 1), id: id, for: number(1...3), latest: chance(50))
    default: return .run(work(script))
    }
  }

  private mutating func effects(_ script: Int, _ depth: Int) -> [ReferenceEffect<Target>] {
    (0..<number(1...3)).map { _ in effect(script, depth: depth - 1) }
  }

  private mutating func work(_ script: Int) -> ReferenceWork<Target> {
    var operations = operations(script, count: number(0...3), depth: 1)
    // Effects that act as soon as they start may do so in any order with others that start.
    if chance(85) { operations.insert(.wait(reaction()), at: 0) }
    return ReferenceWork(
      operations, catch: chance(40) ? self.operations(script, count: number(0...2), depth: 0) : nil)
  }

  /// Few, so that they meet.
  private mutating func cancelID() -> Int { [0, 0, 0, 1][number(0...3)] }

  private mutating func reaction() -> ReferenceReaction {
    [.stop, .stop, .fail, .goOn][number(0...3)]
  }

  private mutating func operations(
    _ script: Int, count: Int, depth: Int
  ) -> [ReferenceOperation<Target>] {
    (0..<count).map { _ in
      switch number(0...(depth > 0 ? 13 : 10)) {
      case 0...2 where script + 1 < scriptCount: .send(target(script + 1))
      case 3: .sleep(number(0...3))
      case 4: .fail
      case 5...6: .cancel(cancelID())
      case 7: .dismiss
      case 11...12:
        .part(
          id: cancelID(), cancelInFlight: chance(30), recovers: chance(50),
          operations(script, count: number(0...2), depth: depth - 1))
      case 13: .shielded(operations(script, count: number(1...3), depth: depth - 1))
      default: .wait(reaction())
      }
    }
  }
}
