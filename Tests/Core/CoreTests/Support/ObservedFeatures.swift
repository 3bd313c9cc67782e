import ComposableCore
import TestSupport

/// A change of a leaf, which may be anywhere in a tree of features.
enum LeafChange: Sendable {
  case assign(number: Int)
  case increment
  /// Changes a number, and takes the change back.
  case touch
  case text(String)
  case append(String)
  case numbers([Int])
  case appendNumber(Int)
  case throughKeyPath(Int)
  /// Replaces the leaf by another one with the same id.
  case replace(number: Int)
  case save(Int)
  case restore(Int)
  /// Puts back a snapshot and changes it, in one function.
  case restoreAndIncrement(Int)

  func apply(to leaf: inout ObservedLeaf, _ snapshots: Snapshots) {
    switch self {
    case .assign(let number): leaf.number = number
    case .increment: leaf.number += 1
    case .touch:
      leaf.number += 1
      leaf.number -= 1
    case .text(let text): leaf.text = text
    case .append(let text): leaf.text += text
    case .numbers(let numbers): leaf.numbers = numbers
    case .appendNumber(let number): leaf.numbers.append(number)
    case .throughKeyPath(let number):
      let path: WritableKeyPath<ObservedLeaf, Int> = \.number
      leaf[keyPath: path] = number
    case .replace(let number): leaf = ObservedLeaf(id: leaf.id, number: number)
    case .save(let slot):
      snapshots.leaves.withValue { [leaf] in $0[LeafKey(slot: slot, id: leaf.id)] = leaf }
    case .restore(let slot):
      if let saved = snapshots.leaves.value[LeafKey(slot: slot, id: leaf.id)] {
        put(saved, to: &leaf)
      }
    case .restoreAndIncrement(let slot):
      if let saved = snapshots.leaves.value[LeafKey(slot: slot, id: leaf.id)] {
        put(saved, to: &leaf)
      }
      leaf.number += 1
    }
  }
}

/// Assigns without static knowledge of the types.
private func put<Value>(_ new: Value, to value: inout Value) {
  value = new
}

struct LeafKey: Hashable {
  let slot: Int
  let id: Int
}

/// Saved values, outside of the state.
final class Snapshots: Sendable {
  let leaves = LockIsolated<[LeafKey: ObservedLeaf]>([:])
  let nodes = LockIsolated<[Int: ObservedNode]>([:])
  let roots = LockIsolated<[Int: ObservedRoot]>([:])
}

/// Where a leaf is in a node.
enum LeafPlace: Hashable, Sendable {
  case leaf, other, optional, presented, phase
  case row(id: Int), rowAt(Int), element(Int), screen(Int), screenWithID(Int), entry(Int)

  /// Changes the leaf as features do, if it is there.
  func modify(_ node: inout ObservedNode, _ body: (inout ObservedLeaf) -> Void) {
    switch self {
    case .leaf: body(&node.leaf)
    case .other: body(&node.other)
    case .optional: if node.optional != nil { body(&node.optional!) }
    case .presented: if node.presented != nil { body(&node.presented!) }
    case .phase:
      if case .loaded(var leaf) = node.phase {
        body(&leaf)
        node.phase = .loaded(leaf)
      }
    case .row(let id): if node.rows[id: id] != nil { body(&node.rows[id: id]!) }
    case .rowAt(let index): if index < node.rows.count { body(&node.rows[index]) }
    case .element(let index): if index < node.array.count { body(&node.array[index]) }
    case .screen(let index): if index < node.stack.count { body(&node.stack[index]) }
    case .screenWithID(let index):
      if index < node.stack.count {
        let id = node.stack.ids[index]
        body(&node.stack[id: id]!)
      }
    case .entry(let key): if node.table[key] != nil { body(&node.table[key]!) }
    }
  }
}

extension LeafPlace {
  /// A copy of the leaf, if it is there.
  func copy(in node: inout ObservedNode) -> ObservedLeaf? {
    var copy: ObservedLeaf?
    modify(&node) { copy = $0 }
    return copy
  }
}

/// A change of a node.
enum NodeChange: Sendable {
  case number(Int), plain(Int)
  case leaf(LeafPlace, LeafChange)
  case assign(LeafPlace, number: Int)
  case copy(LeafPlace, to: LeafPlace)
  case copyIntoRows(LeafPlace), copyIntoStack(LeafPlace), copyIntoPhase(LeafPlace)
  case copyIntoElements(LeafPlace), copyIntoTable(LeafPlace, key: Int)
  case swapLeaves
  case removeOptional, removePresented, presentCopy
  /// Assign as code does that knows nothing of the types.
  case putOptional(number: Int), putPresented(number: Int)
  case insertRow(id: Int, at: Int), removeRow(id: Int), updateRow(id: Int, number: Int)
  case updateOrInsertRow(id: Int, number: Int), replaceRow(id: Int, number: Int), removeRows([Int])
  case moveRow(from: Int, to: Int), swapRows(Int, Int), sortRows, reverseRows
  case reloadRows, assignSavedRows(Int), clearRows
  case appendElement(id: Int), removeElement(Int), swapElements(Int, Int), sortElements
  case assignSavedElements(Int)
  case push(id: Int), pop, popTo(Int), swapScreens(Int, Int), sortScreens, assignSavedScreens(Int)
  /// Put back a collection as code does that knows nothing of the types.
  case putSavedRows(Int), putSavedScreens(Int)
  case setEntry(Int, id: Int), removeEntry(Int), idle, named(String)
  case replace, save(Int), restore(Int)
  case restoreAndIncrement(Int)
  /// Changes a leaf, and resets a copy of it in a variable.
  case incrementAndResetCopy

  func apply(to node: inout ObservedNode, _ snapshots: Snapshots) {
    func saved(_ slot: Int) -> ObservedNode? { snapshots.nodes.value[slot] }
    switch self {
    case .number(let number): node.number = number
    case .plain(let x): node.plain.x = x
    case .leaf(let place, let change): place.modify(&node) { change.apply(to: &$0, snapshots) }
    case .assign(let place, let number):
      switch place {
      case .leaf: node.leaf = ObservedLeaf(id: 1, number: number)
      case .other: node.other = ObservedLeaf(id: 2, number: number)
      case .optional: node.optional = ObservedLeaf(id: 3, number: number)
      case .presented: node.presented = ObservedLeaf(id: 4, number: number)
      case .phase: node.phase = .loaded(ObservedLeaf(id: 5, number: number))
      default: place.modify(&node) { $0 = ObservedLeaf(id: $0.id, number: number) }
      }
    case .copy(let source, let target):
      guard let copy = source.copy(in: &node) else { return }
      switch target {
      case .leaf: node.leaf = copy
      case .other: node.other = copy
      case .optional: node.optional = copy
      default: node.presented = copy
      }
    case .copyIntoRows(let source): source.copy(in: &node).map { _ = node.rows.append($0) }
    case .copyIntoStack(let source): source.copy(in: &node).map { node.stack.append($0) }
    case .copyIntoPhase(let source): source.copy(in: &node).map { node.phase = .loaded($0) }
    case .copyIntoElements(let source): source.copy(in: &node).map { node.array.append($0) }
    case .copyIntoTable(let source, let key): source.copy(in: &node).map { node.table[key] = $0 }
    case .swapLeaves: (node.leaf, node.other) = (node.other, node.leaf)
    case .putOptional(let number): put(ObservedLeaf(id: 3, number: number), to: &node.optional)
    case .putPresented(let number): put(ObservedLeaf(id: 4, number: number), to: &node.presented)
    case .removeOptional: node.optional = nil
    case .removePresented: node.presented = nil
    case .presentCopy:
      let optional = node.optional
      node.presentedWrapper = PresentationState(wrappedValue: optional)
    case .insertRow(let id, let index):
      let count = node.rows.count
      node.rows.insert(ObservedLeaf(id: id), at: min(index, count))
    case .removeRow(let id): node.rows.remove(id: id)
    case .updateRow(let id, let number):
      node.rows.updateOrAppend(ObservedLeaf(id: id, number: number))
    case .updateOrInsertRow(let id, let number):
      node.rows.updateOrInsert(ObservedLeaf(id: id, number: number), at: 0)
    case .replaceRow(let id, let number):
      node.rows[id: id] = ObservedLeaf(id: id, number: number)
    case .removeRows(let ids): node.rows.removeAll { ids.contains($0.id) }
    case .moveRow(let source, let target):
      guard source < node.rows.count, target <= node.rows.count else { return }
      node.rows.move(fromOffsets: [source], toOffset: target)
    case .swapRows(let first, let second):
      guard first < node.rows.count, second < node.rows.count else { return }
      node.rows.swapAt(first, second)
    case .sortRows: node.rows.sort { $0.number < $1.number }
    case .reverseRows: node.rows.reverse()
    case .reloadRows:
      node.rows = IdentifiedArray(
        uniqueElements: node.rows.map { ObservedLeaf(id: $0.id, number: $0.number / 2) })
    case .assignSavedRows(let slot): if let saved = saved(slot) { node.rows = saved.rows }
    case .clearRows: node.rows.removeAll()
    case .appendElement(let id): node.array.append(ObservedLeaf(id: id))
    case .removeElement(let index): if index < node.array.count { node.array.remove(at: index) }
    case .swapElements(let first, let second):
      guard first < node.array.count, second < node.array.count else { return }
      node.array.swapAt(first, second)
    case .sortElements: node.array.sort { $0.number < $1.number }
    case .assignSavedElements(let slot): if let saved = saved(slot) { node.array = saved.array }
    case .push(let id): node.stack.append(ObservedLeaf(id: id))
    case .pop: _ = node.stack.popLast()
    case .popTo(let index):
      if index < node.stack.count {
        let id = node.stack.ids[index]
        node.stack.pop(to: id)
      }
    case .swapScreens(let first, let second):
      guard first < node.stack.count, second < node.stack.count else { return }
      node.stack.swapAt(first, second)
    case .sortScreens: node.stack.sort { $0.number < $1.number }
    case .assignSavedScreens(let slot): if let saved = saved(slot) { node.stack = saved.stack }
    case .putSavedRows(let slot): if let saved = saved(slot) { put(saved.rows, to: &node.rows) }
    case .putSavedScreens(let slot):
      if let saved = saved(slot) { put(saved.stack, to: &node.stack) }
    case .setEntry(let key, let id): node.table[key] = ObservedLeaf(id: id)
    case .removeEntry(let key): node.table[key] = nil
    case .idle: node.phase = .idle
    case .named(let name): node.phase = .named(name)
    case .replace: node = ObservedNode()
    case .save(let slot): snapshots.nodes.withValue { [node] in $0[slot] = node }
    case .restore(let slot): if let saved = saved(slot) { put(saved, to: &node) }
    case .restoreAndIncrement(let slot):
      if let saved = saved(slot) { node = saved }
      node.leaf.number += 1
    case .incrementAndResetCopy:
      node.leaf.number += 1
      var copy = node.leaf
      copy.number -= 1
      node.plain.x = copy.number
    }
  }
}

/// A change of the root's state.
enum RootChange: Sendable {
  case number(Int)
  case node(NodeChange), backup(NodeChange)
  case copyNode, copyBackup, swapNodes
  case assignSavedNode(Int), assignSavedNodeThroughKeyPath(Int)
  case replace, save(Int), restore(Int)

  func apply(to root: inout ObservedRoot, _ snapshots: Snapshots) {
    switch self {
    case .number(let number): root.number = number
    case .node(let change): change.apply(to: &root.node, snapshots)
    case .backup(let change): change.apply(to: &root.backup, snapshots)
    case .copyNode: root.backup = root.node
    case .copyBackup: root.node = root.backup
    case .swapNodes: (root.node, root.backup) = (root.backup, root.node)
    case .assignSavedNode(let slot):
      if let saved = snapshots.nodes.value[slot] { root.node = saved }
    case .assignSavedNodeThroughKeyPath(let slot):
      let path: WritableKeyPath<ObservedRoot, ObservedNode> = \.node
      if let saved = snapshots.nodes.value[slot] { root[keyPath: path] = saved }
    case .replace: root = ObservedRoot()
    case .save(let slot): snapshots.roots.withValue { [root] in $0[slot] = root }
    case .restore(let slot): if let saved = snapshots.roots.value[slot] { root = saved }
    }
  }
}

// MARK: Features

struct ObservedLeafFeature: Reducer {
  let snapshots: Snapshots

  var body: some Reducer<ObservedLeaf, LeafChange> {
    Reduce { leaf, change in
      change.apply(to: &leaf, snapshots)
      return .none
    }
  }
}

struct ObservedNodeFeature: Reducer {
  enum Action: CasePathable, Sendable {
    case change(NodeChange)
    case leaf(LeafChange), optional(LeafChange), presented(PresentationAction<LeafChange>)
    case rows(IdentifiedAction<Int, LeafChange>), stack(StackAction<ObservedLeaf, LeafChange>)

    struct AllCasePaths {
      var leaf: AnyCasePath<Action, LeafChange> {
        AnyCasePath(embed: Action.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
      }
      var optional: AnyCasePath<Action, LeafChange> {
        AnyCasePath(embed: Action.optional) {
          if case .optional(let value) = $0 { value } else { nil }
        }
      }
      var presented: AnyCasePath<Action, PresentationAction<LeafChange>> {
        AnyCasePath(embed: Action.presented) {
          if case .presented(let value) = $0 { value } else { nil }
        }
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, LeafChange>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
      var stack: AnyCasePath<Action, StackAction<ObservedLeaf, LeafChange>> {
        AnyCasePath(embed: Action.stack) { if case .stack(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let snapshots: Snapshots

  var body: some Reducer<ObservedNode, Action> {
    Scope(state: \.leaf, action: \.leaf) { ObservedLeafFeature(snapshots: snapshots) }
    Reduce { node, action in
      if case .change(let change) = action { change.apply(to: &node, snapshots) }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { ObservedLeafFeature(snapshots: snapshots) }
    .ifLet(\.presentedWrapper, action: \.presented) { ObservedLeafFeature(snapshots: snapshots) }
    .forEach(\.rows, action: \.rows) { ObservedLeafFeature(snapshots: snapshots) }
    .forEach(\.stack, action: \.stack) { ObservedLeafFeature(snapshots: snapshots) }
  }
}

struct ObservedRootFeature: Reducer {
  enum Action: CasePathable, Sendable {
    case change(RootChange)
    case node(ObservedNodeFeature.Action), backup(ObservedNodeFeature.Action)

    struct AllCasePaths {
      var node: AnyCasePath<Action, ObservedNodeFeature.Action> {
        AnyCasePath(embed: Action.node) { if case .node(let value) = $0 { value } else { nil } }
      }
      var backup: AnyCasePath<Action, ObservedNodeFeature.Action> {
        AnyCasePath(embed: Action.backup) {
          if case .backup(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let snapshots: Snapshots

  var body: some Reducer<ObservedRoot, Action> {
    Scope(state: \.node, action: \.node) { ObservedNodeFeature(snapshots: snapshots) }
    Scope(state: \.backup, action: \.backup) { ObservedNodeFeature(snapshots: snapshots) }
    Reduce { root, action in
      if case .change(let change) = action { change.apply(to: &root, snapshots) }
      return .none
    }
  }
}
