import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A file of sources, and its mutants.
public struct MutatedFile {
  /// The mutants, by position.
  public private(set) var mutants: [Mutant] = []
  private let text: String
  private var edits: [MutantVisitor.Edit]

  /// - Parameters:
  ///   - path: The path by which the mutants name the file.
  ///   - firstID: The number of its first mutant.
  public init(_ text: String, path: String, firstID: Int = 1) {
    self.text = text
    let file = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
    let visitor = MutantVisitor(path: path, tree: file, firstID: firstID)
    visitor.walk(file)
    mutants = visitor.mutants
    edits = visitor.edits
  }

  /// The text with a switch for each mutant that is not among the excluded ones, on the same lines.
  ///
  /// Afterwards, the other mutants know their ranges in it.
  public mutating func switched(excluding excluded: Set<Int> = []) -> String {
    let bytes = Array(text.utf8)
    var insertions: [Insertion] = []
    for (order, edit) in edits.enumerated() where !excluded.contains(edit.mutant) {
      if edit.start == edit.end {
        insertions.append(Insertion(edit, .point, order))
      } else {
        insertions.append(Insertion(edit, .start, order))
        insertions.append(Insertion(edit, .end, order))
      }
    }
    insertions.sort { $0.place < $1.place }
    var result: [UInt8] = []
    var position = 0
    for insertion in insertions {
      let edit = insertion.edit
      let index = edit.mutant - (mutants.first?.id ?? 0)
      result += bytes[position..<insertion.place.0]
      position = insertion.place.0
      if insertion.part != .end {
        mutants[index].range = [result.count]
        result += Array(edit.before.utf8)
      }
      if insertion.part != .start {
        result += Array(edit.after.utf8)
        mutants[index].range.append(result.count)
      }
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  private struct Insertion {
    enum Part { case start, end, point }

    let edit: MutantVisitor.Edit
    let part: Part
    /// The offset, followed by the order at one offset: inner edits begin after outer ones, and end
    /// before. Of two around the same code, the later one is the inner.
    let place: (Int, Int, Int, Int)

    init(_ edit: MutantVisitor.Edit, _ part: Part, _ order: Int) {
      self.edit = edit
      self.part = part
      place =
        switch part {
        case .end: (edit.end, 0, -edit.start, -order)
        case .point: (edit.start, 1, 0, order)
        case .start: (edit.start, 2, -edit.end, order)
        }
    }
  }
}
