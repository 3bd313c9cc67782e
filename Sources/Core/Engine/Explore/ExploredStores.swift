import CCore

/// The stores of an explored run.
struct ExploredStores {
  /// The numbers of the states, by the identities of the stores.
  private(set) var contents: [Int: Int] = [:]
  /// The stores that were created in the run, by the numbers of their roots.
  private var roots: Set<UInt64> = []

  /// A hash of the states.
  var configuration: Int {
    var sum = 0
    for (identity, content) in contents { sum &+= exploredHash(identity, content) }
    return sum
  }

  subscript(store: Int) -> Int? { contents[store] }

  mutating func insert(_ store: Int) { contents[store] = 0 }

  mutating func set(_ content: Int, of store: Int) {
    if contents[store] != nil { contents[store] = content }
  }

  mutating func insert(root: StoreRuntime) { roots.insert(root.frame.pointee.store) }

  func contains(root: StoreRuntime) -> Bool { roots.contains(root.frame.pointee.store) }
}
