/// Values by store, and by a name or another key within it.
///
/// There may be 100,000 stores, each with a few keys. A list of them takes a fraction of the memory
/// that a dictionary of each store would take, and becomes one where there are more keys.
struct StoreTable<Key: Hashable, Value> {
  private enum Entries {
    case few([(key: Key, value: Value)])
    case many([Key: Value])

    static var most: Int { 8 }

    subscript(key: Key) -> Value? {
      switch self {
      case .few(let list): list.first { $0.key == key }?.value
      case .many(let table): table[key]
      }
    }

    mutating func set(_ key: Key, _ value: Value) {
      // Emptied first, so that the list or table is changed in place.
      let entries = self
      self = .few([])
      switch consume entries {
      case .few(var list):
        if let place = list.firstIndex(where: { $0.key == key }) {
          list[place].value = value
        } else {
          list.append((key, value))
        }
        self =
          list.count <= Self.most
          ? .few(list) : .many(Dictionary(uniqueKeysWithValues: list.map { ($0.key, $0.value) }))
      case .many(var table):
        table[key] = value
        self = .many(table)
      }
    }

    var all: [(key: Key, value: Value)] {
      switch self {
      case .few(let list): list
      case .many(let table): table.map { ($0.key, $0.value) }
      }
    }
  }

  private var stores: [StoreKey: Entries] = [:]

  subscript(store: StoreKey, key: Key) -> Value? { stores[store]?[key] }

  mutating func set(_ value: Value, _ store: StoreKey, _ key: Key) {
    stores[store, default: .few([])].set(key, value)
  }

  mutating func remove(_ store: StoreKey) { stores[store] = nil }

  func all(of store: StoreKey) -> [(key: Key, value: Value)] { stores[store]?.all ?? [] }

  var storeCount: Int { stores.count }

  var all: some Sequence<(key: Key, value: Value)> { stores.values.lazy.flatMap(\.all) }
}
