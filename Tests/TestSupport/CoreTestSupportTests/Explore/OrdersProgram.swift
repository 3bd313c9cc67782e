/// A small random program: actions that start effects, and the steps of a user.
struct OrdersProgram: CustomStringConvertible {
  enum Operation: Hashable {
    case pause
    case sleep(seconds: Int)
    /// Sends an action.
    case send(Int)
  }

  /// The effect that an action starts.
  struct Script: Hashable {
    var operations: [Operation]
    var cancelID: Int
    var cancelsInFlight: Bool
  }

  enum Step: Hashable {
    /// Sends an action.
    case send(Int)
    case cancel(Int)
    case advance(seconds: Int)
  }

  /// The scripts of actions, by their numbers. An action sends only actions with higher numbers.
  let scripts: [Script]
  let steps: [Step]

  init(seed: UInt64) {
    var generator = SplitMix(state: seed)
    let count = Int.random(in: 2...4, using: &generator)
    scripts = (0..<count).map { number in
      Script(
        operations: (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: .sleep(seconds: Int.random(in: 1...3, using: &generator))
          case 1...2 where number + 1 < count:
            .send(Int.random(in: number + 1..<count, using: &generator))
          default: .pause
          }
        } + [.send(count)],
        cancelID: Int.random(in: 0..<2, using: &generator),
        cancelsInFlight: Bool.random(using: &generator))
    }
    steps =
      [.send(0)]
      + (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .cancel(Int.random(in: 0..<2, using: &generator))
        case 1, 2: .advance(seconds: Int.random(in: 1...4, using: &generator))
        default: .send(Int.random(in: 0..<count, using: &generator))
        }
      } + [.advance(seconds: 3)]
  }

  var description: String {
    let actions = scripts.enumerated().map { number, script in
      "action \(number), id \(script.cancelID)\(script.cancelsInFlight ? ", in flight" : ""): "
        + script.operations.map { "\($0)" }.joined(separator: ", ")
    }
    return (actions + ["steps: " + steps.map { "\($0)" }.joined(separator: ", ")])
      .joined(separator: "\n")
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }
}

/// The results of a program in all orders: a second statement of the rules of ``explore``, without
/// tasks, stores and clocks.
struct OrdersReference {
  /// An effect that runs.
  private struct Running: Hashable {
    enum Wait: Hashable {
      /// The work goes on before any time passes.
      case none
      case delay
      case sleep(until: Int)
    }

    let number: Int
    let script: Int
    var position = 0
    var wait = Wait.none
    var lateness: Int
  }

  /// The user, who performs the steps.
  private enum User: Hashable {
    case beforeStep(Int)
    /// The clock moves on once no time-less work is left; `nil` until it has begun to.
    case advancing(step: Int, target: Int?)
    /// All work ends: once all delays are over, or once no time-less work is left.
    case resting(endsDelays: Bool)
  }

  private struct State: Hashable {
    var text = ""
    var now = 0
    var end: Int?
    var running: [Running] = []
    var started = 0
    var user = User.beforeStep(0)
  }

  private let program: OrdersProgram
  private var seen: Set<State> = []
  private(set) var texts: Set<String> = []

  init(_ program: OrdersProgram) {
    self.program = program
    visit(State())
  }

  private mutating func visit(_ state: State) {
    guard seen.insert(state).inserted else { return }
    var hasEnded = true
    for effect in state.running {
      if case .sleep = effect.wait { continue }
      hasEnded = false
      var next = state
      work(on: effect.number, in: &next)
      visit(next)
    }
    if let next = userStep(in: state) {
      visit(next)
    } else if hasEnded {
      texts.insert(state.text)
    }
  }

  /// The effect goes on to its next suspension.
  private func work(on number: Int, in state: inout State) {
    while let index = state.running.firstIndex(where: { $0.number == number }) {
      let effect = state.running[index]
      let operations = program.scripts[effect.script].operations
      guard effect.position < operations.count else {
        state.running.remove(at: index)
        return
      }
      state.running[index].position += 1
      switch operations[effect.position] {
      case .pause:
        state.running[index].wait = .delay
        return
      case .sleep(let seconds):
        state.running[index].wait = .sleep(until: state.now + seconds)
        return
      case .send(let action):
        state.running[index].wait = .none
        send(action, lateness: effect.lateness, in: &state)
      }
    }
  }

  private func send(_ action: Int, lateness: Int, in state: inout State) {
    state.text += "\(action)"
    guard action < program.scripts.count else { return }
    let script = program.scripts[action]
    if script.cancelsInFlight { cancel(script.cancelID, in: &state) }
    state.started += 1
    state.running.append(Running(number: state.started, script: action, lateness: lateness))
  }

  private func cancel(_ id: Int, in state: inout State) {
    state.running.removeAll { program.scripts[$0.script].cancelID == id }
  }

  /// The next thing that the user does, if that is possible.
  private func userStep(in state: State) -> State? {
    var next = state
    let hasWork = state.running.contains { $0.wait == .none }
    let hasDelays = state.running.contains { $0.wait == .delay }
    switch state.user {
    case .beforeStep(let step) where step == program.steps.count:
      next.user = .resting(endsDelays: true)
    case .beforeStep(let step):
      next.user = .beforeStep(step + 1)
      switch program.steps[step] {
      case .send(let action): send(action, lateness: 0, in: &next)
      case .cancel(let id):
        next.text += "c"
        cancel(id, in: &next)
      case .advance: next.user = .advancing(step: step, target: nil)
      }
    case .advancing(let step, let known):
      guard !hasWork, case .advance(let seconds) = program.steps[step] else { return nil }
      let target = known ?? state.now + seconds
      if let deadline = deadlines(in: state).min(), deadline <= target {
        move(to: max(state.now, deadline), &next)
        for index in next.running.indices {
          if case .sleep(let end) = next.running[index].wait, end <= next.now {
            next.running[index].wait = .none
          }
        }
        next.user = .advancing(step: step, target: target)
      } else {
        move(to: target, &next)
        next.user = .beforeStep(step + 1)
      }
    case .resting(let endsDelays):
      guard !hasWork, !endsDelays || !hasDelays else { return nil }
      let end = state.end ?? state.now
      next.end = end
      /// The deadline of a sleep that its task would have reached without delays.
      func lateDeadline(of effect: Running) -> Int? {
        guard case .sleep(let deadline) = effect.wait, effect.lateness > 0,
          deadline <= end + effect.lateness
        else { return nil }
        return deadline
      }
      if let deadline = state.running.compactMap(lateDeadline).min() {
        move(to: max(state.now, deadline), &next)
        for index in state.running.indices
        where lateDeadline(of: state.running[index]) == deadline {
          next.running[index].wait = .none
        }
        next.user = .resting(endsDelays: false)
      } else if endsDelays {
        return nil
      } else {
        next.user = .resting(endsDelays: true)
      }
    }
    return next
  }

  private func deadlines(in state: State) -> [Int] {
    state.running.compactMap { if case .sleep(let deadline) = $0.wait { deadline } else { nil } }
  }

  private func move(to instant: Int, _ state: inout State) {
    for index in state.running.indices where state.running[index].wait == .delay {
      state.running[index].lateness += instant - state.now
    }
    state.now = instant
  }
}
