import Foundation

extension ReplayRecording {
  /// A part of the session, with new numbers and times.
  ///
  /// The properties that a replay checks are removed, as another session leads to other states.
  ///
  /// - Parameter indices: The indices of the actions that stay, in ascending order.
  package func selecting(_ indices: [Int]) -> ReplayRecording {
    let numbers = Dictionary(
      uniqueKeysWithValues: indices.enumerated().map { ($1 + 1, $0 + 1) })
    var header = header
    header.actions = indices.count
    header.hasChanges = false
    header.hasDigests = false
    let start = indices.first.map { actions[$0].at } ?? 0
    let selected = indices.map { index in
      var action = ReplayAction(
        action: numbers[index + 1]!, at: actions[index].at - start, name: actions[index].name,
        cause: actions[index].cause.map { cause in
          ReplayAction.Cause(effect: cause.effect, action: cause.action.flatMap { numbers[$0] })
        })
      action.data = actions[index].data
      action.nextElement = nextElement(before: index)
      return action
    }
    return ReplayRecording(
      path: path, header: header, actions: selected, effects: effects(of: numbers, selected))
  }

  /// The id of the next element of a stack, which the recording has only where it differs.
  private func nextElement(before index: Int) -> Int? {
    actions[...index].last { $0.nextElement != nil }?.nextElement
  }

  private func effects(of numbers: [Int: Int], _ selected: [ReplayAction]) -> [ReplayEffect] {
    let outputs = Dictionary(grouping: selected) { $0.cause?.effect }
    return effects.compactMap { effect in
      let count = outputs[effect.effect]?.count ?? 0
      let origin = effect.of.flatMap { numbers[$0] }
      guard effect.of == nil ? count > 0 : origin != nil else { return nil }
      return ReplayEffect(
        effect: effect.effect, of: origin, outcome: effect.outcome, outputs: count)
    }
  }

  /// The content of the session's file.
  package var content: Data {
    get throws {
      let encoder = ReplayCoding.encoder()
      let lines: [ReplayLine] =
        [.header(header)] + actions.map { .action($0) } + effects.map { .effect($0) }
      return try Data(lines.map { try $0.encoded(by: encoder) + Data("\n".utf8) }.joined())
    }
  }
}
