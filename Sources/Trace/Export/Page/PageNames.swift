import TraceAnalysis

/// The names in a page, numbered in the order of their first use.
struct PageNames {
  private let table: NameTable
  /// By the index of a name in the trace, 0 for unused ones.
  private var numbers: ContiguousArray<Int32> = []
  private var places: [Place: Int32] = [:]
  /// Number 0 is the empty name.
  private(set) var all = [TraceName(name: "")]

  private struct Place: Hashable {
    var file: Int32
    var line: UInt64
  }

  /// The number of source locations that are distinguished; beyond that, only their files are.
  private static let placeLimit = 1 << 16

  init(_ table: NameTable) { self.table = table }

  /// The number of a name.
  @inline(__always)
  mutating func number(of name: NameID) -> Int32 {
    let index = Int(name.index)
    if index < numbers.count, numbers[index] != 0 { return numbers[index] }
    return name == .empty ? 0 : add(name)
  }

  private mutating func add(_ name: NameID) -> Int32 {
    let index = Int(name.index)
    while numbers.count <= index { numbers.append(0) }
    numbers[index] = add(table[name])
    return numbers[index]
  }

  /// The number of a file and a line in it, 0 without a file.
  mutating func number(ofPlace file: NameID, _ line: UInt64) -> Int32 {
    if file == .empty { return 0 }
    let place = Place(file: file.index, line: line)
    if let number = places[place] { return number }
    if places.count >= Self.placeLimit { return number(of: file) }
    let number = add(TraceName(name: "\(table[file].name):\(line)"))
    places[place] = number
    return number
  }

  private mutating func add(_ name: TraceName) -> Int32 {
    all.append(name)
    return Int32(all.count - 1)
  }
}
