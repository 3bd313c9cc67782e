import TestSupport

@testable import ComposableCore

/// A random list of actions for the model of observation.
struct ObservedProgram: Sendable {
  var actions: [ObservedRootFeature.Action]
  /// Whether there are children of every kind from the start. Otherwise changes of them are rare.
  var isPopulated: Bool

  init(seed: UInt64, length: Int) {
    var random = SplitMix(seed: seed)
    isPopulated = Int.random(in: 0..<4, using: &random) > 0
    actions = (0..<length).map { _ in .random(using: &random) }
  }

  var initialState: ObservedRoot {
    var root = ObservedRoot()
    guard isPopulated else { return root }
    root.node.populate()
    root.backup.populate()
    return root
  }

  /// A shorter program that fails as well, found by omitting parts.
  func shrunk(while fails: @Sendable (ObservedProgram) async -> Bool) async -> ObservedProgram {
    var program = self
    var size = max(program.actions.count / 2, 1)
    while true {
      var start = 0
      while start < program.actions.count {
        var shorter = program
        shorter.actions.removeSubrange(start..<min(start + size, program.actions.count))
        if await fails(shorter) { program = shorter } else { start += size }
      }
      guard size > 1 else { return program }
      size /= 2
    }
  }
}

extension ObservedNode {
  fileprivate mutating func populate() {
    optional = ObservedLeaf(id: 3)
    presented = ObservedLeaf(id: 4)
    phase = .loaded(ObservedLeaf(id: 5))
    for id in 0..<3 {
      rows.append(ObservedLeaf(id: id))
      array.append(ObservedLeaf(id: id))
      stack.append(ObservedLeaf(id: id))
      table[id] = ObservedLeaf(id: id)
    }
  }
}

extension ObservedRootFeature.Action {
  static func random(using random: inout SplitMix) -> Self {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: .change(.random(using: &random))
    case 3, 4, 5: .change(.node(.random(using: &random)))
    case 6, 7, 8: .node(.random(using: &random))
    default: .backup(.random(using: &random))
    }
  }
}

extension ObservedNodeFeature.Action {
  static func random(using random: inout SplitMix) -> Self {
    let change = LeafChange.random(using: &random)
    return switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: .leaf(change)
    case 2: .optional(change)
    case 3: .presented(.presented(change))
    case 4: .presented(.dismiss)
    case 5, 6: .rows(.element(id: .random(in: 0..<4, using: &random), action: change))
    default: .change(.random(using: &random))
    }
  }
}

extension RootChange {
  static func random(using random: inout SplitMix) -> Self {
    let slot = Int.random(in: 0..<2, using: &random)
    return switch Int.random(in: 0..<16, using: &random) {
    case 0: .number(.random(in: 0..<3, using: &random))
    case 1: .copyNode
    case 2: .copyBackup
    case 3: .swapNodes
    case 4: .assignSavedNode(slot)
    case 5: .assignSavedNodeThroughKeyPath(slot)
    case 6: .replace
    case 7, 8, 9: .save(slot)
    case 10, 11, 12: .restore(slot)
    case 13: .backup(.random(using: &random))
    default: .node(.random(using: &random))
    }
  }
}

extension LeafPlace {
  static func random(using random: inout SplitMix) -> Self {
    let index = Int.random(in: 0..<4, using: &random)
    return [
      .leaf, .leaf, .other, .optional, .presented, .phase, .row(id: index), .rowAt(index),
      .element(index), .element(index), .screen(index), .screenWithID(index), .entry(index),
    ].randomElement(using: &random) ?? .leaf
  }
}

extension LeafChange {
  static func random(using random: inout SplitMix) -> Self {
    let number = Int.random(in: 0..<3, using: &random)
    let slot = Int.random(in: 0..<2, using: &random)
    let text = ["", "a", "a text that does not fit into a word"][number]
    return switch Int.random(in: 0..<17, using: &random) {
    case 0: .assign(number: number)
    case 1, 2: .increment
    case 3: .text(text)
    case 4: .append(text)
    case 5: .numbers(Array(0..<number))
    case 6: .appendNumber(number)
    case 7: .throughKeyPath(number)
    case 8: .replace(number: number)
    case 9, 10, 11: .save(slot)
    case 12, 13, 14: .restore(slot)
    case 15: .touch
    default: .restoreAndIncrement(slot)
    }
  }
}

extension NodeChange {
  static func random(using random: inout SplitMix) -> Self {
    let number = Int.random(in: 0..<4, using: &random)
    let other = Int.random(in: 0..<4, using: &random)
    let slot = Int.random(in: 0..<2, using: &random)
    let place = LeafPlace.random(using: &random)
    let leaf = LeafChange.random(using: &random)
    // By their effect, so that a collection with few methods is changed as often as others.
    let kinds: [[Self]] = [
      [
        .number(number), .plain(number), .assign(place, number: number), .swapLeaves,
        .removeOptional, .removePresented, .presentCopy, .putOptional(number: number),
        .putPresented(number: number), .idle, .named("\(number)"), .replace,
        .restoreAndIncrement(slot),
      ],
      [
        .copy(place, to: [.leaf, .other, .optional, .presented][other]), .copyIntoRows(place),
        .copyIntoStack(place), .copyIntoPhase(place), .copyIntoElements(place),
        .copyIntoTable(place, key: number),
      ],
      [
        .insertRow(id: number, at: other), .removeRow(id: number),
        .updateRow(id: number, number: other), .updateOrInsertRow(id: number, number: other),
        .replaceRow(id: number, number: other), .removeRows([number, other]),
        .moveRow(from: number, to: other), .swapRows(number, other), .sortRows, .reverseRows,
        .reloadRows, .assignSavedRows(slot), .clearRows,
      ],
      [
        .appendElement(id: number), .removeElement(number), .swapElements(number, other),
        .sortElements, .assignSavedElements(slot),
      ],
      [
        .push(id: number), .pop, .popTo(number), .swapScreens(number, other), .sortScreens,
        .assignSavedScreens(slot),
      ],
      [.setEntry(number, id: other), .removeEntry(number)],
    ]
    let kind = kinds.randomElement(using: &random) ?? []
    return switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: .leaf(place, leaf)
    case 8, 9: .save(slot)
    case 10, 11: .restore(slot)
    default: kind.randomElement(using: &random) ?? .swapLeaves
    }
  }
}
