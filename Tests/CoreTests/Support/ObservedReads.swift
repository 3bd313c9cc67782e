@testable import ComposableCore

/// Something that an observer reads of a store.
struct ObservedRead: Hashable, Sendable {
  /// The store that is read, and the way from there.
  enum Base: Hashable, Sendable, CaseIterable {
    case node, backup, nodeStore, backupStore
  }

  /// What is read of a node.
  enum Part: Hashable, Sendable {
    case number, plain, hasOptional, hasPresented, rowIDs, elementCount, screenCount, phaseName
    case child(LeafPlace), isWhole
    case leaf(LeafPlace, Field)
    /// The same through a store of the leaf.
    case store(LeafPlace, Field)
    /// A part that is not observed by itself, through a store of it.
    case plainStore
  }

  enum Field: Hashable, Sendable, CaseIterable { case number, text, numbers }

  /// `nil` for the root's number.
  var base: Base?
  var part: Part

  /// What an observer gets to see.
  struct Seen: Equatable {
    /// What it reads.
    var value: [AnyHashable]
    /// Which states it reads it from.
    var states: [ObservableStateID] = []
    /// The state that has the value as one of its fields.
    var owner: ObservableStateID?
    /// Which collections it reads them from.
    var structures: [UInt64] = []
    /// Whether the value may be thought to be another when it comes from another copy.
    var isOtherInACopy = false
  }

  func seen(in root: ObservedRoot) -> Seen {
    guard let base else {
      return Seen(value: [root.number], states: [root._$id], owner: root._$id)
    }
    let isInBackup = base == .backup || base == .backupStore
    let node = isInBackup ? root.backup : root.node
    var seen = seen(in: node)
    seen.states.append(node._$id)
    if seen.owner == nil { seen.owner = node._$id }
    if base == .node || base == .backup { seen.states.append(root._$id) }
    return seen
  }

  private func seen(in node: ObservedNode) -> Seen {
    switch part {
    case .number: Seen(value: [node.number])
    case .plain, .plainStore: Seen(value: [node.plain.x])
    case .hasOptional:
      Seen(value: [node.optional != nil], states: node.optional.map { [$0._$id] } ?? [])
    case .hasPresented:
      Seen(value: [node.presented != nil], states: node.presented.map { [$0._$id] } ?? [])
    case .rowIDs: Seen(value: node.rows.ids.map { $0 }, structures: [node.rows.structure])
    case .elementCount: Seen(value: [node.array.count], states: node.array.map(\._$id))
    case .screenCount:
      Seen(value: [node.stack.count], structures: [node.stack.storage.structure])
    case .phaseName: Seen(value: [node.phase.name], states: [node.phase._$id])
    case .isWhole: Seen(value: [])
    case .child(let place), .leaf(let place, _), .store(let place, _): seen(at: place, in: node)
    }
  }

  private func seen(at place: LeafPlace, in node: ObservedNode) -> Seen {
    let leaf = place.leaf(in: node)
    var seen = Seen(value: [], states: leaf.map { [$0._$id] } ?? [])
    switch part {
    case .leaf, .store: seen.owner = leaf?._$id
    default: break
    }
    switch part {
    case .leaf(_, .number), .store(_, .number): seen.value = [leaf?.number]
    case .leaf(_, .text), .store(_, .text): seen.value = [leaf?.text]
    case .leaf(_, .numbers), .store(_, .numbers):
      seen.value = [leaf?.numbers]
      seen.isOtherInACopy = true
    default: break
    }
    // The way to the leaf is read as well.
    switch place {
    case .leaf, .other, .optional, .presented: break
    case .phase:
      seen.states.append(node.phase._$id)
      // A payload is changed in a copy then, and writes to copies are distinguished by their
      // addresses.
      if !RuntimeMetadata.isKnown { seen.isOtherInACopy = true }
    case .row, .rowAt: seen.structures = [node.rows.structure]
    case .element: seen.states += node.array.map(\._$id)
    case .screen, .screenWithID: seen.structures = [node.stack.storage.structure]
    case .entry: seen.states += node.table.sorted { $0.key < $1.key }.map(\.value._$id)
    }
    return seen
  }
}

extension ObservedPhase {
  var name: String {
    switch self {
    case .idle: "idle"
    case .named(let name): name
    case .loaded: "loaded"
    }
  }
}

extension LeafPlace {
  func leaf(in node: ObservedNode) -> ObservedLeaf? {
    switch self {
    case .leaf: node.leaf
    case .other: node.other
    case .optional: node.optional
    case .presented: node.presented
    case .phase: node.phase.leaf
    case .row(let id): node.rows[id: id]
    case .rowAt(let index): index < node.rows.count ? node.rows[index] : nil
    case .element(let index): index < node.array.count ? node.array[index] : nil
    case .screen(let index): index < node.stack.count ? node.stack[index] : nil
    case .screenWithID(let index):
      index < node.stack.count ? node.stack[id: node.stack.ids[index]] : nil
    case .entry(let key): node.table[key]
    }
  }
}

extension ObservedLeaf {
  func read(_ field: ObservedRead.Field) {
    switch field {
    case .number: _ = number
    case .text: _ = text
    case .numbers: _ = numbers
    }
  }
}

extension ObservedRead.Part {
  /// Reads a node that comes from a store.
  func read(_ node: @autoclosure () -> ObservedNode) {
    switch self {
    case .number: _ = node().number
    case .plain, .plainStore: _ = node().plain.x
    case .hasOptional: _ = node().optional != nil
    case .hasPresented: _ = node().presented != nil
    case .rowIDs: _ = node().rows.ids
    case .elementCount: _ = node().array.count
    case .screenCount: _ = node().stack.count
    case .phaseName: _ = node().phase.name
    case .isWhole: _ = node()
    case .child(let place): _ = place.leaf(in: node())
    case .leaf(let place, let field), .store(let place, let field):
      place.leaf(in: node())?.read(field)
    }
  }
}

extension ObservedRead {
  typealias RootStore = Store<ObservedRoot, ObservedRootFeature.Action>
  typealias NodeStore = Store<ObservedNode, ObservedNodeFeature.Action>

  @MainActor
  func read(_ store: RootStore) {
    switch base {
    case nil: _ = store.number
    case .node: part.read(store.node)
    case .backup: part.read(store.backup)
    case .nodeStore: read(node: store.scope(\.node, action: \.node))
    case .backupStore: read(node: store.scope(\.backup, action: \.backup))
    }
  }

  @MainActor
  private func read(node store: NodeStore) {
    switch part {
    case .number: _ = store.number
    case .plain: _ = store.plain.x
    // Its actions do not matter here.
    case .plainStore: _ = store.scope(\.plain, action: \.leaf).x
    case .store(.leaf, let field):
      store.scope(\.leaf, action: \.leaf).read(field)
    case .store(.optional, let field):
      store.scope(\.optional, action: \.optional)?.read(field)
    case .store(.presented, let field):
      store.scope(\.presented, action: \.presented.presented)?.read(field)
    case .store(.rowAt(let index), let field):
      let rows = store.scope(\.rows, action: \.rows)
      if index < rows.count { rows[index].read(field) }
    case .store(.screen(let index), let field):
      let screens = store.scope(\.stack, action: \.stack)
      if index < screens.count { screens[index].read(field) }
    default: part.read(store.state)
    }
  }
}

extension Store where State == ObservedLeaf {
  fileprivate func read(_ field: ObservedRead.Field) {
    switch field {
    case .number: _ = self.number
    case .text: _ = self.text
    case .numbers: _ = self.numbers
    }
  }
}

extension StoreActor where State == ObservedRoot, Action == ObservedRootFeature.Action {
  /// Observes once what is read.
  func observe(_ read: ObservedRead, onChange: @escaping @Sendable () -> Void) {
    withObservationTracking {
      switch read.base {
      case nil: _ = self.number
      case .node: read.part.read(self.node)
      case .backup: read.part.read(self.backup)
      case .nodeStore: read.part.read(scope(\.node, action: \.node))
      case .backupStore: read.part.read(scope(\.backup, action: \.backup))
      }
    } onChange: {
      onChange()
    }
  }
}

extension ObservedRead.Part {
  /// Reads through a store on the executor that this runs on.
  fileprivate func read(_ store: StoreActor<ObservedNode, ObservedNodeFeature.Action>) {
    switch self {
    case .number: store.assumeIsolated { _ = $0.number }
    case .plain: store.assumeIsolated { _ = $0.plain.x }
    case .plainStore:
      store.scope(\.plain, action: \.leaf).assumeIsolated { _ = $0.x }
    case .store(.leaf, let field):
      store.scope(\.leaf, action: \.leaf).assumeIsolated { $0.state.read(field) }
    case .store(.other, let field):
      store.scope(\.other, action: \.leaf).assumeIsolated { $0.state.read(field) }
    default: store.assumeIsolated { read($0.state) }
    }
  }
}
