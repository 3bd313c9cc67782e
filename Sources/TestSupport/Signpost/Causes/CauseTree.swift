import Signpost
import TextTables

/// A text with nested lines, indented below their parents.
struct CauseTree {
  let line: String
  var children: [CauseTree] = []

  var lines: [String] {
    [line] + children.flatMap { child in child.lines.map { "  \($0)" } }
  }
}

extension [CauseTree] {
  var text: String { flatMap(\.lines).joined(separator: "\n") }
}

extension RecordedCauses: CustomStringConvertible {
  /// All recorded actions and effects, each below its cause and indented by two spaces.
  ///
  /// The record of an inner wrapper is below the record of the outer one, after `as`.
  public var description: String {
    let trees = actionsFromOutside.map(\.tree)
    return trees.isEmpty ? "No action was recorded." : trees.text
  }
}

extension RecordedAction: CustomStringConvertible {
  /// The action with everything that it caused, as in ``RecordedCauses/description``.
  public var description: String { [tree].text }

  var tree: CauseTree {
    CauseTree(
      line: ([label] + details).joined(separator: ", "),
      children: nested.filter { !$0.isOutermost }.map { inner in
        let tree = inner.tree
        return CauseTree(line: "as \(tree.line)", children: tree.children)
      } + ownEffects.map(\.tree))
  }

  var label: String { displayName(prefix: prefix, name: name) }

  private var details: [String] {
    var details: [String] = []
    if hasUnknownCause { details.append("sent by an effect that was not recorded") }
    if let payload { details.append("holding \(payload.printable())") }
    if isOpen { details.append("whose reducer still runs") }
    if let change = stateChange?.text { details.append(change) }
    if let exceededBudget {
      details.append("took \(exceededBudget.taken), with a budget of \(exceededBudget.budget)")
    }
    if let effectKind, effectKind.isWork, effects.isEmpty {
      details.append("returned '\(effectKind)', of which nothing has begun")
    }
    return details
  }
}

extension RecordedEffect: CustomStringConvertible {
  /// The effect and the actions that it sent, as in ``RecordedCauses/description``.
  public var description: String { [tree].text }

  var label: String { displayName(prefix: prefix, name: name) }

  var tree: CauseTree {
    CauseTree(
      line: "effect \(id), \(outcome.text)",
      children: sent.map { output in
        output.action?.tree ?? CauseTree(line: "\(output.name), sent and not processed")
      })
  }
}

extension SignpostOutcome? {
  var text: String { map { "\($0)" } ?? "running" }
}

extension StateChange {
  /// `nil` if unknown.
  var text: String? {
    switch self {
    case .yes: "state changed"
    case .no: "state unchanged"
    case .unknown: nil
    }
  }
}

extension SignpostEffectKind {
  /// Whether an effect of this kind has work, which has a begin event.
  var isWork: Bool { self != .none && self != .cancel }
}
