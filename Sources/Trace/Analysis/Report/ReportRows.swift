import Durations

/// Rows of a table of a report, by name and group.
struct ReportRows<Row: AnyObject> {
  struct Key: Hashable {
    var name: NameID
    var group: Int32

    /// The row of all keys beyond the limit.
    static var further: Key { Key(name: .overflow, group: ReportGroups.ofFurtherRows) }
  }

  /// The most rows of groups: a recording can have more stores than fit into memory.
  static var usualLimit: Int { 1 << 17 }

  private let limit: Int
  private var grouped: [Key: Row] = [:]
  /// The keys that share the row of ``Key/further``.
  private(set) var further = DistinctHashes()
  /// The rows of group 0, by name.
  private var plain: [Row?] = []
  private let make: () -> Row

  init(limit: Int = Self.usualLimit, _ make: @escaping () -> Row) {
    self.limit = limit
    self.make = make
  }

  subscript(name: NameID, group: Int32) -> Row {
    mutating get {
      guard group == 0 else {
        let key = Key(name: name, group: group)
        if let row = grouped[key] { return row }
        // The number of names limits the rows of further groups.
        let isLimited = group != ReportGroups.further && grouped.count >= limit
        if isLimited {
          further.insert(UInt64(UInt32(bitPattern: name.index)) << 32 | UInt64(group))
          if let row = grouped[.further] { return row }
        }
        let row = make()
        grouped[isLimited ? .further : key] = row
        return row
      }
      let index = Int(name.index)
      if index < plain.count, let row = plain[index] { return row }
      while plain.count <= index { plain.append(nil) }
      let row = make()
      plain[index] = row
      return row
    }
  }

  var all: [(key: Key, row: Row)] {
    let named = plain.enumerated().compactMap { index, row in
      row.map { (Key(name: NameID(index: Int32(index)), group: 0), $0) }
    }
    return named + grouped.map { ($0.key, $0.value) }
  }

  /// The rows of groups, with the rows of one name whose groups are the same added up.
  ///
  /// - Parameters:
  ///   - group: Returns the number that several groups share.
  ///   - add: Adds the second row to the first.
  func all(by group: (Int32) -> Int32, add: (Row, Row) -> Void) -> [(key: Key, row: Row)] {
    var rows: [Key: Row] = [:]
    var sums: Set<Key> = []
    for (key, row) in all {
      let shared = Key(name: key.name, group: group(key.group))
      guard let found = rows[shared] else {
        rows[shared] = row
        continue
      }
      // The rows remain as they are.
      if sums.insert(shared).inserted {
        let sum = make()
        add(sum, found)
        rows[shared] = sum
      }
      if let sum = rows[shared] { add(sum, row) }
    }
    return rows.map { ($0.key, $0.value) }
  }
}

/// The groups of rows, numbered from 1 in the order of their first span.
struct ReportGroups {
  private enum Group: Hashable {
    case host(String)
    case process(ProcessIndex)
    case thread(ProcessIndex, ThreadIndex?)
    case store(ProcessIndex, UInt64)
    case feature(NameID)
  }

  /// The number of all groups beyond the limit.
  static let further = Int32.max
  /// The number of the group of the row of ``ReportRows/Key/further``.
  static let ofFurtherRows = Int32.min

  let grouping: ReportOptions.Grouping?
  private let limit: Int
  /// The table of processes and machines.
  private let participants: TraceParticipants
  private var numbers: [Group: Int32] = [:]
  private var groups: [(group: Group, feature: NameID)] = []
  /// The groups beyond the limit.
  private var others = DistinctHashes()

  init(
    _ grouping: ReportOptions.Grouping?, _ participants: TraceParticipants, limit: Int = 1 << 17
  ) {
    self.grouping = grouping
    self.limit = limit
    self.participants = participants
  }

  /// The number of a span's group, 0 without grouping.
  @inline(__always)
  mutating func number(of span: borrowing Span) -> Int32 {
    guard let grouping else { return 0 }
    let group: Group =
      switch grouping {
      case .host: .host(participants.processes[Int(span.process)].host)
      case .process: .process(span.process)
      case .thread: .thread(span.process, span.thread)
      case .store: .store(span.process, span.store)
      // A store that is described later, as by a state dump, has its feature then.
      case .feature where span.feature == .empty && span.store != 0:
        .store(span.process, span.store)
      case .feature: .feature(span.feature)
      }
    return number(of: group, span.feature)
  }

  private mutating func number(of group: Group, _ feature: NameID) -> Int32 {
    if let number = numbers[group] { return number }
    guard groups.count < limit else {
      others.insert(UInt64(bitPattern: Int64(group.hashValue)))
      return Self.further
    }
    groups.append((group, feature))
    let number = Int32(groups.count)
    numbers[group] = number
    return number
  }

  /// The number of the group that a group belongs to, once the trace was read.
  ///
  /// - Parameter laterFeature: As in ``name(_:_:_:_:laterFeature:)``.
  mutating func final(_ number: Int32, laterFeature: (StoreKey) -> NameID?) -> Int32 {
    guard grouping == .feature, number > 0, number != Self.further,
      case .store(let process, let store) = groups[Int(number) - 1].group
    else { return number }
    let feature = laterFeature(StoreKey(store, of: process)) ?? .empty
    return self.number(of: .feature(feature), feature)
  }

  /// The name of a group.
  ///
  /// - Parameter laterFeature: Returns the feature of a store that was described later than the
  ///   first span of the group.
  func name(
    _ number: Int32, _ summary: TraceSummary, _ labels: ProcessLabels, _ names: NameTable,
    laterFeature: (StoreKey) -> NameID?
  ) -> String? {
    if number == Self.ofFurtherRows { return "others" }
    guard number > 0 else { return nil }
    if number == Self.further { return others.count.text("other group") }
    let (group, feature) = groups[Int(number) - 1]
    // Ids of stores and threads are unique only within a process.
    func qualified(_ name: String, _ process: ProcessIndex) -> String {
      summary.processes.count > 1 ? "\(labels[process]): \(name)" : name
    }
    switch group {
    case .host(let host): return host.isEmpty ? "unknown host" : host
    case .process(let process): return labels[process]
    case .thread(let process, let thread):
      guard let thread else { return qualified("unknown thread", process) }
      let (name, vtid) = (summary.threads[Int(thread)].name, summary.threads[Int(thread)].vtid)
      return qualified(name.isEmpty ? "thread \(vtid)" : "\(name) (\(vtid))", process)
    case .store(let process, let store):
      let later = feature == .empty ? laterFeature(StoreKey(store, of: process)) : nil
      let name = names[later ?? feature].name
      let kind = name.isEmpty ? "store" : name
      return qualified(store == 0 ? "no store" : "\(kind) #\(store)", process)
    case .feature(let feature):
      let name = names[feature].name
      return name.isEmpty ? "unknown feature" : name
    }
  }
}
