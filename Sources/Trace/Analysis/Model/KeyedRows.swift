/// Rows by key. Most spans have the key of the one before: the latest row is found without a
/// look-up.
struct KeyedRows<Key: Hashable, Row: AnyObject> {
  private(set) var all: [Key: Row] = [:]
  private var latest: (key: Key, row: Row)?
  private let make: () -> Row

  init(_ make: @escaping () -> Row) {
    self.make = make
  }

  subscript(key: Key) -> Row {
    mutating get {
      if let latest, latest.key == key { return latest.row }
      let row = all[key] ?? make()
      all[key] = row
      latest = (key, row)
      return row
    }
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Row? {
    if latest?.key == key { latest = nil }
    return all.removeValue(forKey: key)
  }
}
