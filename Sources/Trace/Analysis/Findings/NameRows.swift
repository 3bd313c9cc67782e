/// Rows by name. Names are numbered, so that a look-up is an access of an array.
struct NameRows<Row: AnyObject> {
  private var rows: [Row?] = []
  private let make: () -> Row

  init(_ make: @escaping () -> Row) {
    self.make = make
  }

  subscript(name: NameID) -> Row {
    mutating get {
      let index = Int(name.index)
      if index < rows.count, let row = rows[index] { return row }
      while rows.count <= index { rows.append(nil) }
      let row = make()
      rows[index] = row
      return row
    }
  }

  var all: [(name: NameID, row: Row)] {
    rows.enumerated().compactMap { index, row in
      row.map { (NameID(index: Int32(index)), $0) }
    }
  }
}
