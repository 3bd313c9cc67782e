import TestSupport

@testable import ComposableCore

/// An effect as data, to be started by a store and by a model of one.
indirect enum EffectTree: Sendable {
  case nothing
  /// Waits at the gate with its name, then ends.
  case work(String)
  case send(String)
  case cancel(Int)
  case cancellable(EffectTree, id: Int, cancelInFlight: Bool)
  case merge([EffectTree])
  case concatenate([EffectTree])

  /// A random tree.
  ///
  /// - Parameters:
  ///   - depth: How many levels it may have.
  ///   - mayCancel: Whether it may cancel others when it starts. The effects that come later in a
  ///     concatenation may not, as it may start at the same time as the effects it would cancel, in
  ///     any order.
  init(
    depth: Int, mayCancel: Bool = true, nextName: () -> String,
    using random: inout SplitMix
  ) {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 4), using: &random) {
    case 0: self = .nothing
    case 1: self = .send(nextName())
    case 2 where mayCancel: self = .cancel(Int.random(in: 0..<3, using: &random))
    case 4, 5:
      self = .merge(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          EffectTree(depth: depth - 1, mayCancel: mayCancel, nextName: nextName, using: &random)
        })
    case 6, 7:
      self = .concatenate(
        (0..<Int.random(in: 0...3, using: &random)).map { index in
          EffectTree(
            depth: depth - 1, mayCancel: mayCancel && index == 0, nextName: nextName,
            using: &random)
        })
    case 8, 9:
      self = .cancellable(
        EffectTree(depth: depth - 1, mayCancel: mayCancel, nextName: nextName, using: &random),
        id: Int.random(in: 0..<3, using: &random),
        cancelInFlight: mayCancel && Bool.random(using: &random))
    default: self = .work(nextName())
    }
  }

  /// Whether there is no effect, which also cancels none.
  var isNothing: Bool {
    switch self {
    case .nothing: true
    case .work, .send, .cancel: false
    case .cancellable(let base, _, _): base.isNothing
    case .merge(let trees), .concatenate(let trees): trees.allSatisfy(\.isNothing)
    }
  }

  func effect(_ gates: Gates) -> Effect<String> {
    switch self {
    case .nothing: .none
    case .work(let name): .run { _ in await gates.pass(name) }
    case .send(let name): .send(name)
    case .cancel(let id): .cancel(id: id)
    case .cancellable(let base, let id, let cancelInFlight):
      base.effect(gates).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .merge(let trees): .merge(trees.map { $0.effect(gates) })
    case .concatenate(let trees): .concatenate(trees.map { $0.effect(gates) })
    }
  }
}

/// A model of effects: a list of the running ones, searched from front to back.
final class EffectModel {
  /// A piece of work, or a concatenation that waits for some.
  final class Job {
    let name: String?
    let context: Context
    var isCancelled = false
    var rest: ArraySlice<EffectTree> = []
    var openParts = 0

    init(name: String?, _ context: Context) {
      self.name = name
      self.context = context
    }

    func isMeant(by id: Int, at path: [Int]) -> Bool {
      context.ids.contains(id) && context.path.starts(with: path)
    }
  }

  struct Context {
    var ids: [Int] = []
    let path: [Int]
    let group: Int
    var sequence: Job?
  }

  private(set) var jobs: [Job] = []
  private(set) var cancelled: Set<String> = []
  private(set) var sent: [String] = []
  /// The number of started pieces of work, actions included.
  private(set) var begins = 0

  var waiting: Set<String> { Set(jobs.compactMap(\.name)) }

  func start(_ tree: EffectTree, _ context: Context) {
    switch tree {
    case .nothing: break
    case .work(let name):
      begins += 1
      jobs.append(Job(name: name, context))
      context.sequence?.openParts += 1
    case .send(let name):
      begins += 1
      sent.append(name)
    case .cancel(let id):
      // Effects that the same returned effect has started are spared.
      cancel { $0.isMeant(by: id, at: context.path) && $0.context.group != context.group }
    case .cancellable(let base, let id, let cancelInFlight):
      guard !base.isNothing else { break }
      if cancelInFlight { cancel(id, at: context.path) }
      var context = context
      context.ids.append(id)
      start(base, context)
    case .merge(let trees):
      for tree in trees { start(tree, context) }
    case .concatenate(let trees):
      let sequence = Job(name: nil, context)
      sequence.rest = trees[...]
      continueSequence(sequence)
    }
  }

  func cancel(_ id: Int, at path: [Int]) {
    cancel { $0.isMeant(by: id, at: path) }
  }

  func cancel(_ isMeant: (Job) -> Bool) {
    for job in jobs where isMeant(job) { job.isCancelled = true }
  }

  /// The work passes its gate.
  func finish(_ name: String) {
    if let job = jobs.first(where: { $0.name == name }) { end(job) }
  }

  /// Cancelled effects get the time to end.
  func settle() {
    while let job = jobs.first(where: { $0.isCancelled && $0.name != nil }) {
      cancelled.insert(job.name!)
      end(job)
    }
  }

  private func end(_ job: Job) {
    jobs.removeAll { $0 === job }
    guard let sequence = job.context.sequence else { return }
    sequence.openParts -= 1
    if sequence.openParts == 0 { continueSequence(sequence) }
  }

  private func continueSequence(_ sequence: Job) {
    let isWaitedFor = jobs.contains { $0 === sequence }
    var context = sequence.context
    context.sequence = sequence
    while !sequence.isCancelled, let tree = sequence.rest.popFirst() {
      start(tree, context)
      guard sequence.openParts > 0 else { continue }
      if !isWaitedFor {
        jobs.append(sequence)
        sequence.context.sequence?.openParts += 1
      }
      return
    }
    if isWaitedFor { end(sequence) }
  }
}
