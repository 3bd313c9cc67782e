import TextTables

/// The distinct pairs of prefix and name of a trace.
///
/// It has a limit, so that a trace with unbounded names cannot exhaust memory.
public final class NameTable {
  private var names = NameTable.initialNames

  /// The names of ``NameID/empty`` and ``NameID/overflow``.
  static let initialNames = [TraceName(name: ""), TraceName(name: overflowName)]

  /// The name of ``NameID/overflow``.
  package static let overflowName = "(further names)"

  /// The number of names that are not in the table.
  var further = DistinctCount()

  /// The name of ``NameID/overflow`` with the number of names, once the trace was read.
  var overflow: String {
    further.number > 0 ? "(\(further.text("further name")))" : Self.overflowName
  }

  /// Whether a name stands for ``NameID/overflow``, with or without the number of names.
  package static func isOverflow(_ name: String) -> Bool {
    name.hasPrefix("(") && (name.hasSuffix("further names)") || name.hasSuffix("further name)"))
  }

  /// A statement about names that are not in the table.
  var remarks: [String] {
    if further.number == 0 { return [] }
    return [
      "The recording has \(further.text("name")) beyond the first \(Units.count(UInt64(count))): "
        + "“\(overflow)” stands for all of them."
    ]
  }

  init() {}

  /// The number of names, including the empty and the overflow name.
  public var count: Int { names.count }

  /// All names, each at its ``NameID/index``.
  public var all: [TraceName] { names }

  /// Returns the text of a name.
  public subscript(id: NameID) -> TraceName {
    names.indices.contains(Int(id.index)) ? names[Int(id.index)] : names[0]
  }

  /// Adds new names, in the order of their ``NameID/index``.
  func append(contentsOf new: [TraceName]) { names += new }

  func removeAll() {
    names = Self.initialNames
    further = DistinctCount()
  }
}
