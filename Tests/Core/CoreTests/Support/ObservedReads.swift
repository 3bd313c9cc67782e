import TestSupport
@testable import ComposableCore

/// A read of a store by an observer.
struct ObservedRead: Hashable, Sendable {
  /// The store that is read, and the way from there.
  enum Base: Hashable, Sendable, CaseIterable {
    case node, backup, nodeStore, backupStore
  }

  /// The read part of a node.
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

  /// A digest of the value that an observer reads.
  func digest(in root: ObservedRoot) -> Int { value(in: root).hashValue }

  /// Whether it reads a field of a leaf. Copies of one state in arrays, dictionaries and enums are
  /// observed as one, so any leaf counts.
  func mayRead(_ field: Field) -> Bool {
    switch part {
    case .leaf(_, field), .store(_, field): true
    default: false
    }
  }

  /// The value that an observer reads.
  func value(in root: ObservedRoot) -> [AnyHashable] {
    guard let base else { return [root.number] }
    let isInBackup = base == .backup || base == .backupStore
    return value(in: isInBackup ? root.backup : root.node)
  }

  private func value(in node: ObservedNode) -> [AnyHashable] {
    switch part {
    case .number: [node.number]
    case .plain, .plainStore: [node.plain.x]
    case .hasOptional: [node.optional != nil]
    case .hasPresented: [node.presented != nil]
    case .rowIDs: node.rows.ids.map { $0 }
    case .elementCount: [node.array.count]
    case .screenCount: [node.stack.count]
    case .phaseName: [node.phase.name]
    case .isWhole, .child: []
    case .leaf(let place, let field), .store(let place, let field):
      switch field {
      case .number: [place.leaf(in: node)?.number]
      case .text: [place.leaf(in: node)?.text]
      case .numbers: [place.leaf(in: node)?.numbers]
      }
    }
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
    // The actions of this store do not matter here.
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
  /// Observes a read once.
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
